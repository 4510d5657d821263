package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.SimulatedNode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What happens to a node that nobody of ours asked for. */
final class Disturbance {
    private Disturbance() {}

    /** The node loses its power now, and boots. */
    static void powerLost(SimulatedNode node) {
        node.clock().run(() -> node.power().cycle());
    }

    /** Somebody else reboots the node; returns when it is up again. */
    static void rebooted(SimulatedNode node) {
        CountDownLatch up = new CountDownLatch(1);
        node.listen(new NodeListener() {
            @Override
            public void up(SimulatedNode of) {
                up.countDown();
            }
        });
        node.clock().run(() -> node.power().reboot());
        await(up, node.name() + " came up");
    }

    /** Somebody switches the node off, for good; returns when it is down. */
    static void switchedOff(SimulatedNode node) {
        CountDownLatch down = new CountDownLatch(1);
        node.listen(new NodeListener() {
            @Override
            public void down(SimulatedNode of) {
                down.countDown();
            }
        });
        node.clock().run(() -> node.power().off());
        await(down, node.name() + " went down");
    }

    private static void await(CountDownLatch seen, String what) {
        try {
            assertThat(seen.await(1, TimeUnit.MINUTES)).as(what).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("the wait was interrupted before " + what, e);
        }
    }

    /** A process that is nobody's job begins to compute on a GPU. */
    static void computes(SimulatedNode node) {
        node.clock().run(() -> node.become(new Condition.ForeignProcess(4711, "all_reduce_perf", 0)));
    }
}
