package dev.slipway.drift;

import dev.slipway.model.DriftReport;
import dev.slipway.port.Drift;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** The check: members, pages of them, report. */
public final class DriftCheckRun implements DriftCheck {
    private static final int PAGE = 100;
    private final Drift drift = Workflow.newActivityStub(
            Drift.class,
            ActivityOptions.newBuilder()
                    .setStartToCloseTimeout(Duration.ofMinutes(10))
                    .setHeartbeatTimeout(Duration.ofSeconds(60))
                    .setSummary("Read the fleet")
                    .setRetryOptions(
                            RetryOptions.newBuilder().setMaximumAttempts(5).build())
                    .build());
    private String progress = "starting";

    @Override
    public DriftReport check(String fleet) {
        String reportId = Workflow.getInfo().getWorkflowId();
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
        return report;
    }

    @Override
    public String progress() {
        return progress;
    }
}
