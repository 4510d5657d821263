package dev.slipway.runbook;

import dev.slipway.model.Route;
import dev.slipway.model.Route.Kind;
import dev.slipway.rules.Procedure;
import java.util.function.Function;
import java.util.function.Predicate;

/** One row of a decision table: the nodes that it matches, as {@code S} sees them, and where it leads them. */
public record Row<S>(String id, String title, Predicate<S> matches, Function<S, Route> route) {

    public static <S> Row<S> row(String id, String title, Predicate<S> matches, Function<S, Route> route) {
        return new Row<>(id, title, matches, route);
    }

    /** To another runbook; {@code unsafe}: the nodes on which no work may stay where that runbook is not installed. */
    public static <S> Function<S, Route> to(String slug, Predicate<S> unsafe) {
        return new LeadsTo<>(slug, unsafe);
    }

    /** To a person: a node that is {@code unsafe} is held, any other is reported and left in service. */
    public static <S> Function<S, Route> toPerson(Predicate<S> unsafe, String reason) {
        return toPerson(unsafe, seen -> reason);
    }

    /** As {@link #toPerson(Predicate, String)}, with a reason that says what was found. */
    public static <S> Function<S, Route> toPerson(Predicate<S> unsafe, Function<S, String> reason) {
        return seen -> Route.leftToAPerson(reason.apply(seen), unsafe.test(seen));
    }

    /** Every node that the row fits: the fault itself makes it unsafe. */
    public static <S> Predicate<S> unsafe() {
        return seen -> true;
    }

    public static <S> Function<S, Route> go(Kind kind) {
        return seen -> new Route(kind, "");
    }

    public static <S> Function<S, Route> go(Procedure procedure) {
        return seen -> procedure.on("");
    }
}
