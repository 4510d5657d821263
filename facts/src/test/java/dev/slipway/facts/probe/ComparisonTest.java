package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.facts.view.Comparison;
import dev.slipway.facts.view.Comparison.Line;
import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Baseline GOAL = new Baseline(
            "h100",
            Optional.empty(),
            new Baseline.Provenance("3f9c1d", "platform", "2026-01-12"),
            new Baseline.Profile("HGX-H100-8", 8, "NVIDIA H100 80GB HBM3", "local", 18, false),
            Map.of(Field.DRIVER_VERSION, "565.57.01", Field.KERNEL, "6.8.0-60-generic", Field.CUDA_TOOLKIT, "n/a"),
            Map.of("libnccl2", "2.27.3-1+cuda12.8", "nvidia-fabricmanager-565", "565.57.01-1"),
            List.of("libnccl2"),
            Optional.of(new RuntimeSettings("Enabled", "", "700", "", "", "")),
            Baseline.GateProfile.of(400, List.of(), List.of("nvidia-fabricmanager"), 2, false),
            List.of());

    private static NodeFacts facts(Map<String, String> sections) {
        return ProbeAnswer.of(Samples.answer(sections))
                .facts(new NodeRef("c1", "gpu-001"), Instant.parse("2026-11-21T12:00:00Z"));
    }

    private static NodeFacts with(String... sections) {
        Map<String, String> all = Samples.healthy();
        for (int i = 0; i < sections.length; i += 2) {
            all.put(sections[i], sections[i + 1]);
        }
        return facts(all);
    }

    @Test
    void findsNothingBetweenANodeAndTheBaselineItMeets() {
        assertThat(Comparison.of(with(), GOAL).lines()).isEmpty();
        assertThat(Comparison.of(with(), GOAL).same()).isTrue();
    }

    @Test
    void showsFieldByFieldWhatANodeHasAndWhatTheBaselineWants() {
        NodeFacts drifted = with(
                "kernel", "6.8.0-58-generic\n",
                "holds", "",
                "services", "Id=nvidia-fabricmanager.service\nLoadState=loaded\nActiveState=failed\n",
                "nvlink", Samples.nvlink(17));

        assertThat(Comparison.of(drifted, GOAL).lines())
                .containsExactly(
                        new Line("nvlinksPerGpu", "17", "18", ""),
                        new Line("kernel", "6.8.0-58-generic", "6.8.0-60-generic", ""),
                        new Line("libnccl2", "held: no", "held: yes", ""),
                        new Line("nvidia-fabricmanager", "failed", "active", ""));
    }

    @Test
    void callsAFieldThatCouldNotBeReadUnknownAndNeverTheSame() {
        Map<String, String> sections = Samples.healthy();
        sections.put("smi-gpus", "No devices were found\n");
        sections.remove("packages");
        sections.remove("services");
        Comparison compared = Comparison.of(facts(sections), GOAL);

        assertThat(compared.same()).isFalse();
        assertThat(compared.lines())
                .extracting(Line::field)
                .contains("gpusAnswering", "gpuModel", "driverVersion", "packages", "nvidia-fabricmanager", "runtime");
        assertThat(compared.lines()).allSatisfy(line -> {
            assertThat(line.unknown()).isNotBlank();
            assertThat(line.have()).isEmpty();
            assertThat(line.want()).isNotBlank();
        });
    }

    @Test
    void comparesOneMachineInTwoBootsLeavingTheBootIdOut() {
        NodeFacts later = with(
                "boot-id", "11111111-4b5a-6978-8796-a5b4c3d2e1f0\n",
                "boot-id-last", "11111111-4b5a-6978-8796-a5b4c3d2e1f0\n",
                "holds", "",
                "kernel", "6.8.0-61-generic\n");
        Comparison compared = Comparison.of(with(), later);

        assertThat(compared.relation()).isEqualTo("the same machine in two boots");
        assertThat(compared.leftOut()).containsExactly("boot.bootId", "boot.bootTime");
        assertThat(compared.lines())
                .contains(
                        new Line("kernel", "6.8.0-60-generic", "6.8.0-61-generic", ""),
                        new Line("packages[libnccl2]", "2.27.3-1+cuda12.8 held", "2.27.3-1+cuda12.8", ""));
        assertThat(Comparison.of(with(), with()).relation()).isEqualTo("the same machine in the same boot");
        assertThat(Comparison.of(with(), with()).same()).isTrue();
    }

    @Test
    void comparesWhatOthersSayOfANodeOnlyWhereBothSidesAskedThem() {
        NodeFacts cordoned = with().with(others(false));

        assertThat(Comparison.of(with(), cordoned).same()).isTrue();
        assertThat(Comparison.of(with().with(others(true)), cordoned).lines())
                .containsExactly(new Line("scheduler.unschedulable", "no", "yes", ""));
    }

    private static NodeDetails.Outside others(boolean schedulable) {
        return new NodeDetails.Outside(
                Reading.unknown("nobody said"),
                Reading.of(new NodeDetails.Scheduling("Kubernetes", schedulable, List.of(), Map.of(), Map.of())));
    }

    @Test
    void leavesOutWhatIsOneMachinesOwnBetweenTwoMachines() {
        NodeFacts other = with(
                "machine-id",
                "aaaaaaaac4c5404aaa1f6d2a48adfda4\n",
                "smi-gpus",
                Samples.smiGpus().replace("GPU-", "GPU-f").replace("165442300159", "265442300159"),
                "nvlink",
                Samples.nvlink(18).replace("GPU-", "GPU-f"));
        Comparison compared = Comparison.of(with(), other);

        assertThat(compared.relation()).isEqualTo("two machines");
        assertThat(compared.same()).isTrue();
        assertThat(compared.leftOut())
                .contains("identity.machineId", "boot.bootId")
                .hasSize(4 + 2 * 8);
    }

    @Test
    void showsAWholePartThatOneSideCouldNotReadAsOneUnknownLine() {
        Map<String, String> sections = Samples.healthy();
        sections.remove("packages");
        Comparison compared = Comparison.of(facts(sections), with());

        assertThat(compared.lines())
                .filteredOn(line -> line.field().startsWith("packages["))
                .isEmpty();
        assertThat(compared.lines()).contains(new Line("packages", "", "read", "the first: packages was not read"));
        assertThat(Comparison.of(facts(sections), facts(sections)).same()).isFalse();
    }

    @Test
    void showsAPackageThatOnlyOneSideHasAsAbsentOnTheOther() {
        NodeFacts more = with("packages", "libnccl2\t2.27.3-1+cuda12.8\tinstall ok installed\n");

        assertThat(Comparison.of(more, with()).lines())
                .contains(new Line("packages[datacenter-gpu-manager-4-core]", "absent", "1:4.4.1-1", ""));
    }
}
