package dev.slipway.rules.triage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.gpu.Gpu;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** R12 where Slurm says what a node has of GPUs. */
class SlurmMigTest {
    private static final String[] SEVEN =
            IntStream.range(0, 7).mapToObj(i -> "1g.10gb").toArray(String[]::new);

    /** A node whose first GPU is in MIG mode, cut into {@code devices}. */
    private static TriageResult cut(Map<String, String> offered, String... devices) {
        return mode(offered, "Enabled", devices).routed();
    }

    private static Known mode(Map<String, String> offered, String mode, String... devices) {
        return Known.well().mig(offered, devices).health(new Gpu.Health("None", "No", "No", "96.00.74.00.01", mode));
    }

    @Test
    void typesThatNameProfilesAreComparedByProfile() {
        assertThat(cut(Map.of("gpu:1g.10gb", "7", "gpu:h100", "7"), SEVEN).row())
                .isEqualTo("R0");
        assertThat(cut(Map.of("gpu:nvidia_h100_80gb_hbm3_1g.10gb", "7", "gpu", "7"), SEVEN)
                        .row())
                .as("as AutoDetect names them")
                .isEqualTo("R0");
        assertThat(cut(Map.of("gpu:1g.10gb+me", "1", "gpu:h100", "7"), "1g.10gb+me")
                        .row())
                .isEqualTo("R0");
        TriageResult stale = cut(Map.of("gpu:2g.20gb", "3", "gpu:h100", "7"), SEVEN);
        assertThat(stale.row()).isEqualTo("R12");
        assertThat(stale.facts()).singleElement().asString().contains("gpu:2g.20gb=3", "on the GPUs 7 × 1g.10gb");
        assertThat(cut(Map.of("gpu:1g.10gb", "7", "gpu:h100", "8"), SEVEN).row())
                .as("the GPU in MIG mode is offered whole as well")
                .isEqualTo("R12");
    }

    @Test
    void typesThatSayNothingOfMigAreComparedByCount() {
        assertThat(cut(Map.of("gpu", "14"), SEVEN).row()).isEqualTo("R0");
        assertThat(cut(Map.of("gpu:h100", "14"), SEVEN).row()).isEqualTo("R0");
        assertThat(cut(Map.of("gpu:h100", "8"), SEVEN).row()).isEqualTo("R12");
        assertThat(cut(Map.of("gpu:h100", "8")).row())
                .as("in MIG mode, and not cut")
                .isEqualTo("R12");
        assertThat(cut(Map.of("gpu:h100", "many"), SEVEN).row()).isEqualTo("R12");
    }

    @Test
    void whereNobodyKnowsMigACountIsNoMatterOfMig() {
        assertThat(mode(Map.of("gpu:h100", "7"), "Disabled").routed().row()).isEqualTo("R0");
    }

    @Test
    void whereSlurmDoesNotTellTheBaselineDoes() {
        assertThat(mode(Map.of(), "Enabled", SEVEN).routed().facts())
                .singleElement()
                .asString()
                .startsWith("the baseline has no MIG, and it is on");
    }

    @Test
    void ofANodeThatBothScheduleEachMustBeRight() {
        Map<String, String> both = Map.of("nvidia.com/gpu", "7", "nvidia.com/mig-1g.10gb", "7", "gpu:1g.10gb", "7");
        assertThat(cut(with(both, "gpu:h100", "7"), SEVEN).row()).isEqualTo("R0");
        assertThat(cut(with(both, "gpu:h100", "6"), SEVEN).row()).isEqualTo("R12");
    }

    private static Map<String, String> with(Map<String, String> some, String name, String count) {
        Map<String, String> all = new TreeMap<>(some);
        all.put(name, count);
        return all;
    }
}
