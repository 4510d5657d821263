package dev.slipway.starter.alerts;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.slipway.facts.Text;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads Alertmanager's webhook body, version "4", as far as needed; it ignores keys that newer releases add. */
@JsonIgnoreProperties(ignoreUnknown = true)
record Webhook(
        @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
        String version,

        @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
        List<Alert> alerts) {

    /** Describes one alert. {@code fingerprint} and {@code startsAt} together name it for ever. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Alert(
            @Nullable String status,
            @Nullable Map<String, String> labels,

            @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
            String startsAt,

            @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
            String fingerprint) {
        private static final int LONGEST = 200;

        /**
         * Returns a label's value, printable and cut to 200 characters, because the authors of alerting rules chose it.
         */
        Optional<String> label(String name) {
            return Optional.ofNullable(labels)
                    .map(l -> l.get(name))
                    .map(value -> Text.name(value, LONGEST))
                    .filter(v -> !v.isEmpty());
        }

        String name() {
            return label("alertname").orElse("an alert without a name");
        }

        boolean resolved() {
            return "resolved".equals(status);
        }
    }
}
