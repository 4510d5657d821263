package dev.slipway.activities.power;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Identity;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.NodePlan;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that was told to reboot may hang at any moment: it never speaks for a site whose other nodes are silent. */
class NoWitnessTest {
    private static final Identity MACHINE = new Identity("m", "p", Optional.empty());

    @TempDir
    private Path folder = Path.of("");

    private static SshPower power(OneNode node, Runnable onPause) {
        Guard guard = new Guard(
                act -> new CordonedNode(),
                act -> Reading.of(new AnsweringMachine(MACHINE)),
                act -> Reading.of(List.of()),
                fleet -> Optional.empty());
        return new SshPower(
                node.tools(TestClock.running(1000).onPause(detail -> onPause.run())),
                guard,
                (act, boot) -> Optional.empty(),
                act -> Duration.ofSeconds(40),
                new NoLastResort());
    }

    /** The first order is lost, so that the node answers many looks after it. */
    @Test
    void aNodeThatStillAnswersAfterItsOrderIsNoWitness() {
        NodePlan plan = NodePlan.clean("gpu-001", 7)
                .failing(new Faults.Rule("slipway-reboot", 1, Moment.BEFORE, new Fault.Drop()));
        try (OneNode node = new OneNode(folder, plan)) {
            node.hasSilentOther();
            int before = boots(node);
            AtomicInteger looks = new AtomicInteger();
            AtomicInteger witness = new AtomicInteger();

            power(node, () -> {
                        if (boots(node) == before) {
                            looks.incrementAndGet();
                            witness.addAndGet(siteIsAway(node) ? 0 : 1);
                        }
                    })
                    .reboot(
                            node.act("reboot", 1, Optional.of(MACHINE)),
                            node.see(() -> node.node().power().bootId()));

            assertThat(looks).hasPositiveValue();
            assertThat(witness).hasValue(0);
        }
    }

    private static int boots(OneNode node) {
        return node.see(() -> node.node().power().boots());
    }

    /** What a silent node beside {@code node} is taken for. */
    private static boolean siteIsAway(OneNode node) {
        try {
            node.tools().ssh().ask(OneNode.SILENT, RemoteCommand.of("alive", "true"), Limits.brief());
            throw new IllegalStateException("nobody listens on that port");
        } catch (ApplicationFailure silent) {
            return FailureType.PART_AWAY.is(silent);
        }
    }
}
