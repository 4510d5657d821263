package dev.slipway.starter.api;

import dev.slipway.model.Difference;
import dev.slipway.model.Durations;
import dev.slipway.model.Reason;
import dev.slipway.model.Route;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DryRunReport;
import dev.slipway.starter.client.DryRun;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Says what a run would do: a worker reads the node and matches the table. Nothing is changed. */
@Component
final class DryRuns {
    private static final int SECONDS = 45;

    /** Longer than anybody waits for it, so that the one who waits says that no worker answers. */
    private static final Duration RUN_WITHIN = Duration.ofSeconds(SECONDS + 10);

    private final Runs runs;
    private final Triggers triggers;

    DryRuns(Runs runs, Triggers triggers) {
        this.runs = runs;
        this.triggers = triggers;
    }

    /** Returns the row that a node matches now, and what a run would do about it. */
    DryRun of(Members.Member member, String runbook, Who who) {
        Runbooks.typeOf(runbook);
        Trigger trigger = triggers.of(member, new Triggers.Cause(Reason.OPERATOR, who, false, Optional.empty()));
        String id = "dry-run/" + member.node() + "/" + UUID.randomUUID();
        runs.start(
                Runs.Start.brief("DryRun", id, "what " + runbook + " would do on " + member.node(), RUN_WITHIN),
                trigger,
                runbook);
        DryRunReport report = runs.result(id, DryRunReport.class, SECONDS)
                .orElseThrow(() -> ApiException.away(
                        "no answer from " + member.node() + " within " + Durations.words(Duration.ofSeconds(SECONDS)),
                        "see " + runs.linkOrName(id) + "; is a worker running? slipway doctor"));
        return new DryRun(
                member.node().cluster(),
                member.node().name(),
                runbook,
                report.goal().toString(),
                report.diagnosed().row(),
                report.diagnosed().title(),
                report.diagnosed().route().name().toLowerCase(Locale.ROOT),
                report.diagnosed().differences().stream()
                        .map(Difference::toString)
                        .toList(),
                plan(report.diagnosed().route(), trigger.policy()),
                report.changes(),
                report.commands());
    }

    private static List<String> plan(Route route, NodePolicy policy) {
        List<String> losses = route.drains() ? policy.losses() : List.of();
        return Stream.concat(Stream.of(route.sentence()), losses.stream()).toList();
    }
}
