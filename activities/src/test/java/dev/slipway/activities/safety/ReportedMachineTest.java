package dev.slipway.activities.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportedMachineTest {
    private static final String BOARD = "4c4c4544-0042-3510-8052-b4c04f4d3733";
    private static final String OTHER_BOARD = "4c4c4544-0042-3510-8052-b4c04f4d3734";
    private static final String SYSTEM = "8d2bcb5b5ef04b6c9a5bd0c8a6f7e001";
    private static final String OTHER_SYSTEM = "8d2bcb5b5ef04b6c9a5bd0c8a6f7e002";

    private static AnsweringMachine answers(String machineId, String product, String boot) {
        return new AnsweringMachine(new Identity(machineId, product, Optional.empty()), boot, "gpu-002");
    }

    private static ReportedMachine reported(String machineId, String product, String boot) {
        return new ReportedMachine(machineId, product, boot, "");
    }

    @Test
    void anotherBoardIsAnotherMachineWhateverElseIsAlike() {
        assertThat(reported(SYSTEM, BOARD, "boot-1").differs(answers(SYSTEM, OTHER_BOARD, "boot-1")))
                .hasValueSatisfying(text -> assertThat(text).contains(BOARD, OTHER_BOARD));
    }

    @ParameterizedTest
    @ValueSource(strings = {BOARD, "4C4C4544-0042-3510-8052-B4C04F4D3733", "44454c4c-4200-1035-8052-b4c04f4d3733"})
    void caseAndTheOrderOfBytesMakeNoOtherMachine(String written) {
        assertThat(reported(SYSTEM, written, "boot-1").differs(answers(SYSTEM, BOARD, "boot-1")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unknown",
                "00000000-0000-0000-0000-000000000000",
                "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
                "03000200-0400-0500-0006-000700080009"
            })
    void aFillerSaysNothingSoThatTheSystemDecides(String filler) {
        assertThat(reported(SYSTEM, filler, "boot-1").differs(answers(SYSTEM, BOARD, "boot-2")))
                .isEmpty();
        assertThat(reported(SYSTEM, filler, "boot-1").differs(answers(OTHER_SYSTEM, filler, "boot-2")))
                .isPresent();
    }

    /** A node that was written anew has a machine-id of its own, which its kubelet reports a while after the boot. */
    @Test
    void anotherSystemOnTheSameBoardIsNotRegisteredYetAfterABoot() {
        ReportedMachine before = reported(SYSTEM, BOARD, "boot-1");

        assertThat(before.differs(answers(OTHER_SYSTEM, BOARD, "boot-2"))).isEmpty();
        assertThat(before.stale(answers(OTHER_SYSTEM, BOARD, "boot-2"))).isPresent();
        assertThat(before.differs(answers(OTHER_SYSTEM, BOARD, "boot-1"))).isPresent();
    }

    @Test
    void anotherBootAloneIsNoOtherMachine() {
        ReportedMachine before = reported(SYSTEM, BOARD, "boot-1");

        assertThat(before.differs(answers(SYSTEM, BOARD, "boot-2"))).isEmpty();
        assertThat(before.stale(answers(SYSTEM, BOARD, "boot-2")))
                .hasValueSatisfying(text -> assertThat(text).contains("boot-1", "boot-2"));
        assertThat(before.stale(answers(SYSTEM, BOARD, "boot-1"))).isEmpty();
        assertThat(before.stale(answers(SYSTEM, BOARD, ""))).isEmpty();
    }

    @Test
    void aReportIdentifiesAMachineByItsBoardOrItsSystem() {
        assertThat(reported(SYSTEM, "unknown", "").named()).isTrue();
        assertThat(reported("", BOARD, "").named()).isTrue();
        assertThat(reported("", "unknown", "boot-1").named()).isFalse();
    }

    @Test
    void whatOneSchedulerDoesNotReportIsTakenFromTheOther() {
        ReportedMachine kubelet = new ReportedMachine(SYSTEM, "", "boot-1", " ");

        assertThat(kubelet.or(new ReportedMachine(OTHER_SYSTEM, BOARD, "boot-2", "gpu-002")))
                .isEqualTo(new ReportedMachine(SYSTEM, BOARD, "boot-1", "gpu-002"));
    }

    @Test
    void aRefusalNamesWhatTheOtherMachineCallsItself() {
        NodeRef node = new NodeRef("c1", "gpu-001");
        AnsweringMachine other = answers(SYSTEM, OTHER_BOARD, "boot-1");

        assertThat(ReportedMachine.sentence(node, other, "why"))
                .isEqualTo("SSH to c1/gpu-001 reaches another machine, which calls itself gpu-002: why."
                        + " Correct the address of gpu-001 or gpu-002 in fleets/");
        for (NodeRef called : List.of(new NodeRef("c1", "gpu-002"), node)) {
            AnsweringMachine so =
                    new AnsweringMachine(other.identity(), "boot-1", called.equals(node) ? "" : "gpu-002");
            assertThat(ReportedMachine.sentence(called, so, "why"))
                    .isEqualTo("SSH to " + called + " reaches another machine: why. Correct the address of "
                            + called.name() + " in fleets/");
        }
    }

    @Test
    void aNodeWithoutAnObjectIsComparedByBoardAndSystemAlone() {
        Identity bound = new Identity(SYSTEM, BOARD, Optional.of("uid-1"));

        assertThat(bound.sameMachine(bound)).isTrue();
        assertThat(bound.sameMachine(new Identity(SYSTEM, BOARD, Optional.of("uid-2"))))
                .isFalse();
        assertThat(bound.sameMachine(new Identity(SYSTEM, BOARD, Optional.empty())))
                .isTrue();
        assertThat(new Identity(SYSTEM, BOARD, Optional.empty()).sameMachine(bound))
                .isTrue();
        assertThat(bound.sameMachine(new Identity(OTHER_SYSTEM, BOARD, Optional.of("uid-1"))))
                .isFalse();
        assertThat(bound.sameMachine(new Identity(SYSTEM, OTHER_BOARD, Optional.of("uid-1"))))
                .isFalse();
    }

    @Test
    void aNodeWithoutASchedulerShowsItsMarkAndItsOwner() {
        CordonRecord mark = new CordonRecord(new NodeRef("c1", "gpu-001"), "run-1", "", "", false, Instant.EPOCH);
        SchedulingState held =
                new SchedulingState(false, Optional.of(mark), Optional.of("needs a person"), "", Optional.empty());

        assertThat(held.view().annotations())
                .containsExactlyInAnyOrderEntriesOf(Map.of("owner", "run-1", "held", "needs a person"));
        assertThat(held.owner()).isEqualTo("run run-1");
        assertThat(new SchedulingState(true, Optional.empty(), Optional.empty(), "", Optional.empty()).owner())
                .isEqualTo("nobody");
        assertThat(new SchedulingState(false, Optional.empty(), Optional.empty(), "", Optional.empty()).owner())
                .isEqualTo("somebody else, without a mark of ours");
    }
}
