package dev.slipway.simulator.kubernetes;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the fleet's parts what happens to pods, in order and outside the state lock. */
final class FleetChanges implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FleetChanges.class);

    private final List<FleetPart> parts = new CopyOnWriteArrayList<>();
    private final Set<String> running = new HashSet<>();
    private final ExecutorService messenger =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());

    void attach(FleetPart part) {
        parts.add(part);
    }

    /** Reports a start. It is called under the state lock. */
    void started(PodOnNode pod) {
        if (running.add(pod.uid())) {
            tell(part -> part.podStarted(pod));
        }
    }

    /**
     * Reports an end, except for a pod that was never started or has ended already. It is called under the state lock.
     */
    void ended(PodOnNode pod) {
        if (running.remove(pod.uid())) {
            tell(part -> part.podEnded(pod));
        }
    }

    private void tell(Consumer<FleetPart> message) {
        messenger.execute(() -> parts.forEach(part -> {
            try {
                message.accept(part);
            } catch (RuntimeException e) {
                LOG.error("a part of the simulated fleet failed", e);
            }
        }));
    }

    @Override
    public void close() {
        messenger.shutdown();
    }
}
