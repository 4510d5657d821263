package dev.slipway.activities.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.JobNames;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.NodeDetails.GpuClient;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class JobNamesTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String UID = "0f0e0d0c-0000-0000-0000-000000000001";
    private static final String GONE = "0f0e0d0c-0000-0000-0000-000000000002";

    private static List<String> named(Function<NodeRef, Optional<Map<String, String>>> pods, String... of) {
        NodeFacts facts = NodeFacts.unread(new NodeRef("c1", "gpu-001"), NOON, "not asked")
                .with(List.of(of).stream()
                        .map(name -> new GpuClient(1, NOON, name))
                        .toList());
        return new JobNames(pods, node -> {})
                .named(facts).details().onGpus().clients().or(List.of()).stream()
                        .map(GpuClient::of)
                        .toList();
    }

    @Test
    void aPodIsNamedByItsWorkloadAndOneThatIsGoneIsToldAsSuch() {
        assertThat(named(node -> Optional.of(Map.of(UID, "ml/Job/train")), "pod " + UID, "pod " + GONE, "job 12"))
                .containsExactly(
                        "pod ml/Job/train", "pod " + GONE + " (the cluster shows no such pod any more)", "job 12");
    }

    @Test
    void aClusterThatCannotSayLeavesTheUids() {
        assertThat(named(node -> Optional.empty(), "pod " + UID)).containsExactly("pod " + UID);
        assertThat(named(
                        node -> {
                            throw FailureType.TRANSIENT.of("away");
                        },
                        "pod " + UID))
                .containsExactly("pod " + UID);
    }

    @Test
    void nobodyIsAskedWhereNoPodComputes() {
        assertThat(named(
                        node -> {
                            throw new IllegalStateException("asked");
                        },
                        "job 12"))
                .containsExactly("job 12");
    }
}
