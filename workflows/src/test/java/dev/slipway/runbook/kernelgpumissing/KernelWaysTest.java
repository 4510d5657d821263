package dev.slipway.runbook.kernelgpumissing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.FakeNode;
import dev.slipway.model.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ways of kernel-gpu-missing, undisturbed: what is done to the node, in which order, and how it ends. */
class KernelWaysTest extends KernelRunsOnABench {
    @Test
    void fixesForwardAndProvesItByOneBoot() {
        End end = only("K16", false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(end.node().boots).isEqualTo(2);
        assertThat(end.node().calls)
                .containsSubsequence(
                        "Kernels.denyNouveau",
                        "Kernels.headers",
                        "Kernels.build",
                        "Kernels.initramfs",
                        "Modules.tryOut",
                        "Power.reboot",
                        "Kernels.booted",
                        "Kernels.verify",
                        "Diagnostics.diag2",
                        "Diagnostics.diag3",
                        "Nodes.readmit")
                .doesNotContain("Kernels.bootAlways");
    }

    @Test
    void goesBackOnceAndThenForGood() {
        End end = only("K9", false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(end.node().bootDefault).isEqualTo("pin");
        assertThat(end.node().calls)
                .containsSubsequence(
                        "Kernels.bootState",
                        "Kernels.bootOnce",
                        "Power.reboot",
                        "Kernels.booted",
                        "Gates.verify",
                        "Diagnostics.diag1",
                        "Kernels.bootAlways",
                        "Kernels.holdKernel",
                        "Nodes.readmit")
                .doesNotContain("Kernels.build", "Modules.tryOut");
    }

    @Test
    void installsThePackageThatIsOnOfferInsteadOfABuild() {
        End end = only("K29", false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(end.node().calls)
                .containsSubsequence(
                        "Kernels.modulePackage", "Kernels.initramfs", "Modules.tryOut", "Power.reboot", "Nodes.readmit")
                .doesNotContain("Kernels.headers", "Kernels.build");
    }

    @Test
    void whatNouveauHoldsIsNotLoadedBeforeTheBootThatFreesIt() {
        FakeNode node = node("K16", false);
        node.nouveau = true;
        start("nouveau", node);

        assertThat(ends().getFirst().outcome().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(node.calls).doesNotContain("Modules.tryOut");
    }

    @Test
    void aModuleThatTheKernelRefusesCostsNoBootOfThatKernel() {
        FakeNode node = node("K16", false);
        node.driver.loadFails = true;
        start("refused", node);
        End end = ends().getFirst();

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(end.outcome().reason()).contains("Unknown symbol");
        assertThat(node.boots).as("only the previous kernel is booted").isEqualTo(2);
        assertThat(node.calls).containsSubsequence("Modules.tryOut", "Kernels.drop", "Kernels.bootOnce");
    }

    @Test
    void aRefusedModuleOfTheOnlyKernelIsHeldWithoutABoot() {
        FakeNode node = node("K16", false);
        node.driver.loadFails = true;
        node.sameKernel = true;
        start("refused, same kernel", node);
        End end = ends().getFirst();

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.outcome().reason()).contains("Unknown symbol").contains("cannot be booted");
        assertThat(node.boots).isEqualTo(1);
    }

    @Test
    void aKeyThatSecureBootRejectsIsHeldWithoutABootAndTheModuleStays() {
        FakeNode node = node("K16", false);
        node.driver.keyRejected = true;
        start("rejected", node);
        End end = ends().getFirst();

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.outcome().reason()).contains("Secure Boot");
        assertThat(node.boots).isEqualTo(1);
        assertThat(node.calls).doesNotContain("Kernels.drop");
    }

    @Test
    void makesThePinnedKernelReadyBeforeItBootsIt() {
        End end = only("K13", false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(end.node().calls)
                .containsSubsequence("Packages.converge", "Kernels.build", "Kernels.initramfs", "Kernels.bootOnce");
    }

    @Test
    void i25_aKernelThatCannotCarryTheDriverIsLeftForThePreviousOne() {
        End end = only("K17", false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(end.outcome().reason()).contains("does not build");
        assertThat(end.node().calls).doesNotContain("Kernels.build");
    }

    @Test
    void i26_aFailedProofGoesBackToThePreviousKernelAndPinsIt() {
        for (String row : List.of("K16", "K29", "K9", "K13")) {
            End end = only(row, true);
            assertThat(end.outcome().outcome()).as(row).isEqualTo(Outcome.ROLLED_BACK);
        }
    }

    @Test
    void withoutAKernelToGoBackToTheNodeIsHeldWithBothReasons() {
        FakeNode node = node("K16", true);
        node.bootable.remove("previous");
        start("nothing to go back to", node);
        End end = ends().getFirst();

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.outcome().reason()).contains("-r 1").contains("cannot be booted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"K4", "K19", "K24"})
    void whatAPersonMustSettleIsHeldUntouched(String row) {
        End end = only(row, false);

        assertThat(end.outcome().outcome()).isEqualTo(Outcome.HELD);
        assertThat(end.node().transactions).isEmpty();
        assertThat(end.node().calls).doesNotContain("Nodes.drain");
    }
}
