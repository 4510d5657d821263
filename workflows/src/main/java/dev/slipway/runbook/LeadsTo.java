package dev.slipway.runbook;

import dev.slipway.model.Route;
import java.util.function.Function;
import java.util.function.Predicate;

/** Leads every node that a row fits to another runbook. A row does so by this only: then its table can tell where it leads. */
record LeadsTo<S>(String slug, Predicate<S> unsafe) implements Function<S, Route> {

    @Override
    public Route apply(S seen) {
        return Route.diverting(slug, unsafe.test(seen));
    }
}
