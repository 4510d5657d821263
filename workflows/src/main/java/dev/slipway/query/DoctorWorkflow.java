package dev.slipway.query;

import dev.slipway.frame.engine.Failures;
import dev.slipway.input.StartInput;
import dev.slipway.model.Causes;
import dev.slipway.model.CheckResult;
import dev.slipway.port.Access;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks all fleets in parallel, each once. A failed check is a line of the report; it is not retried. */
public final class DoctorWorkflow implements Doctor {
    private final int fleets;

    @WorkflowInit
    public DoctorWorkflow(List<String> fleets, Boolean all) {
        StartInput.check("the fleets", fleets);
        StartInput.check("whether all nodes", all);
        this.fleets = fleets.size();
    }

    @Override
    public List<CheckResult> check(List<String> names, Boolean all) {
        List<Promise<List<CheckResult>>> looks = new ArrayList<>();
        for (String fleet : names) {
            looks.add(line(
                    "SSH " + fleet, Async.function(access("Log in to nodes of " + fleet, all)::nodes, fleet, all)));
            looks.add(
                    line("BMC " + fleet, Async.function(access("Log in to BMCs of " + fleet, all)::bmcs, fleet, all)));
            looks.add(line("RBAC " + fleet, Async.function(access("Rights for " + fleet, all)::rights, fleet)));
        }
        List<CheckResult> seen = new ArrayList<>();
        looks.forEach(look -> seen.addAll(look.get()));
        return seen;
    }

    private static Promise<List<CheckResult>> line(String part, Promise<List<CheckResult>> look) {
        return look.exceptionally(e -> List.of(CheckResult.notChecked(
                part, "the worker could not check this: " + reason(e), "see the worker's log, then try again")));
    }

    private static String reason(Throwable e) {
        return e instanceof RuntimeException failed ? Failures.text(failed) : Causes.words(e);
    }

    private static Access access(String summary, boolean all) {
        return Workflow.newActivityStub(
                Access.class,
                ActivityOptions.newBuilder()
                        .setScheduleToCloseTimeout(Duration.ofSeconds(all ? 300 : 30))
                        .setSummary(summary)
                        .setRetryOptions(
                                RetryOptions.newBuilder().setMaximumAttempts(1).build())
                        .build());
    }

    @Override
    public int view() {
        return fleets;
    }
}
