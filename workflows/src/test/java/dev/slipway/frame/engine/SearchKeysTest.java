package dev.slipway.frame.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.model.Reason;
import dev.slipway.model.node.Trigger;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SearchKeysTest {
    private static Trigger of(Optional<String> change) {
        return Bench.trigger(
                new FakeNode("gpu-1"),
                Bench.policy(false),
                Reason.DRIFT_FOUND,
                new Trigger.Options(false, change, "r1", Optional.empty()));
    }

    @Test
    void aRunIsFoundByFleetRunbookReasonAndItsRollout() {
        var found = SearchKeys.of(of(Optional.of("change-1")), "image-drift");

        assertThat(found.get(SearchKeys.FLEET)).isEqualTo("fleet");
        assertThat(found.get(SearchKeys.RUNBOOK)).isEqualTo("image-drift");
        assertThat(found.get(SearchKeys.REASON)).isEqualTo("drift-found");
        assertThat(found.get(SearchKeys.CHANGE)).isEqualTo("change-1");
        assertThat(SearchKeys.of(of(Optional.empty()), "image-drift").containsKey(SearchKeys.CHANGE))
                .isFalse();
    }

    @Test
    void aSlugIsTheTypeInSmallLettersWithDashes() {
        assertThat(SearchKeys.slug("ImageDrift")).isEqualTo("image-drift");
        assertThat(SearchKeys.slug("GpuFaultRma")).isEqualTo("gpu-fault-rma");
    }
}
