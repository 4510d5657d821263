package dev.slipway.demo;

import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeState;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands beside every activity: writes down which steps a run on a node came to, lets a test do something the first time
 * that a run is at a step, and loses the answer of a step that was done.
 */
final class StepWatch extends WorkerInterceptorBase {
    private static final Set<String> PUT_BACK = Set.of("start-clients", "resume-operands");
    private final Map<String, Set<String>> steps = new ConcurrentHashMap<>();
    private final Map<String, Runnable> before = new ConcurrentHashMap<>();
    private final Set<String> unheard = ConcurrentHashMap.newKeySet();
    private final Map<String, List<Step>> stopped = new ConcurrentHashMap<>();

    /** The steps that runs on {@code node} came to, in order, each once. */
    List<String> steps(String node) {
        Set<String> seen = steps.getOrDefault(node, Set.of());
        synchronized (seen) {
            return List.copyOf(seen);
        }
    }

    /** Does {@code what} once, when a run on {@code node} is at {@code step} and the step has not been done. */
    void before(String node, String step, Runnable what) {
        before.put(node + "/" + step, what);
    }

    /** As {@link #before}, where {@code stop} stops the run. */
    void stopAt(String node, String step, Runnable stop) {
        before(node, step, () -> {
            stopped.put(node, new CopyOnWriteArrayList<>());
            stop.run();
        });
    }

    /**
     * The changes that began after the run was stopped, and should not have: one that was under way may end, and between
     * two changes the next one may begin.
     */
    List<String> begunAfterStop(String node) {
        List<Step> since = stopped.getOrDefault(node, List.of());
        int allowed = !since.isEmpty() && changes(since.getFirst()) ? 1 : 2;
        return since.stream()
                .distinct()
                .filter(step -> step.equals(since.getFirst()) || changes(step))
                .skip(allowed)
                .map(Step::id)
                .toList();
    }

    private static boolean changes(Step step) {
        boolean putsBack = PUT_BACK.stream().anyMatch(step.id()::endsWith);
        return !putsBack && (step.state() == NodeState.MUTATING || step.state() == NodeState.REBOOTING);
    }

    /** The first time that {@code step} is done on {@code node}, nobody hears of it. */
    void unheard(String node, String step) {
        unheard.add(node + "/" + step);
    }

    /** Answers that were to be lost and never came, as node and step. */
    Set<String> neverUnheard() {
        return Set.copyOf(unheard);
    }

    @Override
    public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
        return new Watched(next);
    }

    private final class Watched extends ActivityInboundCallsInterceptorBase {
        private String type = "";

        Watched(ActivityInboundCallsInterceptor next) {
            super(next);
        }

        @Override
        public void init(ActivityExecutionContext context) {
            type = context.getInfo().getActivityType();
            super.init(context);
        }

        @Override
        public ActivityOutput execute(ActivityInput input) {
            Optional<Act> act = Arrays.stream(input.getArguments())
                    .filter(Act.class::isInstance)
                    .map(Act.class::cast)
                    .findFirst();
            if (act.isEmpty()) {
                return super.execute(input);
            }
            String node = act.get().node().name();
            String step = act.get().step().id();
            Set<String> seen = steps.computeIfAbsent(node, n -> new LinkedHashSet<>());
            synchronized (seen) {
                seen.add(step);
            }
            Optional.ofNullable(before.remove(node + "/" + step)).ifPresent(Runnable::run);
            Optional.ofNullable(stopped.get(node))
                    .ifPresent(since -> since.add(act.get().step()));
            ActivityOutput output = super.execute(input);
            if (unheard.remove(node + "/" + step)) {
                throw FailureType.TRANSIENT.of(type + " was done, and the answer was lost");
            }
            return output;
        }
    }
}
