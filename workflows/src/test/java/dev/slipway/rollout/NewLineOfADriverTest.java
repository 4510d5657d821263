package dev.slipway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Who;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A driver that writes something new to the log of every node holds no fleet: it is asked about once. */
class NewLineOfADriverTest {
    @Test
    void aRolloutWaitsForOneAnswer() {
        try (RolloutBench site = RolloutBench.of(4, Bench.policy(true))) {
            site.nodes.forEach(node -> node.driver.writes.put("pin", List.of("NVRM: news of the weather")));
            site.start(List.of(1, 4), 2);
            while (site.node(1).told.isEmpty()) {
                site.bench.engine.sleep(Duration.ofSeconds(5));
            }
            site.bench.engine.sleep(Duration.ofMinutes(10));
            assertThat(site.begun()).containsExactly("gpu-1");

            site.bench.open(site.node(1)).accept(new Who("on-call", "informational"));

            assertThat(site.end().outcomes()).isEqualTo(Map.of("CONVERGED", 4));
            assertThat(site.nodes).allMatch(FakeNode::asFound);
            assertThat(site.nodes.stream().flatMap(node -> node.told.stream()))
                    .filteredOn(told -> told.startsWith("DECISION"))
                    .hasSize(1);
        }
    }
}
