package dev.slipway.starter;

import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DryRunReport;
import dev.slipway.query.DryRun;
import java.util.List;

/** Finds packages that differ, and who asked. */
public final class FakeDryRun implements DryRun {

    @Override
    public DryRunReport report(Trigger trigger, String runbook) {
        Route route = Route.perform("CONVERGE", "", "cordon → drain → converge packages, asked by " + trigger.who());
        Diagnosed diagnosed = new Diagnosed("D17", "config drift", route, List.of());
        return new DryRunReport(trigger.node(), trigger.goal(), diagnosed, List.of(), List.of("apt-get install"));
    }
}
