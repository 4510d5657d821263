package dev.slipway.starter.alerts;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.model.gpu.XidEvent;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
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
        private static final Pattern CODE = Pattern.compile("[1-9][0-9]{0,3}");

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

        /**
         * Returns the XID that the labels name: dcgm-exporter writes {@code err_code} for the last XID of a GPU, and
         * {@code xid} for counts of XIDs. Empty where they name none. The XID is as old as the alert, or as {@code now}
         * where the alert does not say.
         */
        Optional<XidEvent> xid(Instant now) {
            String address = label("pci_bus_id").map(Pci::address).orElse("");
            String text = label("err_msg").orElse("");
            return code("err_code")
                    .or(() -> code("xid"))
                    .map(code -> new XidEvent(begin().orElse(now), address, code, false, text));
        }

        private Optional<Integer> code(String name) {
            return label(name).filter(value -> CODE.matcher(value).matches()).map(Integer::valueOf);
        }

        private Optional<Instant> begin() {
            try {
                return Optional.ofNullable(startsAt).map(Instant::parse);
            } catch (DateTimeParseException e) {
                return Optional.empty();
            }
        }

        boolean resolved() {
            return "resolved".equals(status);
        }
    }
}
