package dev.slipway.starter.api;

import dev.slipway.facts.Text;
import dev.slipway.model.Who;
import dev.slipway.starter.client.DecisionRequest;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a request may have left out. */
public final class Asked {
    private static final int LONGEST = 1_000;

    private Asked() {}

    /** Returns who decides and why: the token of the request, and the text of the request. */
    public static Who who(Principal caller, DecisionRequest decision) {
        return who(caller, decision.who(), decision.reason());
    }

    /**
     * Returns who decides and why. The name is that of the request's token; {@code onBehalfOf} is the request's own
     * claim, proves nothing, and is recorded beside the reason.
     */
    static Who who(Principal caller, @Nullable String onBehalfOf, @Nullable String reason) {
        if (reason == null || reason.isBlank()) {
            throw ApiException.badRequest("why? 'reason' is missing", "add --reason '…'");
        }
        String why = brief(Text.printable(reason).strip(), "reason");
        String other = brief(Text.printable(maybe(onBehalfOf).orElse("")).strip(), "who");
        boolean nobodyElse = other.isEmpty() || other.equals(caller.getName());
        return new Who(caller.getName(), nobodyElse ? why : why + ", on behalf of " + other);
    }

    /** Returns the same for what may be a dry run: it changes nothing, and so needs no reason. */
    static Who who(Principal caller, @Nullable String onBehalfOf, @Nullable String reason, @Nullable Boolean dryRun) {
        boolean none = maybe(reason).isEmpty();
        return none && yes(dryRun) ? new Who(caller.getName(), "dry run") : who(caller, onBehalfOf, reason);
    }

    /** It is written into the journal, the rows and the audit of every run that it is about. */
    private static String brief(String value, String name) {
        if (value.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            throw ApiException.badRequest(
                    "'" + name + "' is longer than " + LONGEST + " bytes",
                    "give a sentence, and the name of a ticket for what is longer");
        }
        return value;
    }

    static String text(@Nullable String value, String name) {
        if (value == null || value.isBlank()) {
            throw ApiException.badRequest("'" + name + "' is missing", "see /api/v1/openapi.yaml");
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
