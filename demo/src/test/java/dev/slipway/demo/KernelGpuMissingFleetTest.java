package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.Faults.Fault.Drop;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.Faults.Rule;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that lost their GPUs with their kernel, from the runbook that finds them to the end, as the observer tells it. */
class KernelGpuMissingFleetTest {
    private static final SoftwareSet UBUNTU = SoftwareSet.pinned();
    private static final SoftwareSet ROCKY = SoftwareSet.pinned().on(Family.ROCKY);
    private static final Condition ON_ROCKY = new Condition.Runs(ROCKY);
    private static final String NV_C =
            "/var/lib/dkms/nvidia-srv/570.133.20/build/nvidia/nv.c:95:10: error: no such member";

    /** Says nothing of other nodes. */
    private static final String OTHER_GCC =
            "gcc: error: unrecognized command-line option '-fmin-function-alignment=16'";

    private static final Condition UNKNOWN_SYMBOL = new Condition.LoadFails(
            "Unknown symbol in module, or unknown parameter (see dmesg)",
            "nvidia: Unknown symbol drm_gem_object_free (err -2)",
            false);

    @TempDir
    Path folder;

    private static FleetCases cases() {
        Condition unsanctioned = new Condition.NewerKernel("6.8.0-62-generic");
        Condition onRocky = new Condition.NewerKernel("5.14.0-570.12.1.el9_6.x86_64");
        Condition noHeaders = new Condition.ModuleNotBuilt(false);
        Wanted back = Wanted.whole(UBUNTU).atMost(1, 0);
        Wanted held = Wanted.untouched(true);
        Condition hasHeaders = new Condition.ModuleNotBuilt(true);
        Condition rejected = new Condition.SecureBoot(false);
        Wanted refused = held.atMost(0, 1);
        return FleetCases.of("image-drift")
                .node("K15 CONVERGED", Wanted.whole(UBUNTU).atMost(1, 2), noHeaders)
                .node("K9 CONVERGED", back, unsanctioned)
                .node("K15 CONVERGED", Wanted.whole(ROCKY).atMost(1, 2), ON_ROCKY, noHeaders)
                .node("K9 CONVERGED", Wanted.whole(ROCKY).atMost(1, 0), ON_ROCKY, onRocky)
                .node("K16 HELD", refused, hasHeaders, rejected)
                .node("K16 HELD", refused, ON_ROCKY, hasHeaders, rejected)
                .node("K16 CONVERGED", Wanted.whole(UBUNTU).atMost(1, 1), hasHeaders, new Condition.SecureBoot(true))
                .node("K16 HELD", refused.atMost(0, 2), hasHeaders, UNKNOWN_SYMBOL)
                .node("K16 HELD", refused.atMost(0, 2), ON_ROCKY, hasHeaders, UNKNOWN_SYMBOL)
                .node("K17 HELD", held, new Condition.BuildFails(OTHER_GCC, true))
                .node("K9 HELD", held.atMost(2, 0), unsanctioned, new Condition.OneShotFails())
                .node("K8 HELD", held, noHeaders, new Condition.BootFull())
                .node("K9 CONVERGED", back, unsanctioned, new Condition.FirstEntryBoots())
                .beginning("kernel-gpu-missing")
                .node("K14 CONVERGED", back, new Condition.NouveauBound())
                .node("K0 UNTOUCHED", Wanted.untouched(false));
    }

    @Test
    void bringsBackWhatAKernelTookAndHoldsWhatItCannot() {
        cases().run(folder, 13, (node, end) -> {
            if (end.outcome() == Outcome.CONVERGED) {
                assertBootsThePin(node);
            }
            if (end.reason().contains("Secure Boot")) {
                assertThat(node.clock().call(() -> node.kernels().secureBoot()))
                        .as(end.toString())
                        .isTrue();
            }
        });
    }

    /** K29: the module for the pinned kernel comes out of the repository, is proven by every gate, and lasts over the boot. */
    @Test
    void aModuleThatIsOnOfferCompiledIsInstalledAndProven() {
        Condition offered = new Condition.Precompiled(true);
        Condition lags = new Condition.Precompiled(false);
        FleetCases.of("image-drift")
                .node("K29 CONVERGED", Wanted.whole(UBUNTU).atMost(1, 1), offered)
                .node("K29 CONVERGED", Wanted.whole(ROCKY).atMost(1, 1), ON_ROCKY, offered)
                .node("K18 HELD", Wanted.untouched(true).atMost(0, 0), lags)
                .node("K18 HELD", Wanted.untouched(true).atMost(0, 0), ON_ROCKY, lags)
                // Whichever drains last needs room for its pods: two nodes of the four stay out.
                .node("* UNTOUCHED", Wanted.untouched(false))
                .node("* UNTOUCHED", Wanted.untouched(false))
                .run(folder, 16, (node, end) -> {
                    if (end.outcome() == Outcome.UNTOUCHED) {
                        return;
                    }
                    boolean delivered = end.outcome() == Outcome.CONVERGED;
                    String pin =
                            node.clock().call(() -> node.packages().family().kernel());
                    assertThat(node.clock().call(() -> node.kernels().built(pin)))
                            .as(end.toString())
                            .isEqualTo(delivered);
                    assertThat(end.changed().isEmpty()).as(end.toString()).isNotEqualTo(delivered);
                    if (delivered) {
                        assertBootsThePin(node);
                    }
                });
    }

