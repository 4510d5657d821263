package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.demo.UsedSite.Said;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.Faults.Rule;
import dev.slipway.simulator.node.Faults.Shape;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that answer garbage, half an answer, a hundred megabytes, or nothing, from the command line to the node. */
@Tag("dev-server")
class BadAnswersIT {
    @TempDir
    Path folder;

    @Test
    void aNodeThatAnswersBadlyIsToldSoInOneSentenceIsNeverCleanAndIsLeftAlone() {
        FleetPlan plan = FleetPlan.whole(7, Shape.values().length);
        Map<String, Wanted> untouched = new HashMap<>();
        for (Shape shape : Shape.values()) {
            plan = plan.changing(
                    node(shape),
                    node -> node.failing(new Rule("slipway-probe", 0, Moment.AFTER, new Fault.Spoil(shape))));
            untouched.put(node(shape), Wanted.untouched(false));
        }
        try (UsedSite site = new UsedSite(folder, plan)) {
            Said check = site.slipway("drift", "check");
            assertThat(check.exit()).as(check.text()).isEqualTo(1);
            assertThat(check.text()).contains(" 0 match").doesNotContain("\tat ");
            for (Shape shape : Shape.values()) {
                assertThat(check.text()).as(shape.name()).contains(node(shape));
                Said look = site.slipway(
                        "run", "image-drift", "--node", node(shape), "--dry-run", "--reason", shape.name());
                boolean told = look.text().startsWith("slipway: ")
                        ? look.text().lines().count() == 2
                        : look.text().contains("facts incomplete")
                                && look.text().contains("leave the node as it is");
                assertThat(told).as(shape + "\n" + look.text()).isTrue();
                assertThat(look.exit()).as(shape + "\n" + look.text()).isNotZero();
                assertThat(look.text()).doesNotContain("\tat ");
            }
            assertThat(site.violations(untouched)).isEmpty();
        }
    }

    private static String node(Shape shape) {
        return "gpu-00" + (List.of(Shape.values()).indexOf(shape) + 1);
    }
}
