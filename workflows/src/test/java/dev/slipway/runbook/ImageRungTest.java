package dev.slipway.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.fake.Fault;
import dev.slipway.model.FailureType;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.PathEntry;
import io.temporal.client.WorkflowFailedException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rung of a new image in the repairs of a driver: after a reinstall, before a GPU is suspected, once in a run. */
class ImageRungTest {
    private static final List<String> RUNGS = List.of(
            "Modules.unload", "Packages.reinstall", "Gpus.reset", "Power.reboot", "Power.cycle", "Image.reimage");

    private final Bench bench = new Bench().start();
    private final FakeNode node = bench.node("gpu-1");

    @BeforeEach
    void nothingHelpsButAnImage() {
        node.packages = "pin";
        node.running = "pin";
        node.row = "M13";
        node.driver.brings.keySet().retainAll(List.of("image"));
        node.driver.gspHelps.retainAll(List.of("image"));
        node.installed.put("gsp-mismatch", "GspMismatch");
        node.installed.put("gpu-fault-rma", "GpuFaultRma");
        node.rows.put("gpu-fault-rma", "F3");
    }

    @AfterEach
    void close() {
        bench.close();
        assertThat(node.violations).isEmpty();
        assertThat(node.driver.asFound()).as("labels and services").isTrue();
    }

    private NodeOutcome reload(NodePolicy policy) {
        return bench.moduleReload(node).run(Bench.trigger(node, policy, Reason.ALERT));
    }

    private NodeOutcome firmware(String row) {
        node.row = row;
        node.driver.resident = "pin";
        node.driver.gspFails = true;
        return bench.gspMismatch(node).run(Bench.trigger(node, Bench.imaging(false), Reason.ALERT));
    }

    private List<String> rungs() {
        return node.calls.stream().filter(RUNGS::contains).toList();
    }

    private void imageFails(int times) {
        for (int nth = 1; nth <= times; nth++) {
            node.faults.add(new Fault("Image.reimage", nth, Fault.When.BEFORE, FailureType.STEP_FAILED));
        }
    }

    @Test
    void i10_i11_moduleReloadWritesTheImageAfterItsReinstallAndProvesIt() {
        NodeOutcome outcome = reload(Bench.imaging(false));

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(outcome.changed()).contains("image " + FakeNode.PIN);
        assertThat(rungs())
                .containsExactly(
                        "Modules.unload", "Power.reboot", "Packages.reinstall", "Power.reboot", "Image.reimage");
        assertThat(node.calls)
                .containsSubsequence("Evidence.capture", "Nodes.drain", "Operands.resume", "Image.reimage")
                .containsSubsequence("Image.reimage", "Packages.hold", "Gates.verify", "Nodes.readmit");
    }

    @Test
    void aFleetThatWritesNoImagesPassesTheRungOverAndSaysSo() {
        node.row = "M13";
        node.driver.resident = "old";
        node.installed.remove("gsp-mismatch");

        NodeOutcome outcome = reload(Bench.policy(false));

        assertThat(outcome.outcome()).isEqualTo(Outcome.HELD);
        assertThat(outcome.reason())
                .startsWith("needs gsp-mismatch: neither a reload")
                .endsWith("; no image was written: the fleet's policy does not write images");
        assertThat(rungs()).doesNotContain("Image.reimage");
    }

    /** Three runbooks, one image: what module-reload wrote is not written again by gsp-mismatch, which asks for a person. */
    @Test
    void i11_anImageThatModuleReloadWroteIsNotWrittenAgainByGspMismatch() {
        node.driver.brings.clear();
        node.driver.gspHelps.clear();
        node.driver.gspFails = true;
        node.rows.put("gsp-mismatch", "W13");

        NodeOutcome outcome = reload(Bench.imaging(false));

        assertThat(outcome.path()).containsExactly("module-reload", "gsp-mismatch");
        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
        assertThat(outcome.reason()).contains("no image was written: one was in this run before");
        assertThat(Collections.frequency(node.calls, "Image.reimage")).isEqualTo(1);
        assertThat(outcome.entries())
                .extracting(PathEntry::toString)
                .first()
                .asString()
                .contains("neither a reload");
    }

