package dev.slipway.query;

import dev.slipway.input.StartInput;
import dev.slipway.model.Act;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DryRunReport;
import dev.slipway.port.Diagnosis;
import dev.slipway.port.Nodes;
import dev.slipway.port.Packages;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads the facts, diagnoses the node and previews its changes. */
public final class DryRunWorkflow implements DryRun {
    /** Changes packages, and its changes can be shown. */
    private static final String CONVERGE = "CONVERGE";

    @WorkflowInit
    public DryRunWorkflow(Trigger trigger, String runbook) {
        StartInput.check("the trigger", trigger);
        StartInput.check("the runbook", runbook);
    }

    @Override
    public DryRunReport report(Trigger trigger, String runbook) {
        FactsRef facts =
                reading(Nodes.class, Step.FACTS, trigger).facts(act(trigger, runbook, Step.FACTS, Optional.empty()));
        Act act = act(trigger, runbook, Step.DIAGNOSE, Optional.of(facts));
        Diagnosed diagnosed = reading(Diagnosis.class, Step.DIAGNOSE, trigger).diagnose(act, facts, trigger.goal());
        if (!diagnosed.route().procedure().equals(CONVERGE)) {
            return new DryRunReport(trigger.node(), trigger.goal(), diagnosed, List.of(), List.of());
        }
        Packages packages = reading(Packages.class, Step.PRE_CHECKS, trigger);
        return new DryRunReport(
                trigger.node(),
                trigger.goal(),
                diagnosed,
                packages.preview(act, trigger.goal()),
                packages.commands(act, trigger.goal()));
    }

    private static Act act(Trigger trigger, String runbook, Step step, Optional<FactsRef> facts) {
        return new Act(
                        trigger.node(),
                        trigger.fleet(),
                        Workflow.getInfo().getFirstExecutionRunId(),
                        Workflow.getInfo().getWorkflowId(),
                        runbook,
                        step,
                        1,
                        facts.map(FactsRef::identity),
                        Instant.ofEpochMilli(Workflow.currentTimeMillis()))
                .expecting(trigger.options().adopt(), "", Optional.empty());
    }

    private static <T> T reading(Class<T> port, Step step, Trigger trigger) {
        ActivityOptions.Builder options = ActivityOptions.newBuilder();
        trigger.options().taskQueue().ifPresent(options::setTaskQueue);
        return Workflow.newActivityStub(
                port,
                options.setStartToCloseTimeout(Duration.ofMinutes(1))
                        .setHeartbeatTimeout(Duration.ofSeconds(30))
                        .setSummary(step.title())
                        .setRetryOptions(
                                RetryOptions.newBuilder().setMaximumAttempts(2).build())
                        .build());
    }
}
