package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.nvidia.DiagReport.Status;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses {@code dcgmi diag}: JSON or table, every test with its results. */
final class DiagParser {
    static final String FORMAT = "dcgmi diag";
    static final String COVERED = "gpus";

    private static final Pattern DRIVER = Pattern.compile(
            "\"Driver Version Detected\"\\s*:\\s*\"([0-9.]+)\"|\\| Driver Version Detected\\s+\\| ([0-9.]+)");
    private static final Pattern DEVICES =
            Pattern.compile("GPU Device IDs(?: Detected)?\\s+\\| ([0-9a-fA-F, ]+?)\\s*\\|");
    private static final Pattern DEVICE = Pattern.compile("\"device_id\"\\s*:\\s*\"([0-9a-fA-F]{4})\"");
    private static final Pattern ERROR = Pattern.compile("\"error_id\"\\s*:\\s*([0-9]{1,5})");

    private DiagParser() {}

    /** Parses a part that is JSON: a report that is read to its last brace is complete. */
    static ToolReport<?> json(Output document, List<Output.Line> beside, DiagDemands demands) {
        Findings found = new Findings(FORMAT + " json");
        beside.forEach(found::unparsed);
        return weigh(document, demands, found, DiagJson.parse(document.text()));
    }

    /** Parses a part that is a table: its closing border is its end. */
    static ToolReport<?> table(Output output, DiagDemands demands) {
        Findings found = new Findings(FORMAT + " table");
        DiagTable table = DiagTable.of(output);
        table.foreign().forEach(found::unparsed);
        return weigh(output, demands, found, table.report());
    }

    private static ToolReport<?> weigh(
            Output output, DiagDemands demands, Findings found, Optional<DiagReport> report) {
        ObjectNode facts = found.facts();
        figures(output.text(), facts);
        output.exit().ifPresent(exit -> facts.put("exitStatus", exit));
        if (report.isEmpty()) {
            return found.verdict(ToolVerdict.UNKNOWN, "the report is not whole")
                    .cut("the output is incomplete")
                    .of(output);
        }
        DiagJudge judge = new DiagJudge(report.get(), demands);
        report.get().tests().forEach(test -> test(test, facts));
        if (judge.covered() > 0) {
            facts.put(COVERED, judge.covered());
        }
        judge.judge(output.exit(), found);
        if (report.get().cut().isEmpty()) {
            found.complete();
        } else {
            found.cut(report.get().cut());
        }
        return found.normalExits(DcgmStatus.ISOLATE_ERROR).of(output);
    }

    private static void figures(String text, ObjectNode facts) {
        DiagFigures figures = DiagFigures.of(text.getBytes(StandardCharsets.UTF_8));
        if (!figures.version().isEmpty()) {
            facts.put("dcgmVersion", figures.version());
        }
        Matcher driver = DRIVER.matcher(text);
        if (driver.find()) {
            facts.put("driverVersion", driver.group(1) == null ? driver.group(2) : driver.group(1));
        }
        Text.first(DEVICES, text).ifPresent(list -> {
            for (String id : list.strip().split("[, ]+")) {
                facts.withArray("deviceIds").add(id);
            }
        });
        if (!facts.has("deviceIds")) {
            DEVICE.matcher(text)
                    .results()
                    .forEach(m -> facts.withArray("deviceIds").add(m.group(1)));
        }
        figures.toDevice().ifPresent(v -> facts.put("hostToGpuGBs", v));
        figures.toHost().ifPresent(v -> facts.put("gpuToHostGBs", v));
        ERROR.matcher(text)
                .results()
                .map(m -> Integer.parseInt(m.group(1)))
                .distinct()
                .forEach(id -> facts.withArray("errorIds").add(id));
    }

    private static void test(DiagReport.Test test, ObjectNode facts) {
        ObjectNode node = facts.withArray("tests").addObject();
        node.put("name", test.name()).put("status", worst(test));
        for (DiagReport.Result result : test.results()) {
            for (int gpu : result.gpus()) {
                node.withObjectProperty("gpus").put(Integer.toString(gpu), word(result.status()));
            }
        }
        for (DiagReport.Remark remark : test.remarks()) {
            ObjectNode warning = node.withArray("warnings").addObject().put("text", remark.text());
            if (remark.severity() >= 0) {
                warning.put("severity", remark.severity());
            }
        }
        if (!test.infos().isEmpty()) {
            test.infos().forEach(node.withArray("info")::add);
        }
        if (test.toolError()) {
            node.put("toolError", true);
        }
    }

    private static String worst(DiagReport.Test test) {
        for (Status status : List.of(Status.FAIL, Status.STRANGE, Status.WARN)) {
            if (test.any(status)) {
                return word(status);
            }
        }
        boolean skipped = test.all(Status.SKIP);
        return skipped ? "Skip" : test.results().isEmpty() ? "Unknown" : "Pass";
    }

    private static String word(Status status) {
        return switch (status) {
            case PASS -> "Pass";
            case WARN -> "Warn";
            case SKIP -> "Skip";
            case FAIL -> "Fail";
            case STRANGE -> "Unknown";
        };
    }
}
