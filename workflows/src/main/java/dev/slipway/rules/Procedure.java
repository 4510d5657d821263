package dev.slipway.rules;

import dev.slipway.model.Route;
import java.util.Arrays;

/** Names what a runbook does if a rule of its table fits: an enum in its folder. */
public interface Procedure {
    /** Is replaced in a plan by what the procedure works on. */
    String WHAT = "…what…";

    /** Returns the name in histories and in the ledger; it is never reused for another act. */
    String name();

    /** Returns the sentence that a dry run prints. */
    String plan();

    /** Returns the route to this procedure; {@code detail} is what it works on, or why it is done. */
    default Route on(String detail) {
        return Route.perform(name(), detail, plan().replace(WHAT, detail));
    }

    /**
     * The procedure that a route names; {@code other} where it is none of the runbook's own, as in records of others.
     */
    static <P extends Enum<P> & Procedure> P of(Route route, P other) {
        return Arrays.stream(other.getDeclaringClass().getEnumConstants())
                .filter(procedure -> procedure.name().equals(route.procedure()))
                .findFirst()
                .orElse(other);
    }
}
