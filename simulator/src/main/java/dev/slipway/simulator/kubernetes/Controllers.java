package dev.slipway.simulator.kubernetes;

import dev.slipway.simulator.kubernetes.spec.Controller;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Runs the work queues of the played controllers: each key is worked on once, a moment after its last request. */
final class Controllers {
    private final StateLock state;
    private final SimulatedTime time;
    private final Map<Controller, Queue> queues = new EnumMap<>(Controller.class);
    private final Set<Controller> stopped = EnumSet.noneOf(Controller.class);

    private record Queue(Duration delay, Consumer<String> reconcile, Set<String> waiting) {}

    Controllers(StateLock state, SimulatedTime time) {
        this.state = state;
        this.time = time;
    }

    void register(Controller controller, Duration delay, Consumer<String> reconcile) {
        queues.put(controller, new Queue(delay, reconcile, new LinkedHashSet<>()));
    }

    void enqueue(Controller controller, String key) {
        Queue queue = queue(controller);
        if (queue.waiting().add(key) && !stopped.contains(controller)) {
            time.after(queue.delay(), () -> work(controller, key));
        }
    }

    private void work(Controller controller, String key) {
        Queue queue = queue(controller);
        if (!stopped.contains(controller) && queue.waiting().remove(key)) {
            queue.reconcile().accept(key);
        }
    }

    void stop(Controller controller) {
        state.run(() -> stopped.add(controller));
    }

    void resume(Controller controller) {
        state.run(() -> {
            Queue queue = queue(controller);
            if (stopped.remove(controller)) {
                List.copyOf(queue.waiting()).forEach(key -> time.after(queue.delay(), () -> work(controller, key)));
            }
        });
    }

    private Queue queue(Controller controller) {
        Queue queue = queues.get(controller);
        if (queue == null) {
            throw new IllegalStateException(controller + " is not registered");
        }
        return queue;
    }

    /** Returns what is waiting, for tests that need a quiet cluster. */
    Map<Controller, Integer> waiting() {
        Map<Controller, Integer> found = new HashMap<>();
        queues.forEach(
                (controller, queue) -> found.put(controller, queue.waiting().size()));
        return found;
    }
}
