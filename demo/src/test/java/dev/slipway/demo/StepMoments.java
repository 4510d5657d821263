package dev.slipway.demo;

import io.temporal.activity.ActivityExecutionContext;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Lets a test act at a chosen moment of a chosen step of a node's run, once: before its effect, or before its report.
 */
final class StepMoments extends WorkerInterceptorBase {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration BEAT = Duration.ofSeconds(2);
    /** An attempt of a local activity may take ten seconds. */
    private static final Duration LONGEST_LOCAL = Duration.ofSeconds(8);

    private final Map<String, Consumer<Stand>> planned = new ConcurrentHashMap<>();
    private final Map<StepGate.Place, Integer> done = new ConcurrentHashMap<>();
    private final Set<StepGate.Place> reached = ConcurrentHashMap.newKeySet();

    /** An attempt that stands at its moment, with what it was asked for. */
    record Stand(StepMoments moments, StepGate.Place place, List<Object> arguments, ActivityExecutionContext context) {

        /** Stands there, alive, until that holds; a local activity no longer than it may. */
        void until(BooleanSupplier holds) {
            boolean local = context.getInfo().isLocal();
            long from = System.nanoTime();
            long beat = from;
            while (!holds.getAsBoolean() && !(local && passed(from, LONGEST_LOCAL))) {
                LockSupport.parkNanos(LOOK.toNanos());
                if (!local && passed(beat, BEAT)) {
                    context.heartbeat(null);
                    beat = System.nanoTime();
                }
            }
        }

        /** Stands there as a stopped process does, silently, until a later attempt has done the step, or so long. */
        void stopped(Duration longest) {
            int before = moments.done.getOrDefault(place, 0);
            long from = System.nanoTime();
            while (moments.done.getOrDefault(place, 0) == before && !passed(from, longest)) {
                LockSupport.parkNanos(LOOK.toNanos());
            }
        }

        private static boolean passed(long from, Duration span) {
            return System.nanoTime() - from > span.toNanos();
        }
    }

    /** Does {@code what} the first time that an attempt stands there. */
    void at(StepGate.Place place, StepGate.Moment moment, Consumer<Stand> what) {
        planned.put(place.file(moment), what);
    }

    /** Whether a run came to the moment that was chosen at that place. */
    boolean reached(StepGate.Place place) {
        return reached.contains(place);
    }

    @Override
    public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
        return new Watched(next);
    }

    private void stand(StepGate.Place place, StepGate.Moment moment, Object[] arguments, ActivityExecutionContext at) {
        Optional.ofNullable(planned.remove(place.file(moment))).ifPresent(what -> {
            reached.add(place);
            what.accept(new Stand(this, place, List.of(arguments), at));
        });
    }

    private final class Watched extends ActivityInboundCallsInterceptorBase {
        private Optional<ActivityExecutionContext> context = Optional.empty();

        Watched(ActivityInboundCallsInterceptor next) {
            super(next);
        }

        @Override
        public void init(ActivityExecutionContext at) {
            context = Optional.of(at);
            super.init(at);
        }

        @Override
        public ActivityOutput execute(ActivityInput input) {
            Optional<StepGate.Place> place = StepGate.place(input.getArguments());
            if (place.isEmpty()) {
                return super.execute(input);
            }
            ActivityExecutionContext at = context.orElseThrow();
            stand(place.get(), StepGate.Moment.BEFORE, input.getArguments(), at);
            ActivityOutput output = super.execute(input);
            done.merge(place.get(), 1, Integer::sum);
            stand(place.get(), StepGate.Moment.AFTER, input.getArguments(), at);
            return output;
        }
    }
}
