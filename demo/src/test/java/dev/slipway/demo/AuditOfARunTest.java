package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.AuditTrail;
import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * I29: after a run every command that reached the node, every answer and the row of the decision table are in the audit;
 * no key, token or password is in audit, history or evidence.
 */
class AuditOfARunTest {
    private static final String NODE = "gpu-001";

    @TempDir
    Path folder;

    private static FleetPlan plan() {
        return FleetPlan.whole(13, 1)
                .changing(
                        NODE,
                        n -> n.with(
                                new Condition.Runs(SoftwareSet.previous()),
                                new Condition.DiagFails(SoftwareSet.pinned().driver(), "memory")));
    }

    private static List<AuditTrail.Entry> audit(ScenarioBench bench) {
        return bench.ledger.audit().of(bench.ref(NODE).toString(), 2_000);
    }

    @Test
    void i29_everyCommandAnswerAndRowOfARunIsInTheAudit() {
        try (ScenarioBench bench = ScenarioBench.start(folder, plan())) {
            NodeOutcome end = bench.run(List.of(NODE), false).getFirst();
            assertThat(end.outcome()).isEqualTo(Outcome.ROLLED_BACK);

            String text = audit(bench).stream().map(AuditTrail.Entry::detail).collect(Collectors.joining("\n"));

            for (String step : bench.steps.steps(NODE)) {
                assertThat(text).as("the step " + step).contains(step + "-1, attempt");
            }
            assertThat(text)
                    .as("the row")
                    .contains(end.row())
                    .as("verdicts, both ways")
                    .contains("G7 fail")
                    .contains("G7 pass");
            assertThat(text).as("the end, and why").contains("[" + end + "]");
            assertThat(audit(bench).stream()
                            .filter(entry -> entry.detail().endsWith(": begun"))
                            .map(AuditTrail.Entry::verb))
                    .as("what a worker that dies in it leaves in the audit")
                    .contains("Nodes.Cordon", "Evidence.Capture", "Nodes.Drain", "Packages.Converge", "Packages.Hold")
                    .contains("Power.Reboot", "Diagnostics.Diag", "Ledger.Pin", "Nodes.Readmit", "Ledger.Ended")
                    .doesNotContainAnyElementsOf(List.of("Nodes.Facts", "Diagnosis.Diagnose", "Gates.Verify"));
            for (String script :
                    List.of("slipway-probe", "slipway-start", "slipway-poll", "slipway-reboot", "slipway-evidence")) {
                int calls = bench.fleet
                        .node(NODE)
                        .clock()
                        .call(() -> bench.fleet.node(NODE).faults().calls(script));
                assertThat(calls).isPositive();
                assertThat(counted(text, script))
                        .as(script + ": no call on the node that the audit lacks")
                        .isGreaterThanOrEqualTo(calls);
            }
            assertThat(text).contains("apt-get").contains("dcgmi").contains("all_reduce_perf");
        }
    }

    /** How often the audit says that a script was sent, repeated ones by their number. */
    private static int counted(String text, String script) {
        return text.lines()
                .filter(line -> line.matches("(sudo -n )?" + script + "( .*)? → .*"))
                .mapToInt(line ->
                        line.contains(" ×") ? Integer.parseInt(line.replaceFirst("(?s).* ×(\\d+) → .*", "$1")) : 1)
                .sum();
    }

    @Test
    void i29_noKeyTokenOrPasswordIsInAuditHistoryOrEvidence() throws IOException {
        try (ScenarioBench bench = ScenarioBench.start(folder, plan())) {
            bench.run(List.of(NODE), false);
            String key = Files.readString(bench.fleet.ssh().clientKey());
            List<String> secrets = List.of(
                    key.lines().skip(1).findFirst().orElseThrow(),
                    bench.fleet.kubernetes().token(),
                    "PRIVATE KEY");

            assertThat(audit(bench))
                    .isNotEmpty()
                    .allSatisfy(entry -> assertThat(entry.toString()).doesNotContain(secrets));
            assertThat(bench.client().fetchHistory(bench.ref(NODE).workflowId()).toJson(false))
                    .doesNotContain(secrets);
            List<Path> evidence = evidence();
            assertThat(evidence).isNotEmpty();
            for (Path file : evidence) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .doesNotContain(secrets);
            }
        }
    }

    private List<Path> evidence() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("site/evidence"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
