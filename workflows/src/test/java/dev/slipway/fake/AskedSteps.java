package dev.slipway.fake;

import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import java.util.Set;
import java.util.function.Function;

/**
 * The steps that a run asks of one node. Once the run is stopped, at most the change that was under way may end: a step that
 * changes the node anew is a violation. Where the stop came between two changes, the next one may still begin.
 */
final class AskedSteps {
    private static final Set<String> PUT_BACK = Set.of("start-clients", "resume-operands");

    private final FakeNode node;
    private Step last = Step.RELEASE;
    private int changesLeft = Integer.MAX_VALUE;

    AskedSteps(FakeNode node) {
        this.node = node;
    }

    /** The run is stopped here, while its last step runs. */
    synchronized void stop() {
        changesLeft = changes(last) ? 0 : 1;
    }

    private synchronized void ask(Step step) {
        if (step.equals(last)) {
            return;
        }
        last = step;
        if (changes(step) && changesLeft-- <= 0) {
            node.violations.add("began after the stop: " + step.id());
        }
    }

    private static boolean changes(Step step) {
        boolean putsBack = PUT_BACK.stream().anyMatch(step.id()::endsWith);
        return !putsBack && (step.state() == NodeState.MUTATING || step.state() == NodeState.REBOOTING);
    }

    /** Sees every activity that is asked of a node. */
    static WorkerInterceptorBase seenBy(Function<NodeRef, FakeNode> find) {
        return new WorkerInterceptorBase() {
            @Override
            public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
                return new ActivityInboundCallsInterceptorBase(next) {
                    @Override
                    public ActivityOutput execute(ActivityInput input) {
                        if (input.getArguments().length > 0 && input.getArguments()[0] instanceof Act act) {
                            find.apply(act.node()).stepsAsked.ask(act.step());
                        }
                        return super.execute(input);
                    }
                };
            }
        };
    }
}
