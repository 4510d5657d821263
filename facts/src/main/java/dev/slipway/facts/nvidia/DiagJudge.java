package dev.slipway.facts.nvidia;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.nvidia.DiagReport.Status;
import dev.slipway.facts.nvidia.DiagReport.Test;
import dev.slipway.facts.tool.Findings;
import dev.slipway.model.ShortList;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Weighs a report. It collects reasons per verdict and reports the worst first; the worst verdict with a reason counts.
 */
final class DiagJudge {
    private static final List<ToolVerdict> WORST_FIRST = List.of(
            ToolVerdict.FAIL,
            ToolVerdict.INFRASTRUCTURE_ERROR,
            ToolVerdict.UNKNOWN,
            ToolVerdict.SKIP,
            ToolVerdict.WARN);

    private final DiagReport report;
    private final DiagDemands demands;
    private final List<List<String>> reasons =
            WORST_FIRST.stream().<List<String>>map(v -> new ArrayList<>()).toList();

    DiagJudge(DiagReport report, DiagDemands demands) {
        this.report = report;
        this.demands = demands;
    }

    /** Returns on how many GPUs it ran; 0 if the report does not show it. */
    int covered() {
        long seen = report.tests().stream().mapToLong(Test::gpusTested).max().orElse(0);
        return report.gpus() == 0 ? (int) seen : report.gpus();
    }

    void judge(OptionalInt exit, Findings found) {
        report.tests().forEach(this::test);
        whole();
        gpus();
        report.faults().forEach(fault -> note(DcgmiErrors.verdict(fault), fault));
        exit.stream()
                .filter(status -> !DcgmStatus.reported(status) && !DcgmStatus.notRun(status))
                .forEach(status -> note(ToolVerdict.UNKNOWN, "exit status " + status));
        found.verdict(ToolVerdict.PASS, "");
        for (int i = 0; i < reasons.size(); i++) {
            for (String reason : reasons.get(i)) {
                found.verdict(WORST_FIRST.get(i), reason);
            }
        }
    }

    private void whole() {
        if (report.tests().isEmpty()) {
            note(ToolVerdict.UNKNOWN, "no test is in the report");
        } else if (report.tests().stream().noneMatch(t -> t.any(Status.PASS) || t.any(Status.FAIL))) {
            note(ToolVerdict.SKIP, "no test passed");
        }
        for (String name : demands.required()) {
            if (report.tests().stream().noneMatch(t -> t.name().equals(name))) {
                note(ToolVerdict.UNKNOWN, name + " is not in the report");
            }
        }
    }

    private void gpus() {
        int gpus = covered();
        if (demands.gpus() > 0 && gpus == 0) {
            note(ToolVerdict.UNKNOWN, "the report does not say on how many of " + demands.gpus() + " GPUs it ran");
        } else if (demands.gpus() > 0 && gpus != demands.gpus()) {
            note(ToolVerdict.FAIL, "ran on " + gpus + " of " + demands.gpus() + " GPUs");
        }
    }

    private void test(Test test) {
        if (test.results().isEmpty() || test.any(Status.STRANGE) || test.name().isEmpty()) {
            note(ToolVerdict.UNKNOWN, test.name() + ": no known status");
        }
        if (test.toolError()) {
            note(ToolVerdict.INFRASTRUCTURE_ERROR, sentence(test, "error of the tool"));
        } else if (test.any(Status.FAIL)) {
            note(ToolVerdict.FAIL, sentence(test, "Fail"));
        } else if (test.any(Status.SKIP) && !demands.allowedSkips().contains(test.name())) {
            note(ToolVerdict.SKIP, sentence(test, "Skip"));
        } else if (test.any(Status.WARN) || grave(test)) {
            note(ToolVerdict.WARN, sentence(test, "Warn"));
        }
        long seen = test.gpusTested();
        int wanted = demands.gpus() > 0 ? demands.gpus() : report.gpus();
        if (seen > 0 && seen < wanted && !test.all(Status.SKIP)) {
            note(
                    demands.gpus() > 0 ? ToolVerdict.FAIL : ToolVerdict.UNKNOWN,
                    test.name() + ": ran on " + seen + " of " + wanted + " GPUs");
        }
    }

    /** DCGM rates a fabric manager that is not ready as something to watch; no node with NVSwitch works without it. */
    private static boolean grave(Test test) {
        return test.any(Status.PASS)
                && test.remarks().stream()
                        .anyMatch(r -> r.severity() >= 2 || r.text().contains("Fabric Manager"));
    }

    private static String sentence(Test test, String word) {
        String remarks = ShortList.words(
                test.remarks().stream().map(r -> r.text() + r.meaning()).toList(), 3, "; ");
        return test.name() + ": " + word + (test.remarks().isEmpty() ? "" : ": " + remarks);
    }

    private void note(ToolVerdict verdict, String reason) {
        reasons.get(WORST_FIRST.indexOf(verdict)).add(reason);
    }
}
