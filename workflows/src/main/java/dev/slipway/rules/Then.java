package dev.slipway.rules;

import dev.slipway.model.Route;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * States where a rule leads a node that it fits: clean, report, hold, divert to another runbook, or act. {@code
 * leadsTo} are the slugs of other runbooks that {@code route} may return, so that a table knows where it leads.
 */
public record Then<V>(BiFunction<V, Judgement, Route> route, Set<String> leadsTo) {

    /** Leads nowhere else. */
    public static <V> Then<V> here(BiFunction<V, Judgement, Route> route) {
        return new Then<>(route, Set.of());
    }

    public static <V> Then<V> clean() {
        return here((view, why) -> new Route(Route.Kind.CLEAN, ""));
    }

    /** Reports the evidence, and leaves the node as it is. */
    public static <V> Then<V> report() {
        return here((view, why) -> new Route(Route.Kind.REPORT, why.sentence()));
    }

    /** Holds the node for a person, whatever its state. */
    public static <V> Then<V> hold() {
        return here((view, why) -> new Route(Route.Kind.HOLD, why.sentence()));
    }

    /** Leaves it to a person, with the evidence: an unsafe node is held, any other is reported and left in service. */
    public static <V extends View> Then<V> person() {
        return here((view, why) -> Route.leftToAPerson(why.sentence(), view.unsafe()));
    }

    /** Leads to another runbook; a node that is not unsafe is taken out only if that runbook is installed. */
    public static <V extends View> Then<V> divert(String slug) {
        return new Then<>((view, why) -> Route.diverting(slug, view.unsafe()), Set.of(slug));
    }

    /** Leads to another runbook, from every node that the rule fits: the fault itself makes it unsafe. */
    public static <V> Then<V> divertUnsafe(String slug) {
        return new Then<>((view, why) -> Route.diverting(slug, true), Set.of(slug));
    }

    /** Leads to the GPU Operator, which owns this driver. */
    public static <V extends View> Then<V> operator() {
        return here((view, why) -> OperatorDriver.route(view.node()));
    }

    /**
     * Leads to a plan that a person makes, because the baseline itself is to blame, and changes for a fleet: an unsafe
     * node is held, any other is reported and left in service.
     */
    public static <V extends View> Then<V> plan(String slug) {
        return here((view, why) -> Route.leftToAPerson(
                why.sentence() + "; its fleet needs another baseline, by the runbook " + slug
                        + ", which runs by a plan alone",
                view.unsafe()));
    }

    /** Acts by the procedure, without more detail. */
    public static <V> Then<V> act(Procedure procedure) {
        return here((view, why) -> procedure.on(""));
    }

    /** Acts by the procedure, on what the evidence names. */
    public static <V> Then<V> actOn(Procedure procedure) {
        return here((view, why) -> procedure.on(why.sentence()));
    }

    /** Acts by the procedure, which may reboot: not while it is unknown what a reboot would load. */
    public static <V extends View> Then<V> actIfBootKnown(Procedure procedure) {
        return here((view, why) -> bootKnown(view, procedure.on("")));
    }

    /** Returns {@code route}, or a route to a person if it is unknown what the next boot would load. */
    public static Route bootKnown(View view, Route route) {
        Judgement unread = view.node().driver().initramfsRead();
        return unread.isNo()
                ? route
                : Route.leftToAPerson(
                        "what the next boot would load is unknown: "
                                + unread.missing().getFirst().why(),
                        view.unsafe());
    }
}
