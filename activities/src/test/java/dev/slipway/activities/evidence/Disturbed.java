package dev.slipway.activities.evidence;

import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshFailure;
import java.time.Duration;

/** What happens to a node that nobody asked for. */
final class Disturbed {
    private static final RemoteCommand ALIVE = RemoteCommand.of("alive", "true");

    private Disturbed() {}

    /** It loses its power; returns when it has booted again and answers. */
    static void cycle(OneNode node) {
        int boots = node.see(() -> node.node().power().boots());
        node.node().clock().run(() -> node.node().power().cycle());
        while (node.see(() -> node.node().power().boots()) == boots || !answers(node)) {
            OneNode.CLOCK.pause(Duration.ofMillis(5), "the node boots");
        }
    }

    private static boolean answers(OneNode node) {
        try {
            return node.tools()
                    .ssh()
                    .run(node.act("alive", 1).node(), ALIVE, Limits.brief())
                    .ok();
        } catch (SshFailure booting) {
            return false;
        }
    }
}
