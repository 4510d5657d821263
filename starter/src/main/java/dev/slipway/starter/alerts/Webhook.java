package dev.slipway.starter.alerts;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.slipway.facts.Text;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Alertmanager's webhook body, version "4", as far as we read it; keys that newer releases add are let pass. */
@JsonIgnoreProperties(ignoreUnknown = true)
record Webhook(
        @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
        String version,

        @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
        List<Alert> alerts) {

    /** One alert. {@code fingerprint} and {@code startsAt} together name it for ever. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Alert(
            @Nullable String status,
            @Nullable Map<String, String> labels,

            @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
            String startsAt,

            @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
            String fingerprint) {
        private static final int LONGEST = 200;

        /** A label's value, printable and cut to 200 characters: whoever writes alerting rules chose it. */
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
