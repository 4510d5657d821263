package dev.slipway.runbook;

import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import java.util.function.Function;
import java.util.function.Predicate;

/** One row of a decision table: the nodes that it matches, as {@code S} sees them, and where it leads them. */
public record Row<S>(String id, String title, Predicate<S> matches, Function<S, Route> route) {

    public static <S> Row<S> row(String id, String title, Predicate<S> matches, Function<S, Route> route) {
        return new Row<>(id, title, matches, route);
    }

    /** To another runbook. */
    public static <S> Function<S, Route> to(String slug) {
        return new LeadsTo<>(slug);
    }

    public static <S> Function<S, Route> hold(String reason) {
        return seen -> new Route(Kind.HOLD, reason);
    }

    public static <S> Function<S, Route> go(Kind kind) {
        return seen -> new Route(kind, "");
    }
}
