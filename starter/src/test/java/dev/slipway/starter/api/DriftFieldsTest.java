package dev.slipway.starter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.view.Comparison.Line;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Route;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.runbook.imagedrift.ImageDriftTable;
import dev.slipway.starter.Installation;
import dev.slipway.starter.ProbeOutput;
import dev.slipway.starter.RunningStarter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriftFieldsTest {
    private static final NodeRef NODE = new NodeRef("prod-a", "gpu-041");

    @TempDir
    Path folder;

    private static DriftReport report(DriftReport.DriftLine line) {
        return new DriftReport(
                "drift/one", "prod-a", 4, 4, 3, 1, 0, 0, false, List.of(line), DriftReport.Unread.none());
    }

    private static DriftReport.DriftLine line(RunningStarter starter, ProbeOutput answer) {
        Diagnosed row = new ImageDriftTable()
                .diagnose(
                        answer.facts(NODE),
                        starter.config.baseline("hgx-h100-r570-133").orElseThrow());
        return new DriftReport.DriftLine(NODE.name(), row.row(), "converge", row.title(), row.summary(), Route.Kind.DO);
    }

    @Test
    void showsEveryFieldOfWhatTheCheckSaw() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            ProbeOutput answer = new ProbeOutput("570.124.06").put("holds", "");
            answer.keep(starter.ledger, NODE, "drift/one/" + NODE);
            DriftReport.DriftLine line = line(starter, answer);
            List<Line> fields = fields(starter).of(report(line), line);

            assertThat(fields)
                    .contains(
                            new Line("driverVersion", "570.124.06", "570.133.20", ""),
                            new Line("driverResident", "570.124.06", "570.133.20", ""),
                            new Line("libnccl2", "absent", "2.27.3-1+cuda12.9", ""));
            assertThat(fields)
                    .filteredOn(f -> f.field().equals("dcgm"))
                    .singleElement()
                    .satisfies(f -> assertThat(f.unknown()).isEqualTo("dcgmi was not read"));
            assertThat(DriftFields.words(fields))
                    .contains("driverVersion 570.124.06 → want 570.133.20")
                    .contains("dcgm unknown: dcgmi was not read → want 4.4.1")
                    .noneMatch(word -> word.startsWith("driverResident"));
        }
    }

    @Test
    void leavesTheChecksOwnWordsWhereItJudgedByAnotherBaselineOrKeptNoFacts() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            ProbeOutput answer = new ProbeOutput("570.124.06");
            DriftReport.DriftLine line = line(starter, answer);
            assertThat(fields(starter).of(report(line), line)).isEmpty();
            answer.keep(starter.ledger, NODE, "drift/one/" + NODE);
            DriftReport.DriftLine other = new DriftReport.DriftLine(
                    NODE.name(),
                    "D17",
                    "converge",
                    "config drift",
                    "driverVersion 570.124.06 → want 580.65.06",
                    Route.Kind.DO);
            assertThat(fields(starter).of(report(other), other)).isEmpty();
        }
    }

    @Test
    void hasNoFieldsOfANodeThatGaveNoAnswer() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            ProbeOutput silent = new ProbeOutput("570.124.06").put("boot-id", "");
            silent.keep(starter.ledger, NODE, "drift/one/" + NODE);
            DriftReport.DriftLine line = line(starter, silent);
            assertThat(line.row()).isEqualTo("D1");
            assertThat(fields(starter).of(report(line), line)).isEmpty();
        }
    }

    private static DriftFields fields(RunningStarter starter) {
        return new DriftFields(new Installation(starter.config, starter.ledger, starter.memory(), Clock.systemUTC()));
    }
}
