package dev.slipway.starter;

import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DryRunReport;
import dev.slipway.query.DryRun;
import java.util.List;

/** Finds packages that differ, and who asked; on one node a setting that is changed while it works. */
public final class FakeDryRun implements DryRun {

    /** Works on while it is mended. */
    public static final String IN_SERVICE = "gpu-077";

    @Override
    public DryRunReport report(Trigger trigger, String runbook) {
        Route route = trigger.node().name().equals(IN_SERVICE)
                ? Route.perform("SET", "", "no cordon, no drain: set it")
                : Route.perform("CONVERGE", "", "cordon → drain → converge packages, asked by " + trigger.who());
        Diagnosed diagnosed = new Diagnosed("D17", "config drift", route, List.of());
        return new DryRunReport(trigger.node(), trigger.goal(), diagnosed, List.of(), List.of("apt-get install"));
    }
}
