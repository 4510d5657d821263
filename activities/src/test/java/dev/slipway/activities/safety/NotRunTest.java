package dev.slipway.activities.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.Readmission;
import dev.slipway.model.node.VerificationRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A gate that was not run keeps a node out where the baseline requires it, and only there. */
class NotRunTest {
    private final NodeInMemory node = new NodeInMemory();

    private void readmit(String notRun) {
        List<GateResult> gates = new ArrayList<>();
        for (String gate : List.of("G0", "G1", "G2", "G3", "G4", "G5", "G7", "G8", "G9", "G11")) {
            Verdict verdict = gate.equals(notRun) ? Verdict.NOT_RUN : Verdict.PASS;
            gates.add(new GateResult(gate, verdict, "its program is not there", "boot-1"));
        }
        VerificationRecord proof = new VerificationRecord(
                NodeInMemory.NODE, "run-1", NodeInMemory.GOAL, "boot-1", "hash-1", gates, NodeInMemory.T0);
        node.readmittance(Invariants.ALL)
                .readmit(node.act(), Readmission.proven(node.cordon(node.act(), false), proof));
    }

    private void refused(String notRun) {
        assertThat(Refusal.of(FailureType.GATE_CLOSED, () -> readmit(notRun)))
                .contains(notRun + " not run: its program is not there");
        assertThat(node.schedulable).isFalse();
    }

    @Test
    void i1_dcgmDiagAndNcclOnTheNodeAreRequiredAlways() {
        refused("G5");
        refused("G7");
        refused("G8");
    }

    @Test
    void i1_aPairIsRequiredWhereTheBaselineSaysSo() {
        readmit("G9");
        assertThat(node.schedulable).isTrue();

        node.gates = Baseline.GateProfile.of(460, List.of(), List.of(), 3, true);
        node.readmittedBy = "";
        refused("G9");
    }
}
