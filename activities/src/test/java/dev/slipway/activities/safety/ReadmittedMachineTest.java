package dev.slipway.activities.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.Readmission;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node goes back as the machine that its run was bound to, as it was found. */
class ReadmittedMachineTest {
    private final NodeInMemory node = new NodeInMemory();
    private final FactsRef before = node.facts();

    @BeforeEach
    void cordoned() {
        node.cordon(node.act(), false);
    }

    private String refused(FailureType kind, Act act) {
        Readmission asFound = Readmission.asFound(node.mark.orElseThrow(), before, false);
        String why = Refusal.of(kind, () -> node.readmittance(Invariants.ALL).readmit(act, asFound));
        assertThat(node.schedulable).isFalse();
        return why;
    }

    @Test
    void anotherMachineUnderTheSameNameIsNotReadmitted() {
        Identity other = new Identity("m-1", "u-2", Optional.of("uid-1"));

        assertThat(refused(FailureType.MACHINE_MISMATCH, node.actOn(Optional.of(other))))
                .contains("c1/gpu-001 is another machine: bound to machine-id m-1, product UUID u-2, Node UID uid-1");
    }

    @Test
    void aRunThatNeverReadItsNodeDoesNotReadmitIt() {
        assertThat(refused(FailureType.GATE_CLOSED, node.actOn(Optional.empty())))
                .contains("the run is not bound to a machine");
    }

    @Test
    void i1_refusesToReleaseAsUntouchedWhatIsNotAsItWasFound() {
        node.hash = "hash-2";

        assertThat(refused(FailureType.GATE_CLOSED, node.act())).contains("the facts changed since the proof");
    }
}
