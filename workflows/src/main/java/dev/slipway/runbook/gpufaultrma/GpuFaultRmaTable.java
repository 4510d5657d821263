package dev.slipway.runbook.gpufaultrma;

import static dev.slipway.rules.Rule.otherwise;
import static dev.slipway.rules.Then.clean;
import static dev.slipway.rules.Then.divertUnsafe;
import static dev.slipway.rules.Then.here;
import static dev.slipway.runbook.gpufaultrma.GpuFaultRmaProcedure.POWER_CYCLE;
import static dev.slipway.runbook.gpufaultrma.GpuFaultRmaProcedure.REBOOT;
import static dev.slipway.runbook.gpufaultrma.GpuFaultRmaProcedure.REPLACE;
import static dev.slipway.runbook.gpufaultrma.GpuFaultRmaProcedure.RESET_GPU;

import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.rules.Judgement;
import dev.slipway.rules.NodeView;
import dev.slipway.rules.OperatorDriver;
import dev.slipway.rules.Rule;
import dev.slipway.rules.RuleTable;
import dev.slipway.rules.Then;
import dev.slipway.rules.triage.RecurrenceRules.Repeat.Wanted;
import dev.slipway.rules.triage.XidAction;
import dev.slipway.runbook.DecisionTable;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Diagnoses what a GPU's hardware requires. The first row that fits is taken, replacement before repair, the stronger
 * act before the weaker. The errors of programs never lead to an act on a node.
 */
public final class GpuFaultRmaTable implements DecisionTable {
    private static final int SHOWN = 400;
    private static final String RELOAD = "module-reload";

    static final RuleTable<GpuFaultRmaView> RULES = RuleTable.of(
            report("F1", "facts incomplete", v -> v.node().identified()),
            divert(
                    "F2",
                    "a fatal error of a switch, or of the fabric: not one GPU",
                    v -> v.asked(XidAction.FABRIC),
                    "fabric-manager"),
            act("F3", "a row could not be remapped", GpuFaultRmaView::rowsFailed, REPLACE),
            act("F4", "more than 4 uncorrectable SRAM errors", GpuFaultRmaView::sramWorn, REPLACE),
            act("F5", "dcgmi diag isolates a GPU", GpuFaultRmaView::isolated, REPLACE),
            act("F6", "a GPU's past requires its replacement", v -> v.pastAsks(Wanted.RMA), REPLACE),
            hold("F7", "two reboots did not cure it: inspect the hardware", GpuFaultRmaView::inspection),
            act("F8", "off the bus, and not back after a reboot", GpuFaultRmaView::missingSinceBoot, POWER_CYCLE),
            act("F9", "fell off the bus", v -> v.node().gpus().missing(), REBOOT),
            act("F10", "the driver requests a reset of the bus", v -> v.asked(XidAction.BUS_RESET), POWER_CYCLE),
            act("F11", "the driver or the XID requires a reboot", v -> v.asked(XidAction.REBOOT), REBOOT),
            divert("F12", "the GPU's firmware is not the driver's", v -> v.asked(XidAction.FIRMWARE), "gsp-mismatch"),
            act(
                    "F13",
                    "the driver or the XID requires a reset",
                    v -> v.asked(
                            XidAction.RESET,
                            XidAction.DRAIN_AND_RESET,
                            XidAction.RESET_THEN_REBOOT,
                            XidAction.ECC_RESET,
                            XidAction.ECC_FAULT),
                    RESET_GPU),
            hold("F14", "the driver requests to stop peer access first", v -> v.asked(XidAction.STOP_PEERS)),
            divert("F15", "an error of NVLink", v -> v.asked(XidAction.LINK), "nvlink-visibility"),
            new Rule<>(
                    "F16",
                    "on the bus, and silent: no verdict on the hardware",
                    GpuFaultRmaView::silent,
                    new Then<>(GpuFaultRmaTable::silent, Set.of(RELOAD))),
            act("F17", "waits for a reset, and the node is out of service", GpuFaultRmaView::waitedForDrain, RESET_GPU),
            report("F18", "keeps running: reset at the next drain", GpuFaultRmaView::needsDrain),
            report(
                    "F19",
                    "keeps running: dcgmi diag -r 3 at the next drain",
                    v -> v.asked(XidAction.TEST_WHEN_DRAINED)),
            report("F20", "an error that the catalogue does not know", GpuFaultRmaView::unjudged),
            act("F21", "gates failed, and no GPU shows why", GpuFaultRmaView::handedOver, RESET_GPU),
            report("F22", "errors of programs only: tell the job's owner", v -> v.asked(XidAction.TELL_OWNER)),
            otherwise("F0", "nothing speaks against a GPU", clean()));

    private static Rule<GpuFaultRmaView> report(String id, String title, Function<GpuFaultRmaView, Judgement> when) {
        return new Rule<>(id, title, when, here((view, why) -> new Route(Route.Kind.REPORT, shown(why))));
    }

    private static Rule<GpuFaultRmaView> hold(String id, String title, Function<GpuFaultRmaView, Judgement> when) {
        return new Rule<>(id, title, when, here((view, why) -> new Route(Route.Kind.HOLD, whole(title, why))));
    }

    /** Diverts a node to another runbook; it has a GPU with an error that requires an action now. */
    private static Rule<GpuFaultRmaView> divert(
            String id, String title, Function<GpuFaultRmaView, Judgement> when, String slug) {
        return new Rule<>(id, title, when, divertUnsafe(slug));
    }

    /** Nothing is reset or rebooted under the GPU Operator's driver. */
    private static Rule<GpuFaultRmaView> act(
            String id, String title, Function<GpuFaultRmaView, Judgement> when, GpuFaultRmaProcedure procedure) {
        return new Rule<>(
                id,
                title,
                when,
                here((view, why) -> procedure != REPLACE && view.node().facts().operated()
                        ? new Route(Route.Kind.HOLD, OperatorDriver.hardware(whole(title, why)))
                        : procedure.on(shown(why))));
    }

    private static Route silent(GpuFaultRmaView view, Judgement why) {
        return view.node().facts().operated() ? OperatorDriver.route(view.node()) : Route.diverting(RELOAD, true);
    }

    private static String whole(String title, Judgement why) {
        String text = shown(why);
        return text.isEmpty() ? title : title + ": " + text;
    }

    private static String shown(Judgement why) {
        String text = why.sentence();
        return text.length() > SHOWN ? text.substring(0, SHOWN - 1) + "…" : text;
    }

    @Override
    public String slug() {
        return "gpu-fault-rma";
    }

    @Override
    public Set<String> leadsTo() {
        return RULES.leadsTo();
    }

    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline) {
        return diagnose(facts, baseline, List::of);
    }

    /** Describes a report by its route's words, all else by its title. */
    @Override
    public Diagnosed diagnose(NodeFacts facts, Baseline baseline, Supplier<List<GpuEvent>> past) {
        GpuFaultRmaView view = GpuFaultRmaView.of(NodeView.of(facts, baseline), past.get());
        RuleTable.Fit<GpuFaultRmaView> fit = RULES.first(view);
        Route route = fit.route(view);
        String title = fit.rule().title();
        boolean reported = route.kind() == Route.Kind.REPORT;
        return new Diagnosed(fit.rule().id(), reported ? title : whole(title, fit.why()), route, List.of());
    }
}
