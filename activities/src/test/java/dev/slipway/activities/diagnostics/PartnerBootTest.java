package dev.slipway.activities.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.Reading;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Faults;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test over two nodes counts only where the partner runs the boot under which it was lent, before and after it. */
class PartnerBootTest {
    @TempDir
    private Path folder = Path.of("");

    private TwoNodes two = new TwoNodes(folder);

    @BeforeEach
    void begin() {
        two = new TwoNodes(folder);
    }

    @AfterEach
    void close() {
        two.close();
    }

    private void isNoVerdict(String... words) {
        GateResult result = two.pair();

        assertThat(result.verdict()).as(result.detail()).isEqualTo(Verdict.NOT_RUN);
        assertThat(result.bootId()).isEmpty();
        assertThat(result.detail()).contains(words);
    }

    @Test
    void aPartnerThatRunsAnotherBootThanItWasLentUnderIsNotTestedWith() {
        two.boots.addFirst(Reading.of("boot-later"));

        isNoVerdict("no test with lab/gpu-002", "boot-later", TwoNodes.BOOT);
        assertThat(two.started()).isEmpty();
    }

    @Test
    void i1_aTestThatPassedUnderAPartnerThatCrashedDoesNotCount() {
        two.boots.add(Reading.of("boot-later"));

        isNoVerdict("no result of the test with lab/gpu-002", "crashed or was rebooted", "boot-later", TwoNodes.BOOT);
        assertThat(two.started()).hasSize(1);
    }

    @Test
    void aTestThatFailedUnderAPartnerThatCrashedIsNoVerdictAndIsNotRepeatedWithIt() {
        two.plan =
                two.plan.failing(new Faults.Rule("mpirun", 1, Moment.BEFORE, new Fault.Exit(1, "ORTE lost a daemon")));
        two.boots.add(Reading.of("boot-later"));

        isNoVerdict("crashed or was rebooted");
        assertThat(two.started()).hasSize(1);
    }

    @Test
    void aTestWhoseBandwidthIsLowUnderAPartnerThatCrashedIsNoVerdict() {
        two.plan = two.plan.with(new Condition.BusBandwidth(100));
        two.boots.add(Reading.of("boot-later"));

        isNoVerdict("crashed or was rebooted");
    }

    @Test
    void i1_aTestAfterWhichThePartnerIsSilentDoesNotCount() {
        two.boots.add(Reading.unknown("no answer in time"));

        isNoVerdict("no result of the test with lab/gpu-002", "no answer in time");
    }

    @Test
    void aPartnerOfAnOlderWorkerIsNotAskedForItsBoot() {
        two.boots.addFirst(Reading.of("boot-later"));

        assertThat(two.diagnostics()
                        .ncclPair(TwoNodes.act(), OneNode.GOAL, TwoNodes.PARTNER, TwoNodes.LOAN, null)
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }
}
