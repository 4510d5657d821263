package dev.slipway.facts;

import dev.slipway.facts.DiagReport.Status;
import dev.slipway.facts.DiagReport.Test;
import dev.slipway.model.ShortList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What {@code dcgmi diag} found. {@code reasons} says in one line each why the verdict is not a pass, {@code gpus} on how
 * many GPUs it ran (0 where the output does not say it).
 */
public record DcgmDiag(ToolVerdict verdict, List<String> reasons, int gpus) {
    /** DCGM return codes modulo 256: another diag is running, lost connection to the engine, timeout. */
    private static final Set<Integer> TOOL_FAILED = Set.of(217, 235, 245, 124, 127, 137);

    /** The tool counts the GPUs itself before it runs a test: fewer than asked for is a verdict on the node. */
    private static final Pattern WRONG_NUMBER =
            Pattern.compile("(?i)number of (gpus|entities)[^\\n]{0,80}(not|n't) match|expected number of entities");

    /** 0; and the two codes that only repeat what the report says: a test failed, an isolate-class error. */
    private static final Set<Integer> REPORTED = Set.of(0, 226, 205);

    /**
     * Reads the output (JSON or table, DCGM 1 to 4) and the exit status of {@code dcgmi diag}. Never throws: an answer that
     * is not understood is {@link ToolVerdict#UNKNOWN}. The report counts before the exit status, the worst test decides.
     *
     * @param expectedGpus how many GPUs every test must have covered; 0 asks for none, for outputs that do not say it
     * @param allowedSkips tests that the hardware profile lets be skipped, by their names in any release, any case
     */
    public static DcgmDiag parse(byte[] out, int exit, int expectedGpus, List<String> allowedSkips) {
        return parse(out, exit, expectedGpus, allowedSkips, List.of());
    }

    /** The same, and each of the {@code required} tests must be there; {@link #required(int)} has them by level. */
    public static DcgmDiag parse(
            byte[] out, int exit, int expectedGpus, List<String> allowedSkips, List<String> required) {
        if (out.length > Text.LIMIT) {
            return new DcgmDiag(ToolVerdict.UNKNOWN, List.of("an answer of " + out.length + " bytes"), 0);
        }
        String text = Text.clean(out);
        Optional<DiagReport> report = report(text);
        if (report.isEmpty() || report.get().tests().isEmpty()) {
            return withoutReport(text, exit, report.map(DiagReport::faults).orElse(List.of()));
        }
        return new Judge(report.get(), expectedGpus, normal(allowedSkips), normal(required)).judge(exit);
    }

    /** What the output reports, test by test; empty where it holds no report. Never throws. */
    public static Optional<DiagReport> report(String text) {
        return DiagJson.parse(text).or(() -> DiagTable.parse(text));
    }

    /** The tests that a run of this level must report, beside those of software that every level has. */
    public static List<String> required(int level) {
        List<String> names = new ArrayList<>();
        if (level >= 2) {
            names.addAll(List.of("memory", "pcie"));
        }
        if (level >= 3) {
            names.addAll(List.of("diagnostic", "memory_bandwidth", "targeted_stress", "targeted_power"));
        }
        return List.copyOf(names);
    }

    private static Set<String> normal(List<String> names) {
        return names.stream().map(DiagReport::normal).collect(Collectors.toUnmodifiableSet());
    }

    private static DcgmDiag withoutReport(String text, int exit, List<String> faults) {
        String words = faults.isEmpty() ? text : String.join("; ", faults);
        String reason = "no report, exit status " + exit + ": " + Text.shorten(words, 200);
        if (WRONG_NUMBER.matcher(words).find()) {
            return new DcgmDiag(ToolVerdict.FAIL, List.of(reason), 0);
        }
        boolean tool = TOOL_FAILED.contains(exit) || !faults.isEmpty() || text.contains("Error: ");
        return new DcgmDiag(tool ? ToolVerdict.INFRASTRUCTURE_ERROR : ToolVerdict.UNKNOWN, List.of(reason), 0);
    }

    /** Weighs a report. Reasons gather per verdict; the worst that has one is the verdict. */
    private static final class Judge {
        private static final List<ToolVerdict> WORST_FIRST = List.of(
                ToolVerdict.FAIL,
                ToolVerdict.INFRASTRUCTURE_ERROR,
                ToolVerdict.UNKNOWN,
                ToolVerdict.SKIP,
                ToolVerdict.WARN);

