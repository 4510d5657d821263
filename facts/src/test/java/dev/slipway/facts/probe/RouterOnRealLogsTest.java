package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.facts.nvidia.DiagVerdict;
import dev.slipway.model.Baseline;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import dev.slipway.rules.triage.DcgmVerdict;
import dev.slipway.rules.triage.RoutingInput;
import dev.slipway.rules.triage.TriageResult;
import dev.slipway.rules.triage.TriageTable;
import dev.slipway.rules.triage.XidVerdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What real logs and outputs lead to, on a node that is whole otherwise. */
class RouterOnRealLogsTest {
    private static final Instant SAVED = Instant.parse("2026-11-21T12:00:00Z");

    private static TriageResult routed(Map<String, String> sections) {
        NodeFacts facts = SavedOutputs.read(new NodeRef("-", "n"), SAVED, Map.of("probe.txt", Samples.answer(sections)))
                .facts();
        return TriageTable.route(RoutingInput.of(facts, baseline()));
    }

    private static Baseline baseline() {
        return new Baseline(
                "b",
                Optional.empty(),
                new Baseline.Provenance("c", "o", "2026-01-01"),
                new Baseline.Profile("HGX-H100-8", 8, "NVIDIA H100 80GB HBM3", "local", 18, false),
                Map.of(),
                Map.of(),
                List.of(),
                Optional.empty(),
                Baseline.GateProfile.of(0, List.of(), List.of(), 3, false),
                List.of());
    }

    private static Map<String, String> with(String section, String text) {
        Map<String, String> sections = Samples.healthy();
        sections.remove("boot-time");
        sections.remove("collector");
        sections.put(section, text);
        return sections;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "dmesg-T-xid119-gsp-timeout.txt; R10; gpu-fault-rma; 119 reset-then-reboot",
                "dmesg-T-xid31-48-hex-domain.txt; R10; gpu-fault-rma; 48 ecc-fault, 31 tell-owner",
                "dmesg-iso-xid48-63-94-h100.txt; R10; ecc-toggle; 48 ecc-reset, 63 reset-when-drained, 94 reset-when-drained",
                "fallen-off-bus-three-line-message.txt; R10; gpu-fault-rma; 79 reboot",
                "journal-xid119-process-name-brackets.txt; R10; gpu-fault-rma; 119 reset-then-reboot, 13 tell-owner",
                "sxid-gpud.txt; R10; fabric-manager; 20034 fabric, 12028 record, 20123 record, 99999 record, 22013 record",
                "xid-13-journal-2014.txt; R0; ''; 13 tell-owner",
                "xid-140-ecc-uncorrectable.txt; R10; gpu-fault-rma; 140 reset",
                "xid-94-95-contained-uncontained-mig.txt; R10; gpu-fault-rma; 95 ecc-fault, 94 reset-when-drained",
                "xid-datadog-31-mmu-fault.txt; R0; ''; 31 tell-owner",
                "xid154-recovery-action-changed.txt; R10; gpu-fault-rma; 0 drain-and-reset, 0 reset, 0 reset, 0 reset, 154 record, 154 record, 154 record, 154 record",
                "xid48-with-wrong-text-ctx-switch.txt; R10; gpu-fault-rma; 48 ecc-fault",
                "xid-79-wrapped-and-plain.txt; R10; gpu-fault-rma; 79 reboot",
                "xid-120-gsp-task-exception.txt; R10; gpu-fault-rma; 119 reset-then-reboot, 120 reset-then-reboot",
                "kmsg-peermem-error-storm.txt; R0; ''; ''"
            })
    void leadsWhereTheNumbersOfARealLogSay(String sample, String row, String runbook, String cares) {
        TriageResult triageResult = routed(with("kernel-log", Samples.text("kernel-log/" + sample)));

        assertThat(triageResult.xids().verdicts().stream()
                        .map(RouterOnRealLogsTest::said)
                        .collect(Collectors.joining(", ")))
                .isEqualTo(cares);
        assertThat(triageResult.row()).as(triageResult.toString()).isEqualTo(row);
        assertThat(triageResult.route().detail()).isEqualTo(runbook);
    }

    private static String said(XidVerdict verdict) {
        return verdict.code() + " "
                + verdict.care().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    @Test
    void leadsToFabricManagerThoughTheTableOfNvidiaSmiLooksFine() {
        Map<String, String> sections = with("kernel-log", "# source=journal since=1\n");
        sections.put(
                "services",
                sections.getOrDefault("services", "").replace("Id=nvidia-fabricmanager.service", "Id=other.service"));

        assertThat(routed(sections).row()).isEqualTo("R8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "version-mismatch-580-two-components.txt; R5; module-reload",
                "device-handle-gpu-lost-rc15.txt; R19; module-reload"
            })
    void leadsFromWhatNvidiaSmiSaysWhereItFails(String sample, String row, String runbook) {
        Map<String, String> sections = with("smi-gpus", Samples.text("nvidia-smi-errors/" + sample));
        sections.put("proc-driver", Samples.text("proc-driver-version/open-590.48.01-sberlinux-ampm-date.txt"));

        assertThat(routed(sections).row()).isEqualTo(row);
        assertThat(routed(sections).route().detail()).isEqualTo(runbook);
    }

    @Test
    void weighsARealDiagByItsSeverities() {
        assertThat(DiagVerdict.of("{\"DCGM Diagnostic\": 1}")).isEmpty();
        assertThat(DiagVerdict.of(Samples.text("dcgmi/diag-r1-json-4.2.3-gb10-persistence-fail.json")))
                .map(DcgmVerdict::severity)
                .contains(DcgmVerdict.Severity.CONFIG);
    }
}
