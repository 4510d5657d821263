package dev.slipway.activities.kubernetes;

import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wakes a drain when pods leave its node: one watch instead of many lists. It proves nothing by itself. */
final class Changes implements Watcher<Pod>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Changes.class);

    private final Semaphore bell = new Semaphore(0);
    private final String node;
    private final Watch watch;

    Changes(ClusterApi api, String node) {
        this.node = node;
        watch = api.read(
                "watch the pods of node " + node,
                () -> api.client()
                        .pods()
                        .inAnyNamespace()
                        .withField("spec.nodeName", node)
                        .watch(this));
    }

    /** Forgets what was heard so far: called before the node is looked at. */
    void forget() {
        bell.drainPermits();
    }

    /** Waits until {@code pods} pods have left the node since {@link #forget}, at most {@code atMost}. */
    void await(int pods, Duration atMost) {
        try {
            if (!bell.tryAcquire(Math.max(1, pods), atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.debug("Node {} is looked at again after {}", node, atMost);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FailureType.TRANSIENT.of("Interrupted while waiting for " + node + " to be empty");
        }
    }

    /** Ends a wait, however many pods it waits for. */
    void wake() {
        bell.release(Short.MAX_VALUE);
    }

    @Override
    public void eventReceived(Action action, Pod pod) {
        if (action == Action.DELETED) {
            bell.release();
        }
    }

    @Override
    public void onClose(WatcherException cause) {
        LOG.info("The watch of the pods of node {} ended; the drain looks by the clock from here on", node, cause);
    }

    @Override
    public void close() {
        watch.close();
    }
}
