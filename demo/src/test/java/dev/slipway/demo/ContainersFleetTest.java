package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Outcome;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.Family;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What containers are told of the driver after image-drift changed it, and after it went back. */
class ContainersFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final SoftwareSet PREVIOUS = SoftwareSet.previous();
    private static final Condition OLD = new Condition.Runs(PREVIOUS);
    private static final Condition OLD_ROCKY = new Condition.Runs(PREVIOUS.on(Family.ROCKY));
    private static final String HOSTS = "/etc/cdi/nvidia.yaml";
    private static final String OPERATORS = "/etc/cdi/management.nvidia.com-gpu.yaml";

    @TempDir
    Path folder;

    private static Condition told(String path) {
        return new Condition.CdiSpec(path, PREVIOUS.driver());
    }

    @Test
    void containersAreToldOfTheDriverThatANodeEndsWith() {
        Wanted whole = Wanted.whole(PINNED);
        Wanted back = Wanted.whole(PREVIOUS).atMost(2, 2);
        FleetCases.of("image-drift")
                .node("* CONVERGED", whole, OLD, told(HOSTS))
                .node("* CONVERGED", Wanted.whole(PINNED.on(Family.ROCKY)), OLD_ROCKY, told(HOSTS))
                .node("* CONVERGED", whole, OLD, told(OPERATORS))
                .node("* ROLLED_BACK", back, OLD, told(HOSTS), new Condition.DiagFails(PINNED.driver(), "memory"))
                .node("* ROLLED_BACK", back, OLD, told(HOSTS), new Condition.CdiToolFails())
                .run(folder, 41, (node, end) -> {
                    Map<String, String> specs =
                            node.clock().call(() -> Map.copyOf(node.cdi().specs()));
                    String right = end.outcome() == Outcome.CONVERGED ? PINNED.driver() : PREVIOUS.driver();
                    assertThat(specs)
                            .as(end.toString())
                            .isEqualTo(
                                    specs.containsKey(HOSTS)
                                            ? Map.of(HOSTS, right)
                                            : Map.of(OPERATORS, PREVIOUS.driver()));
                });
    }
}
