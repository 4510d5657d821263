package dev.slipway.starter.api;

import dev.slipway.facts.Text;
import dev.slipway.model.Who;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a request may have left out. */
final class Asked {
    private Asked() {}

    /** Who decides and why; both are wanted, for they are all that an audit has. */
    static Who who(@Nullable String who, @Nullable String reason) {
        if (who == null || who.isBlank() || reason == null || reason.isBlank()) {
            throw Refused.badRequest("who decides, and why? 'who' and 'reason' are wanted", "add --reason '…'");
        }
        return new Who(Text.printable(who).strip(), Text.printable(reason).strip());
    }

    static String text(@Nullable String value, String name) {
        if (value == null || value.isBlank()) {
            throw Refused.badRequest("'" + name + "' is missing", "see /api/v1/openapi.yaml");
        }
        return value.strip();
    }

    static Optional<String> maybe(@Nullable String value) {
        return Optional.ofNullable(value).map(String::strip).filter(v -> !v.isEmpty());
    }

    static boolean yes(@Nullable Boolean value) {
        return Boolean.TRUE.equals(value);
    }
}
