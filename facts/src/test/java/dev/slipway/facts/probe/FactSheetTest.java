package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.facts.view.Fact;
import dev.slipway.facts.view.FactSheet;
import dev.slipway.facts.view.Source;
import dev.slipway.model.Field;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.PersistenceState;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FactSheetTest {
    private static final Pattern SECTION = Pattern.compile("(?m)^(?:smi_)?section ([a-z0-9-]+) ");

    private static final NodeDetails.Outside OUTSIDE = new NodeDetails.Outside(
            Reading.of(new NodeDetails.Location(
                    "prod-a",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty())),
            Reading.of(new NodeDetails.Scheduling("none", true, List.of(), Map.of(), Map.of())));

    private static FactSheet sheet(Map<String, String> sections) {
        return FactSheet.of(facts(Samples.answer(sections)).with(OUTSIDE));
    }

    private static NodeFacts facts(byte[] answer) {
        Instant at = Instant.ofEpochSecond(1_732_500_060L);
        return ProbeAnswer.of(answer).facts(new NodeRef("c1", "gpu-001"), at, at);
    }

    private static String text(FactSheet sheet, String name) {
        return sheet.fact(name).map(Fact::text).orElse("no fact " + name);
    }

    @Test
    void namesEachFactOfAHealthyNodeWithItsValueUnitAndSource() {
        FactSheet sheet = sheet(Samples.healthy());

        assertThat(sheet.unknown()).isEmpty();
        assertThat(sheet.facts()).extracting(Fact::name).doesNotHaveDuplicates();
        assertThat(text(sheet, "identity.machineId")).isEqualTo("3d1219c7c4c5404aaa1f6d2a48adfda4");
        assertThat(text(sheet, "boot.installedKernels")).isEqualTo("6.8.0-58-generic, 6.8.0-60-generic");
        assertThat(text(sheet, "driverOwner")).isEqualTo("HOST_PACKAGED");
        assertThat(text(sheet, "manifest.builder")).isEqualTo("b1");
        assertThat(text(sheet, "gpusOnBus")).isEqualTo("8");
        assertThat(sheet.facts()).filteredOn(f -> f.name().endsWith("].serial")).hasSize(8);
        assertThat(text(sheet, "fabric.linksActive")).isEqualTo("18");
        assertThat(text(sheet, "powerLimitWatts")).isEqualTo("700 W");
        assertThat(text(sheet, "clocks")).isEqualTo("2619,1980 MHz");
        assertThat(text(sheet, "services[nvidia-imex]")).isEqualTo("not-found");
        assertThat(text(sheet, "packages[libnccl2]")).isEqualTo("2.27.3-1+cuda12.8 held");
        assertThat(text(sheet, "packages[nvidia-driver-550-server]")).isEqualTo("550.90.07-0ubuntu1 config-files");
        assertThat(text(sheet, "packagesBroken")).isEqualTo("none");
        assertThat(text(sheet, "kernelEvents")).isEqualTo("none");
        assertThat(sheet.fact("driverResident").map(Fact::source))
                .contains(new Source("proc-driver", "/proc/driver/nvidia/version"));
    }

    @Test
    void holdsEveryFieldThatABaselineCanPin() {
        FactSheet sheet = sheet(Samples.healthy());

        for (Field field : Field.values()) {
            assertThat(sheet.fact(field.key())).as(field.key()).isPresent();
        }
    }

    @Test
    void knowsTheToolBehindEverySectionThatTheProbePrints() {
        List<String> printed =
                SECTION.matcher(Probe.script()).results().map(m -> m.group(1)).toList();

        assertThat(printed).hasSizeGreaterThan(35);
        assertThat(Source.tools().keySet()).containsAll(printed);
    }

    @Test
    void givesTheReasonOfEveryPartThatWasNotRead() {
        NodeFacts unread = facts(new byte[0]);
        FactSheet sheet = FactSheet.of(unread);

        assertThat(sheet.facts())
                .filteredOn(f -> f.reading().known())
                .extracting(Fact::name)
                .containsExactly("identity.cluster", "identity.name");
        assertThat(sheet.facts()).extracting(Fact::part).contains("gpus", "packages", "services", "kernelEvents");
        assertThat(sheet.unknown()).allSatisfy(f -> assertThat(f.text()).startsWith("unknown: "));
        assertThat(text(sheet, "gpus")).isEqualTo("unknown: smi-gpus: the answer is empty");
    }

    @Test
    void listsWhatCouldNotBeReadAndHasNoFactWhenItIsRead() {
        NodeFacts healthy = facts(Samples.answer(Samples.healthy())).with(OUTSIDE);
        FactSheet kernels = FactSheet.of(healthy.with(healthy.load(), KernelState.unread("free: no answer")));

        assertThat(kernels.unknown()).extracting(Fact::name).containsExactly("kernels");
        assertThat(text(kernels, "kernels")).isEqualTo("unknown: free: no answer");
        assertThat(kernels.fact("kernels").map(Fact::source)).contains(Source.of("free"));
        assertThat(FactSheet.of(healthy.with(PersistenceState.unread("cut"))).unknown())
                .extracting(Fact::name)
                .containsExactly("dcgmTarget", "persistenceState");
    }

    @Test
    void listsEveryPartThatIsUnknownOnceAndUnderOneName() {
        for (String section : Samples.healthy().keySet()) {
            Map<String, String> sections = Samples.healthy();
            sections.remove(section);
            NodeFacts facts = facts(Samples.answer(sections)).with(OUTSIDE);
            FactSheet sheet = FactSheet.of(facts);

            assertThat(sheet.facts()).as(section).extracting(Fact::name).doesNotHaveDuplicates();
            assertThat(sheet.unknown().size())
                    .as(section)
                    .isGreaterThanOrEqualTo(facts.errors().isEmpty() ? 0 : 1);
        }
    }

    @Test
    void neverShowsAValueForAPartOfTheBootOrAGpuThatItsToolDidNotSay() {
        Map<String, String> sections = Samples.healthy();
        sections.put("next-kernel", "no kernel here\n");
        sections.remove("smi-q");
        FactSheet sheet = sheet(sections);

        assertThat(text(sheet, "boot.nextKernel")).startsWith("unknown: next-kernel: no kernel in");
        assertThat(sheet.unknown())
                .filteredOn(f -> f.name().endsWith("].recoveryAction"))
                .hasSize(8);
    }

    @Test
    void namesTheSectionThatFailedAsTheSourceOfWhatIsKnownOnlyTogether() {
        Map<String, String> sections = Samples.healthy();
        sections.remove("product-uuid");
        FactSheet sheet = sheet(sections);

        assertThat(text(sheet, "identity.machineId")).isEqualTo("unknown: product-uuid was not read");
        assertThat(sheet.fact("identity.machineId").map(Fact::source)).contains(Source.of("product-uuid"));
        assertThat(sheet.fact("boot.bootId").map(Fact::source)).contains(Source.of("boot-id"));
    }

    @Test
    void tellsKernelEventsOneByOne() {
        Map<String, String> sections = Samples.healthy();
        sections.put(
                "kernel-log",
                "# source=journal since=1732500000\n"
                        + "1732500100.000000 h kernel: NVRM: Xid (PCI:0000:5d:00): 79, GPU has fallen off the bus.\n");
        FactSheet sheet = sheet(sections);

        assertThat(text(sheet, "kernelEvents")).isEqualTo("1");
        assertThat(text(sheet, "kernelEvents[1]")).contains("0000:5d:00").contains("Xid 79");
    }
}