    @Test
    void whatDoesNotBuildOnOneNodeIsNotTriedOnTheNextUntilAPersonForgetsIt() {
        Condition hasHeaders = new Condition.ModuleNotBuilt(true);
        FleetPlan plan = FleetPlan.whole(15, 4)
                .changing("gpu-001", n -> n.with(new Condition.BuildFails(NV_C, false)))
                .changing("gpu-002", n -> n.with(hasHeaders))
                .changing("gpu-003", n -> n.with(hasHeaders));
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            bench.start("kernel-gpu-missing", "gpu-001");
            NodeOutcome tried = bench.end("gpu-001");
            bench.start("kernel-gpu-missing", "gpu-002");
            NodeOutcome spared = bench.end("gpu-002");

            assertThat(tried.row()).isEqualTo("K16");
            assertThat(tried.reason()).contains("no other node tries " + UBUNTU.driver());
            assertThat(spared.row()).as(spared.toString()).isEqualTo("K28");
            assertThat(spared.outcome()).isEqualTo(Outcome.HELD);
            assertThat(spared.reason()).contains("no such member", "tried on gpu-001 at ");
            assertThat(built(bench, "gpu-002")).isFalse();

            bench.ledger.unbuildablePairs().forget(UBUNTU.driver(), Family.UBUNTU.kernel());
            bench.start("kernel-gpu-missing", "gpu-003");
            NodeOutcome again = bench.end("gpu-003");

            assertThat(again.outcome()).as(again.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(built(bench, "gpu-003")).isTrue();
        }
    }

    private static boolean built(ScenarioBench bench, String node) {
        SimulatedNode of = bench.fleet.node(node);
        return of.clock().call(() -> of.kernels().built(Family.UBUNTU.kernel()));
    }

    /** I9: a build, an initramfs, a boot order that was carried out and that nobody heard of: not done twice, and known or held. */
    @Test
    void i9_whatWasDoneToAKernelAndNobodyHeardIsNotDoneTwice() {
        List<Rule> struck = new ArrayList<>();
        for (String tool : List.of("dkms", "update-initramfs", "grub-reboot", "grub-set-default", "apt-mark")) {
            struck.add(new Rule(tool, 1, Moment.AFTER, new Drop()));
        }
        for (int call = 1; call <= 3; call++) {
            struck.add(new Rule("slipway-start", call, Moment.AFTER, new Drop()));
        }
        FleetPlan plan = FleetPlan.whole(14, struck.size());
        for (int i = 0; i < struck.size(); i++) {
            Rule rule = struck.get(i);
            Condition lost = List.of("dkms", "update-initramfs").contains(rule.on())
                    ? new Condition.ModuleNotBuilt(true)
                    : new Condition.NewerKernel("6.8.0-62-generic");
            plan = plan.changing(plan.nodes().get(i).name(), n -> n.with(lost).failing(rule));
        }
        List<String> nodes = plan.nodes().stream().map(n -> n.name()).toList();
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            List<NodeOutcome> ends = bench.run(nodes, false);

            Map<String, Wanted> wanted = new HashMap<>();
            for (NodeOutcome end : ends) {
                assertThat(end.outcome()).as(end.toString()).isIn(Outcome.CONVERGED, Outcome.HELD);
                boolean held = end.outcome() == Outcome.HELD;
                wanted.put(end.node().name(), (held ? Wanted.untouched(true) : Wanted.whole(UBUNTU)).atMost(1, 1));
            }
            assertThat(ends)
                    .filteredOn(end -> end.outcome() == Outcome.CONVERGED)
                    .hasSizeGreaterThanOrEqualTo(6);
            assertThat(bench.violations(wanted)).as(ends.toString()).isEmpty();
        }
    }

    /** The pinned kernel runs, boots next, and finds its module. */
    private static void assertBootsThePin(SimulatedNode node) {
        node.clock().run(() -> {
            String pin = node.packages().family().kernel();
            assertThat(node.power().kernel()).as(node.name()).isEqualTo(pin);
            assertThat(node.power().nextKernel()).as(node.name()).isEqualTo(pin);
            assertThat(node.kernels().savedDefault()).as(node.name()).isTrue();
            assertThat(node.kernels().built(pin)).as(node.name()).isTrue();
        });
    }
}
