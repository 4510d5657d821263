package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.Proving.Ends;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test or a mutation that never ends, over everything: the run ends as if the test had failed, or holds its node. */
class HungTestFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final SoftwareSet PREVIOUS = SoftwareSet.previous();
    private static final Condition OLD = new Condition.Runs(PREVIOUS);
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(PINNED);

    private static final Wanted OUT = Wanted.untouched(true).atMost(2, 1);

    @TempDir
    Path folder;

    private static Condition hangs(String command, Ends ends) {
        return new Condition.CommandHangs(PINNED.driver(), command, ends);
    }

    private static Condition hangsBefore(String command) {
        return new Condition.CommandHangs(PREVIOUS.driver(), command, Ends.AT_TERM);
    }

    @Test
    void aTestThatHangsEndsARunAsOneThatFailedAndWhatCannotBeEndedHoldsItsNode() {
        Wanted back = Wanted.whole(PREVIOUS).atMost(2, 2);
        Condition fails = new Condition.DiagFails(PINNED.driver(), "memory");
        Condition diag = hangs("dcgmi diag -r 3", Ends.AT_KILL);
        FleetCases.of("image-drift")
                .node("* ROLLED_BACK", back, OLD, fails)
                .node("* ROLLED_BACK(G7 fail: dcgmi diag -r 3 did not end within 45 min and was ended", back, OLD, diag)
                .node(
                        "* ROLLED_BACK(G8 fail: all_reduce_perf did not end",
                        back,
                        OLD,
                        hangs("all_reduce", Ends.AT_TERM))
                .node("* HELD(nccl-tests on the node", OUT, OLD, hangs("all_reduce", Ends.AT_REBOOT))
                .node("* HELD(Converge packages", OUT, OLD, hangsBefore("apt-get -q -o DPkg::Lock"))
                .beginning("module-reload")
                .node("* RMA_CANDIDATE(RMA candidate: G7 fail: memory", OUT, OLD, UPGRADED, fails)
                .node("* RMA_CANDIDATE(RMA candidate: G7 fail: dcgmi diag -r 3 did not end", OUT, OLD, UPGRADED, diag)
                .run(folder, 71, HungTestFleetTest::nothingIsLeft);
    }

    /**
     * A test that was ended left nothing on a GPU; a test that no signal ends is named; a transaction is not killed.
     */
    private static void nothingIsLeft(SimulatedNode node, NodeOutcome end) {
        List<String> onGpus = node.clock()
                .call(() -> node.processes().stream()
                        .filter(process -> process.owner().startsWith("hung"))
                        .map(GpuProcess::command)
                        .toList());
        if (end.outcome() != Outcome.HELD) {
            assertThat(onGpus).as(end + ": on GPUs").isEmpty();
        } else if (end.reason().startsWith("nccl-tests")) {
            assertThat(end.reason()).contains("was killed and has not ended: process 7301 all_reduce_perf");
            assertThat(onGpus).containsExactly("all_reduce_perf");
        } else {
            assertThat(end.reason()).contains("has not ended; it was not killed");
            assertThat(node.faults().calls("slipway-end")).as("signals").isZero();
        }
    }
}