    @Test
    void gspMismatchWritesTheImageWhereThePinnedSetDidNotHelp() {
        NodeOutcome outcome = firmware("W13");

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
        assertThat(rungs()).containsExactly("Packages.reinstall", "Power.reboot", "Image.reimage");
    }

    @Test
    void i11_firmwareThatFailsFromANewImageTooIsTheHardwares() {
        node.driver.gspHelps.clear();

        NodeOutcome outcome = firmware("W13");

        assertThat(outcome.path()).containsExactly("gsp-mismatch", "gpu-fault-rma");
        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.RMA_CANDIDATE);
        assertThat(rungs()).containsExactly("Packages.reinstall", "Power.reboot", "Image.reimage");
    }

    /** The driver's packages took the first boot and the image the second: what is left needs no boot. */
    @Test
    void i11_aNodeThatWasBootedTwiceIsNotBootedForItsHardwareToo() {
        node.driver.gspHelps.clear();
        node.rows.put("gpu-fault-rma", "F9");

        NodeOutcome outcome = firmware("W13");

        assertThat(outcome.path()).containsExactly("gsp-mismatch", "gpu-fault-rma");
        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.RMA_CANDIDATE);
        assertThat(rungs()).containsExactly("Packages.reinstall", "Power.reboot", "Image.reimage");
    }

    /** The same versions once more say nothing of a branch of the driver that fails with all of them in place. */
    @Test
    void consistentVersionsAreNotWrittenOnceMore() {
        assertThat(firmware("W19").outcome()).isEqualTo(Outcome.HELD);
        assertThat(rungs()).containsExactly("Gpus.reset", "Power.reboot");
    }

    @Test
    void i11_anImageThatCannotBeWrittenIsTriedOnceMoreAndHeldWithBothReasons() {
        imageFails(2);

        NodeOutcome outcome = reload(Bench.imaging(false));

        assertThat(outcome.outcome()).isEqualTo(Outcome.HELD);
        assertThat(outcome.reason()).startsWith("neither a reload").contains("Write the image: fault BEFORE");
        assertThat(Collections.frequency(node.calls, "Image.reimage")).isEqualTo(2);
        assertThat(node.unschedulable).isTrue();
    }

    @Test
    void anotherBoardThatComesUpFromTheImageIsHeld() {
        node.onCall = call -> {
            if (call.equals("Image.reimage#1")) {
                node.productUuid = "another board";
            }
        };

        NodeOutcome outcome = reload(Bench.imaging(false));

        assertThat(outcome.outcome()).isEqualTo(Outcome.HELD);
        assertThat(outcome.reason()).contains("another machine answers");
    }

    /** A boot that nobody ordered: an image that is on the node already must not count as written now. */
    @Test
    void i9_theBootThatTheImageLeavesIsReadDirectlyBeforeIt() {
        node.onCall = call -> {
            if (call.equals("Operands.resume#1")) {
                node.boots++;
            }
        };

        assertThat(reload(Bench.imaging(false)).outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.boots).isEqualTo(5);
    }

    @Test
    void i3_aStopWhileTheImageIsWrittenLeavesTheNodeHeldWithTheImageOnIt() {
        node.onCall = call -> {
            if (call.equals("Image.reimage#1")) {
                bench.client().newUntypedWorkflowStub(node.ref.workflowId()).cancel();
            }
        };

        NodeOutcome outcome = cancelled();

        assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.HELD);
        assertThat(outcome.reason()).contains("cancelled");
        assertThat(node.running).isEqualTo("pin");
        assertThat(Collections.frequency(node.calls, "Image.reimage")).isEqualTo(1);
    }

    /** A cancelled workflow closes as such; how it ended is in the ledger. */
    private NodeOutcome cancelled() {
        try {
            return reload(Bench.imaging(false));
        } catch (WorkflowFailedException closed) {
            return node.outcome.orElseThrow();
        }
    }
}
