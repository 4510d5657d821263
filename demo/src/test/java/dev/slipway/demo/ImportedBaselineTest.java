package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetConfigFiles;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.Expectations.Wanted;
import dev.slipway.simulator.tools.Result;
import dev.slipway.simulator.tools.Toolbox;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An ordinary env file becomes a baseline to which a run converges: nothing is added but the lines that are printed. */
class ImportedBaselineTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final SoftwareSet BEFORE = new SoftwareSet(
            PINNED.family(), PINNED.imageVersion(), SoftwareSet.previous().driver(), PINNED.extras(), PINNED.kernel());
    private static final String DRIFTED = "gpu-001";
    private static final String WHOLE = "gpu-002";

    @TempDir
    Path folder;

    private static void adopt(Path site, SimulatedFleet fleet) {
        imported(site, "before", BEFORE, fleet.node(DRIFTED));
        List<String> printed = imported(site, "imported", PINNED, fleet.node(WHOLE));
        String previous = printed.stream()
                .filter(line -> line.startsWith("previous: "))
                .findFirst()
                .orElseThrow();
        SimulatedSite.append(site.resolve("baselines/imported.yaml"), previous.replace("ID", "before") + "\n");
        SimulatedSite.change(
                site.resolve("fleets/rack-a.yaml"), "baseline: " + FleetConfigFiles.PINNED, "baseline: imported");
    }

    /** Imports what {@code node} has, adds the waivers that are printed, and returns all that was. */
    private static List<String> imported(Path site, String id, SoftwareSet set, SimulatedNode node) {
        SimulatedSite.write(site.resolve("pins.env"), """
                export DRIVER_VERSION=%1$s
                FABRIC_MANAGER=%1$s
                CUDA_TOOLKIT=n/a
                CONTAINER_TOOLKIT="%2$s"
                DCGM_VERSION=%3$s
                VBIOS_VERSION=
                """.formatted(
                        set.driver(),
                        DriverPackages.upstream(set.extras().toolkit()),
                        DriverPackages.upstream(set.extras().dcgm())));
        SimulatedSite.write(site.resolve(id + ".probe"), probed(node));
        String said = new CommandLine("http://127.0.0.1:1", site.resolve("token"))
                .says(
                        "baseline",
                        "import",
                        site.resolve("pins.env").toString(),
                        "--id=" + id,
                        "--approved-by=platform",
                        "--sku=HGX-H100-8",
                        "--gpus=8",
                        "--gpu-model=NVIDIA H100 80GB HBM3",
                        "--nvswitch=local",
                        "--nvlinks=18",
                        "--from-probe=" + site.resolve(id + ".probe"),
                        "--into=" + site.resolve("baselines"));
        assertThat(said).contains(id + " written to ").doesNotContain("No package brings", "exclude each other");
        List<String> printed = said.lines().map(String::strip).toList();
        List<String> waivers =
                printed.stream().filter(line -> line.startsWith("- {field: ")).toList();
        assertThat(waivers).as(said).hasSize(2);
        SimulatedSite.change(
                site.resolve("baselines").resolve(id + ".yaml"),
                "waivers: []",
                "waivers:\n  " + String.join("\n  ", waivers));
        return printed;
    }

    /** What the probe answers; a simulated node knows the script by its name. */
    private static String probed(SimulatedNode node) {
        return switch (new Toolbox(node).run("sudo sh -c TEXT slipway-probe 0", false)) {
            case Result.Ended ended -> new String(ended.answer().out(), StandardCharsets.UTF_8);
            case Result other -> throw new AssertionError(other);
        };
    }

    @Test
    void aRunConvergesToWhatWasImported() {
        FleetPlan plan = FleetPlan.whole(17, 2).changing(DRIFTED, node -> node.with(new Condition.Runs(BEFORE)));
        try (SimulatedSite site = new SimulatedSite(plan, folder, ImportedBaselineTest::adopt)) {
            NodeOutcome end = site.run(DRIFTED);

            assertThat(end.outcome()).as("%s", end).isEqualTo(Outcome.CONVERGED);
            assertThat(site.run(WHOLE).outcome()).as("it is what was imported").isEqualTo(Outcome.UNTOUCHED);
            assertThat(site.observer
                            .observe()
                            .violations(Expectations.atMostOut(1)
                                    .node(DRIFTED, Wanted.whole(PINNED).atMost(1, 2))
                                    .node(WHOLE, Wanted.untouched(false))))
                    .isEmpty();
        }
    }
}