        private final DiagReport report;
        private final int expected;
        private final Set<String> allowed;
        private final Set<String> required;
        private final List<List<String>> reasons =
                WORST_FIRST.stream().<List<String>>map(v -> new ArrayList<>()).toList();

        Judge(DiagReport report, int expected, Set<String> allowed, Set<String> required) {
            this.report = report;
            this.expected = expected;
            this.allowed = allowed;
            this.required = required;
        }

        DcgmDiag judge(int exit) {
            report.tests().forEach(this::test);
            whole();
            int gpus = covered();
            if (expected > 0 && gpus != expected) {
                note(
                        gpus == 0 ? ToolVerdict.UNKNOWN : ToolVerdict.FAIL,
                        gpus == 0
                                ? "the report does not say on how many of " + expected + " GPUs it ran"
                                : "ran on " + gpus + " of " + expected + " GPUs");
            }
            report.faults().forEach(fault -> note(ToolVerdict.INFRASTRUCTURE_ERROR, fault));
            if (TOOL_FAILED.contains(exit)) {
                note(ToolVerdict.INFRASTRUCTURE_ERROR, "exit status " + exit);
            } else if (!REPORTED.contains(exit)) {
                note(ToolVerdict.UNKNOWN, "exit status " + exit);
            }
            for (int i = 0; i < reasons.size(); i++) {
                if (!reasons.get(i).isEmpty()) {
                    List<String> all =
                            ShortList.of(reasons.stream().flatMap(List::stream).toList(), 50);
                    return new DcgmDiag(WORST_FIRST.get(i), all, gpus);
                }
            }
            return new DcgmDiag(ToolVerdict.PASS, List.of(), gpus);
        }

        private void whole() {
            if (report.cut()) {
                note(ToolVerdict.UNKNOWN, "the table has no end");
            }
            if (report.tests().stream().noneMatch(t -> t.any(Status.PASS) || t.any(Status.FAIL))) {
                note(ToolVerdict.SKIP, "no test passed");
            }
            for (String name : required) {
                if (report.tests().stream().noneMatch(t -> t.name().equals(name))) {
                    note(ToolVerdict.UNKNOWN, name + " is not in the report");
                }
            }
        }

        private void test(Test test) {
            if (test.results().isEmpty()
                    || test.any(Status.STRANGE)
                    || test.name().isEmpty()) {
                note(ToolVerdict.UNKNOWN, test.name() + ": no known status");
            }
            if (test.toolError()) {
                note(ToolVerdict.INFRASTRUCTURE_ERROR, said(test, "error of the tool"));
            } else if (test.any(Status.FAIL)) {
                note(ToolVerdict.FAIL, said(test, "Fail"));
            } else if (test.any(Status.SKIP) && !allowed.contains(test.name())) {
                note(ToolVerdict.SKIP, said(test, "Skip"));
            } else if (test.any(Status.WARN) || grave(test)) {
                note(ToolVerdict.WARN, said(test, "Warn"));
            }
            long seen = test.gpusSeen();
            if (expected > 0 && seen > 0 && seen < expected && !test.all(Status.SKIP)) {
                note(ToolVerdict.FAIL, test.name() + ": ran on " + seen + " of " + expected + " GPUs");
            }
        }

        /** DCGM rates a fabric manager that is not ready as something to watch; no node with NVSwitch works without it. */
        private static boolean grave(Test test) {
            return test.any(Status.PASS)
                    && test.remarks().stream()
                            .anyMatch(r -> r.severity() >= 2 || r.text().contains("Fabric Manager"));
        }

        private int covered() {
            long seen = report.tests().stream().mapToLong(Test::gpusSeen).max().orElse(0);
            return report.gpus() == 0 ? (int) seen : report.gpus();
        }

        private static String said(Test test, String word) {
            return test.remarks().isEmpty()
                    ? test.name() + ": " + word
                    : test.name() + ": " + word + ": "
                            + ShortList.words(
                                    test.remarks().stream()
                                            .map(r -> r.text() + r.meaning())
                                            .toList(),
                                    3,
                                    "; ");
        }

        private void note(ToolVerdict verdict, String reason) {
            reasons.get(WORST_FIRST.indexOf(verdict)).add(Text.shorten(reason, 400));
        }
    }

    /** Whether the diag passed on every count. */
    public boolean passed() {
        return verdict == ToolVerdict.PASS;
    }

    @Override
    public String toString() {
        return verdict + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons));
    }
}
