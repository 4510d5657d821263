package dev.slipway.demo;

import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Ailment.Cure;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Firmware;
import dev.slipway.simulator.node.SoftwareSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the cost of Slipway's side: reloads of the driver's modules on simulated nodes in real time, each run's span
 * less the time in which a command of its node was at work; and how many events one run of each runbook has in its
 * history. It prints one line per run. The engine is Temporal's dev server.
 */
final class OurReloads {
    private OurReloads() {}

    /** Arguments: a folder of its own; how many nodes reload; how many times faster than in reality. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        reloads(
                Files.createDirectories(folder.resolve("reloads")),
                Integer.parseInt(args[1]),
                Double.parseDouble(args[2]));
        stories(Files.createDirectories(folder.resolve("stories")));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static Engine devServer(Path folder) {
        Engine engine = Engine.start(folder, false, System.getenv());
        if (!engine.mode().equals(Engine.DEV_SERVER)) {
            throw new IllegalStateException("no temporal binary was found: lab/install temporal");
        }
        return engine;
    }

    private static void reloads(Path folder, int nodes, double factor) {
        FleetPlan plan = FleetPlan.whole(41, nodes).timeFactor(factor);
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= nodes; i++) {
            String name = "gpu-%03d".formatted(i);
            names.add(name);
            plan = plan.changing(
                    name,
                    n -> n.with(new Condition.Runs(SoftwareSet.previous()))
                            .with(new Condition.UpgradedWithoutReboot(SoftwareSet.pinned())));
        }
        try (ScenarioBench bench = ScenarioBench.on(devServer(folder), folder, plan)) {
            Map<String, Duration> before = new LinkedHashMap<>();
            names.forEach(
                    name -> before.put(name, bench.fleet.node(name).clock().worked()));
            for (NodeOutcome end : bench.run("module-reload", names)) {
                String name = end.node().name();
                Duration work = bench.fleet
                        .node(name)
                        .clock()
                        .worked()
                        .minus(Optional.ofNullable(before.get(name)).orElseThrow());
                Seen seen = seen(bench, name);
                System.out.printf(
                        "reload %s %s %s %.3f %.3f %d%n",
                        name,
                        end.outcome(),
                        end.row(),
                        seconds(seen.took()),
                        seconds(seen.took().minus(work)),
                        seen.events());
            }
        }
    }

    private static Map<String, List<Condition>> runs() {
        Map<String, List<Condition>> runs = new LinkedHashMap<>();
        runs.put(
                "module-reload",
                List.of(
                        new Condition.Runs(SoftwareSet.previous()),
                        new Condition.UpgradedWithoutReboot(SoftwareSet.pinned())));
        runs.put("kernel-gpu-missing forward", List.of(new Condition.ModuleNotBuilt(false)));
        runs.put("kernel-gpu-missing back", List.of(new Condition.NewerKernel("6.8.0-62-generic")));
        runs.put("gsp-mismatch", List.of(new Condition.FirmwareLost(Firmware.Damage.PARTIAL)));
        runs.put("fabric-manager", List.of(new Condition.FabricManagerKilled()));
        runs.put("gpu-fault-rma reset", List.of(new Condition.GpuAils(Ailment.asking(2, "Reset", Cure.RESET))));
        runs.put("gpu-fault-rma reboot", List.of(new Condition.GpuAils(Ailment.asking(2, "Reset", Cure.REBOOT))));
        runs.put("gpu-fault-rma candidate", List.of(new Condition.GpuLost(2)));
        return runs;
    }

    private static void stories(Path folder) {
        Map<String, List<Condition>> runs = runs();
        FleetPlan plan = FleetPlan.whole(42, runs.size());
        Map<String, String> names = new LinkedHashMap<>();
        for (Map.Entry<String, List<Condition>> run : runs.entrySet()) {
            String name = "gpu-%03d".formatted(names.size() + 1);
            names.put(run.getKey(), name);
            for (Condition condition : run.getValue()) {
                plan = plan.changing(name, n -> n.with(condition));
            }
        }
        try (ScenarioBench bench = ScenarioBench.on(devServer(folder), folder, plan)) {
            names.forEach((run, name) -> bench.start(run.split(" ", 2)[0], name));
            names.forEach((run, name) -> {
                NodeOutcome end = bench.end(name);
                System.out.printf("events %d %s %s %s%n", seen(bench, name).events(), end.row(), end.outcome(), run);
            });
        }
    }

    /** How long a run took by the engine's own times, and the length of its history. */
    private record Seen(Duration took, long events) {}

    private static Seen seen(ScenarioBench bench, String name) {
        var described = bench.client()
                .newUntypedWorkflowStub(bench.ref(name).workflowId())
                .describe();
        Instant closed = Optional.ofNullable(described.getCloseTime()).orElseThrow();
        return new Seen(Duration.between(described.getStartTime(), closed), described.getHistoryLength());
    }

    private static double seconds(Duration span) {
        return span.toNanos() / 1e9;
    }
}
