package dev.slipway.runbook;

import dev.slipway.model.Route;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Leads every node that a row fits to another runbook. A row does so by this only: then its table can tell where it leads. */
public record LeadsTo<S>(String slug) implements Function<S, Route> {

    @Override
    public Route apply(S seen) {
        return new Route(Route.Kind.DIVERT, slug);
    }

    /** The slugs among the routes of a table's rows. */
    public static Set<String> among(Stream<? extends Function<?, Route>> routes) {
        return routes.filter(LeadsTo.class::isInstance)
                .map(route -> ((LeadsTo<?>) route).slug())
                .collect(Collectors.toUnmodifiableSet());
    }
}
