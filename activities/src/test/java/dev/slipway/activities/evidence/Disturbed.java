package dev.slipway.activities.evidence;

import dev.slipway.activities.ssh.OneNode;
import java.time.Duration;

/** What happens to a node that nobody asked for. */
final class Disturbed {
    private Disturbed() {}

    /** It loses its power; returns when it has booted again. */
    static void cycle(OneNode node) {
        int boots = node.see(() -> node.node().power().boots());
        node.node().clock().run(() -> node.node().power().cycle());
        while (node.see(() -> node.node().power().boots()) == boots) {
            OneNode.PULSE.pause(Duration.ofMillis(5), "the node boots");
        }
    }
}
