package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.DcgmDiag;
import dev.slipway.facts.DiagFigures;
import dev.slipway.facts.DiagReport;
import dev.slipway.facts.Text;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code dcgmi diag}: JSON or table, every test with its results. Without a baseline any skip but EUD's is told. */
final class DiagParser {
    private static final List<String> USUAL_SKIPS = List.of("eud", "cpu_eud");
    private static final Pattern DRIVER = Pattern.compile(
            "\"Driver Version Detected\"\\s*:\\s*\"([0-9.]+)\"|\\| Driver Version Detected\\s+\\| ([0-9.]+)");
    private static final Pattern DEVICES =
            Pattern.compile("GPU Device IDs(?: Detected)?\\s+\\| ([0-9a-fA-F, ]+?)\\s*\\|");
    private static final Pattern DEVICE = Pattern.compile("\"device_id\"\\s*:\\s*\"([0-9a-fA-F]{4})\"");
    private static final Pattern ERROR = Pattern.compile("\"error_id\"\\s*:\\s*([0-9]{1,5})");
    private static final Pattern OUTSIDE = Pattern.compile("^(?!\\s*[|+{}\\[\\]\"0-9]).*\\S.*");

    private DiagParser() {}

    static Parsed parse(Output output) {
        String text = output.text();
        boolean table = text.contains("| Diagnostic") || text.contains("|-----  ") || text.contains("+-----  ");
        Findings found = new Findings(table ? "dcgmi diag table" : "dcgmi diag json");
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        DcgmDiag diag = DcgmDiag.parse(bytes, output.exit().orElse(0), 0, USUAL_SKIPS);
        ObjectNode facts = found.facts();
        figures(text, DiagFigures.of(bytes), facts);
        DcgmDiag.report(text).ifPresent(report -> {
            report.tests().forEach(test -> test(test, facts));
            if (report.gpus() > 0) {
                facts.put("gpus", report.gpus());
            }
            if (report.cut()) {
                found.cut("the table has no closing border");
            }
        });
        output.exit().ifPresent(exit -> facts.put("exitStatus", exit));
        found.verdict(diag.verdict(), "");
        diag.reasons().forEach(found::because);
        output.written().stream()
                .filter(l -> table && OUTSIDE.matcher(l.text()).matches())
                .filter(l -> !l.text().startsWith("Successfully ran diagnostic"))
                .forEach(found::unparsed);
        return found.of(output);
    }

    private static void figures(String text, DiagFigures figures, ObjectNode facts) {
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
        test.infos().forEach(node.withArray("info")::add);
        if (test.infos().isEmpty()) {
            node.remove("info");
        }
        if (test.toolError()) {
            node.put("toolError", true);
        }
    }

    private static String worst(DiagReport.Test test) {
        for (DiagReport.Status status :
                List.of(DiagReport.Status.FAIL, DiagReport.Status.STRANGE, DiagReport.Status.WARN)) {
            if (test.any(status)) {
                return word(status);
            }
        }
        boolean skipped = test.all(DiagReport.Status.SKIP);
        return skipped ? "Skip" : test.results().isEmpty() ? "Unknown" : "Pass";
    }

    private static String word(DiagReport.Status status) {
        return switch (status) {
            case PASS -> "Pass";
            case WARN -> "Warn";
            case SKIP -> "Skip";
            case FAIL -> "Fail";
            case STRANGE -> "Unknown";
        };
    }
}
