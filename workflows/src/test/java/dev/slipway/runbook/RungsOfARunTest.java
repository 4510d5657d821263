package dev.slipway.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** I11: a rung is taken once in a run, also where a second or a third runbook would have taken it again. */
class RungsOfARunTest {
    private static final List<String> RUNGS =
            List.of("Modules.unload", "Packages.reinstall", "Gpus.reset", "Power.reboot", "Power.cycle");

    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
        assertThat(node.boots).as("one boot before the run, and two of it").isLessThanOrEqualTo(3);
    }

    private NodeOutcome reload() {
        node.packages = "pin";
        node.running = "pin";
        node.row = "M13";
        node.driver.gspFails = true;
        node.installed.put("gsp-mismatch", "GspMismatch");
        node.installed.put("gpu-fault-rma", "GpuFaultRma");
        return bench.moduleReload(node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));
    }

    private List<String> rungs() {
        return node.calls.stream().filter(RUNGS::contains).toList();
    }

    @Test
    void i11_aRebootThatModuleReloadTookIsNotTakenAgainByGspMismatch() {
        node.driver.brings.clear();
        node.driver.gspHelps.clear();
        node.rows.put("gsp-mismatch", "W19");

        NodeOutcome outcome = reload();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
        assertThat(outcome.path()).containsExactly("module-reload", "gsp-mismatch");
        assertThat(rungs())
                .containsExactly("Modules.unload", "Power.reboot", "Packages.reinstall", "Power.reboot", "Gpus.reset");
    }

    /** The row asks for a reinstall: taken before, so that the next rung is. */
    @Test
    void i11_aReinstallThatModuleReloadTookLeadsToTheResetThatNobodyTook() {
        node.driver.brings.clear();
        node.driver.gspHelps.clear();
        node.driver.gspHelps.add("reset");
        node.rows.put("gsp-mismatch", "W13");

        reload();

        assertThat(Collections.frequency(node.calls, "Packages.reinstall")).isEqualTo(1);
        assertThat(Collections.frequency(node.calls, "Gpus.reset")).isEqualTo(1);
        assertThat(Collections.frequency(node.calls, "Power.reboot")).isEqualTo(2);
    }

    /** Three runbooks: what the first two took is not left for the third, which then asks for a person. */
    @Test
    void i11_gpuFaultRmaTakesNothingThatAnEarlierRunbookTook() {
        node.row = "W19";
        node.rows.put("gpu-fault-rma", "F13");
        node.packages = "pin";
        node.running = "pin";
        node.driver.resident = "pin";
        node.driver.gspFails = true;
        node.driver.gspHelps.remove("reset");
        node.badDiag.add("pin");
        node.gpus.curedBy = "nothing";
        node.installed.put("gpu-fault-rma", "GpuFaultRma");

        NodeOutcome outcome = bench.gspMismatch(node).run(Bench.trigger(node, Bench.policy(false), Reason.ALERT));

        assertThat(outcome.path()).containsExactly("gsp-mismatch", "gpu-fault-rma");
        assertThat(rungs()).containsExactly("Gpus.reset", "Power.reboot");
        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.RMA_CANDIDATE);
        assertThat(outcome.reason())
                .contains("a reset of GPUs was taken before in this run", "a reboot to end the fault was taken before");
    }
}
