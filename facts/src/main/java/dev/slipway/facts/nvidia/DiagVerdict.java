package dev.slipway.facts.nvidia;

import dev.slipway.facts.Text;
import dev.slipway.facts.nvidia.DiagReport.Status;
import dev.slipway.rules.triage.DcgmVerdict;
import dev.slipway.rules.triage.DcgmVerdict.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the worst verdict in a report of {@code dcgmi diag} by DCGM's own severities. */
public final class DiagVerdict {
    /** By DCGM's numbers, 0 to 6. */
    private static final List<Severity> NUMBERED = List.of(
            Severity.NONE,
            Severity.MONITOR,
            Severity.ISOLATE,
            Severity.UNKNOWN,
            Severity.TRIAGE,
            Severity.CONFIG,
            Severity.RESET);

    private DiagVerdict() {}

    /**
     * Returns the worst remark of all tests; a test that failed without a severity is {@link Severity#UNKNOWN}. Empty
     * without a report.
     */
    public static Optional<DcgmVerdict> of(String output) {
        List<DiagReport.Test> tests = DcgmDiag.reports(output).stream()
                .flatMap(report -> report.tests().stream())
                .toList();
        return tests.isEmpty()
                ? Optional.empty()
                : Optional.of(tests.stream()
                        .flatMap(DiagVerdict::verdicts)
                        .max(Comparator.comparing(DcgmVerdict::severity))
                        .orElse(new DcgmVerdict(Severity.NONE, "every test passed or was skipped")));
    }

    private static Stream<DcgmVerdict> verdicts(DiagReport.Test test) {
        List<DcgmVerdict> weighed = test.remarks().stream()
                .filter(remark -> remark.severity() > 0 && remark.severity() < NUMBERED.size())
                .map(remark -> new DcgmVerdict(
                        NUMBERED.get(remark.severity()), test.name() + ": " + Text.shorten(remark.text(), 160)))
                .toList();
        boolean failed = test.any(Status.FAIL) || test.any(Status.STRANGE);
        return weighed.isEmpty() && failed
                ? Stream.of(new DcgmVerdict(Severity.UNKNOWN, test.name() + " failed, and no severity is given"))
                : weighed.stream();
    }
}
