package dev.slipway.drift;

import dev.slipway.model.DriftReport;
import dev.slipway.port.Drift;
import dev.slipway.port.Inventory;
import dev.slipway.runbook.Local;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/** The check: members, pages of them, report. */
public final class DriftCheckRun implements DriftCheck {
    private static final int PAGE = 100;
    private static final int READ_TRIES = 5;
    private static final int OPEN_TRIES = 8;
    private final Inventory inventory = Local.stub(Inventory.class);
    private String progress = "starting";

    @Override
    public DriftReport check(String fleet) {
        String reportId = Workflow.getInfo().getWorkflowId();
        Drift drift = drift("Read the fleet", READ_TRIES, inventory.taskQueue(fleet));
        int nodes = drift.begin(fleet);
        int answered = 0;
        for (int from = 0; from < nodes; from += PAGE) {
            progress = from + " of " + nodes + " read, " + answered + " answered";
            Workflow.setCurrentDetails(progress);
            answered += drift.scan(reportId, fleet, from, Math.min(nodes, from + PAGE));
        }
        DriftReport report = drift.finish(reportId, fleet);
        progress = report.answered() + " of " + nodes + " answered, " + report.matching() + " match, "
                + report.drifted() + " drifted, " + report.broken() + " broken";
        Workflow.setCurrentDetails(progress);
        if (report.drifted() > 0 && !report.suspectBaseline()) {
            open(report);
        }
        return report;
    }

    /** The check has done its work; a door that nobody opens is said and fails nothing. */
    private void open(DriftReport report) {
        String said;
        try {
            said = drift("Open a rollout", OPEN_TRIES, Optional.empty()).open(report);
        } catch (TemporalFailure away) {
            said = "no rollout was opened, open it by hand: " + away.getCause();
        }
        if (!said.isBlank()) {
            progress = progress + "; " + said;
            Workflow.setCurrentDetails(progress);
        }
    }

    private static Drift drift(String summary, int tries, Optional<String> queue) {
        ActivityOptions.Builder options = ActivityOptions.newBuilder();
        queue.ifPresent(options::setTaskQueue);
        return Workflow.newActivityStub(
                Drift.class,
                options.setStartToCloseTimeout(Duration.ofMinutes(10))
                        .setHeartbeatTimeout(Duration.ofSeconds(60))
                        .setSummary(summary)
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setMaximumAttempts(tries)
                                .build())
                        .build());
    }

    @Override
    public String progress() {
        return progress;
    }
}
