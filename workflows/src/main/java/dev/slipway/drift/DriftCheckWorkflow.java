package dev.slipway.drift;

import dev.slipway.frame.engine.Failures;
import dev.slipway.frame.engine.Local;
import dev.slipway.frame.engine.Notifications;
import dev.slipway.input.StartInput;
import dev.slipway.model.NotificationState;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.port.Drift;
import dev.slipway.port.Inventory;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the check: it lists the members, reads pages of them in parallel so that a slow node delays no other page, and
 * reports.
 */
public final class DriftCheckWorkflow implements DriftCheck {
    private static final int PAGE = 200;
    private static final int PAGES_AT_ONCE = 25;
    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(30);

    /** A ledger that is away for some minutes costs no check: each page goes on where it was. */
    private static final int READ_TRIES = 20;

    private static final int OPEN_TRIES = 8;
    private final Inventory inventory = Local.stub(Inventory.class);
    private String progress = "starting";
    private int read;
    private int answered;

    @WorkflowInit
    public DriftCheckWorkflow(String fleet) {
        StartInput.check("the fleet", fleet);
    }

    /** Fails with a sentence if the check cannot end, and notifies people: nobody waits for a nightly check. */
    @Override
    public DriftReport check(String fleet) {
        try {
            return checked(fleet);
        } catch (TemporalFailure failed) {
            if (CancellationScope.current().isCancelRequested()) {
                throw failed;
            }
            String why = "the drift check of " + fleet + " did not come to its end: " + Failures.text(failed);
            tell(progress + "; " + why);
            Notifications telling = new Notifications(this::tell);
            telling.tell(
                    fleet,
                    "drift check of " + fleet,
                    NotificationState.FAILED,
                    why + " – nothing was changed; start it again: slipway drift check --fleet " + fleet);
            telling.heard();
            throw ApplicationFailure.newNonRetryableFailure(why, "DriftCheckFailed");
        }
    }

    private DriftReport checked(String fleet) {
        String reportId = Workflow.getInfo().getWorkflowId();
        Drift drift = drift("Read the fleet", READ_TRIES, inventory.taskQueue(fleet));
        int nodes = drift.begin(reportId, fleet);
        scan(drift, reportId, fleet, nodes);
        DriftReport report = drift.finish(reportId, fleet);
        tell(report.answered() + " of " + report.nodes() + " answered, " + report.matching() + " match, "
                + report.drifted() + " drifted, " + report.broken() + " broken"
                + counted(report.reported(), "reported")
                + counted(report.unread().total(), "without facts")
                + counted(report.goals().unconfirmed(), "not confirmed by the second source"));
        if (report.drifted() > 0 && !report.suspectBaseline()) {
            open(report);
        }
        if (report.matching() < report.nodes() && tellsPeople()) {
            notifyPeople(report);
        }
        return report;
    }

    private static String counted(int nodes, String what) {
        return nodes == 0 ? "" : ", " + nodes + " " + what;
    }

    /** Returns whether people hear of a check that found something; one that began on an older worker told nobody. */
    private static boolean tellsPeople() {
        return Workflow.getVersion("drift-is-told", Workflow.DEFAULT_VERSION, 1) == 1;
    }

    private void notifyPeople(DriftReport report) {
        Notifications telling = new Notifications(unheard -> tell(progress + "; " + unheard));
        telling.tell(
                report.fleet(),
                "drift check of " + report.fleet(),
                NotificationState.DIFFERS,
                progress
                        + (report.suspectBaseline()
                                ? "; so many differ that the baseline itself is in doubt, look at it first"
                                : "")
                        + " – the check changed nothing; see: slipway drift check --show " + report.reportId());
        telling.heard();
    }

    private void scan(Drift drift, String reportId, String fleet, int nodes) {
        tell("0 of " + nodes + " read");
        List<Promise<Integer>> pages = new ArrayList<>();
        for (int from = 0; from < nodes; from += PAGE) {
            if (pages.size() == PAGES_AT_ONCE) {
                Promise.anyOf(pages).get();
                pages.removeIf(Promise::isCompleted);
            }
            int first = from;
            int end = Math.min(nodes, from + PAGE);
            pages.add(Async.function(() -> drift.scan(reportId, fleet, first, end))
                    .thenApply(facts -> {
                        read += end - first;
                        answered += facts;
                        tell(read + " of " + nodes + " read, " + answered + " answered");
                        return facts;
                    }));
        }
        Promise.allOf(pages).get();
    }

    private void tell(String text) {
        progress = text;
        Workflow.setCurrentDetails(text);
    }

    /**
     * Opens a rollout from the report. The check itself is done by then, so a failure here is reported and fails
     * nothing.
     */
    private void open(DriftReport report) {
        String said;
        try {
            said = drift("Open a rollout", OPEN_TRIES, Optional.empty()).open(report);
        } catch (TemporalFailure away) {
            said = "no rollout was opened, open it by hand: " + Failures.text(away);
        }
        if (!said.isBlank()) {
            tell(progress + "; " + said);
        }
    }

    private static Drift drift(String summary, int tries, Optional<String> queue) {
        ActivityOptions.Builder options = ActivityOptions.newBuilder();
        queue.ifPresent(options::setTaskQueue);
        return Workflow.newActivityStub(
                Drift.class,
                options.setStartToCloseTimeout(Duration.ofMinutes(30))
                        .setHeartbeatTimeout(Duration.ofSeconds(60))
                        .setSummary(summary)
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setMaximumInterval(LONGEST_INTERVAL)
                                .setMaximumAttempts(tries)
                                .build())
                        .build());
    }

    @Override
    public String progress() {
        return progress;
    }
}
