package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class UndisturbedTest {
    @TempDir
    Path folder;

    @Test
    void converges() {
        FleetPlan plan = FleetPlan.whole(1, 1)
                .changing("gpu-001", n -> n.with(new Condition.Runs(SoftwareSet.previous())).serving(2));
        try (ScenarioBench bench = ScenarioBench.start(folder, plan)) {
            long began = System.nanoTime();
            List<NodeOutcome> ends = bench.run(List.of("gpu-001"), false);
            System.out.println("TOOK " + (System.nanoTime() - began) / 1_000_000 + " ms " + ends + bench.steps.steps("gpu-001"));
            for (String n : List.of("slipway-probe","slipway-start","slipway-poll","slipway-reboot","slipway-evidence","apt-get","apt-mark","dpkg","env","ls","systemctl","dcgmi","all_reduce_perf","nvidia-smi","update-initramfs"))
                System.out.println("CALLS " + n + " " + bench.fleet.node("gpu-001").faults().calls(n));
            bench.fleet.kubernetes().auditLog().forEach(e -> System.out.println("K8S " + e.verb() + " " + e.path()));
            bench.fleet.node("gpu-001").events().forEach(e -> System.out.println("EVENT " + e.kind() + " " + e.detail()));
            assertThat(bench.violations(Map.of("gpu-001", Expectations.Wanted.whole(SoftwareSet.pinned())))).isEmpty();
        }
    }
}
