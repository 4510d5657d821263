package dev.slipway.activities.diagnostics;

import dev.slipway.activities.ssh.RunState;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.nvidia.nccl.LaunchFailure;
import dev.slipway.facts.nvidia.nccl.NcclTests;
import dev.slipway.model.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Judges a test's output: a verdict, and the sentence for it. {@code begun} is false if the test did not begin. */
record Judged(Verdict verdict, String detail, boolean begun) {
    Judged(Verdict verdict, String detail) {
        this(verdict, detail, true);
    }

    static Judged of(ToolVerdict verdict, String pass, List<String> reasons) {
        String why = String.join("; ", reasons);
        return switch (verdict) {
            case PASS -> new Judged(Verdict.PASS, pass);
            case FAIL -> new Judged(Verdict.FAIL, why);
            case WARN -> new Judged(Verdict.FAIL, "warned: " + why);
            case SKIP -> new Judged(Verdict.NOT_RUN, why);
            case INFRASTRUCTURE_ERROR, UNKNOWN -> new Judged(Verdict.INFRASTRUCTURE, why);
        };
    }

    static Judged bandwidth(NcclTests found, double floor) {
        String best = found.busbwGBs().isPresent()
                ? String.format(Locale.ROOT, "busbw %.1f GB/s", found.busbwGBs().getAsDouble())
                : "busbw unknown";
        String path = found.networkPath().isBlank() ? "" : " over " + found.networkPath();
        // What warns of nccl-tests is that nobody compared the results: no verdict on the node.
        ToolVerdict verdict = found.verdict() == ToolVerdict.WARN ? ToolVerdict.UNKNOWN : found.verdict();
        return of(
                verdict,
                String.format(Locale.ROOT, "%s of at least %.0f, %d wrong%s", best, floor, found.wrong(), path),
                found.reasons());
    }

    /**
     * Returns the same for a test that may not have begun. A gate that the baseline requires is no verdict on the node
     * then, and holds it; another one was not run.
     */
    Judged unlessNotBegun(RunState end, List<String> reasons, boolean required) {
        if (verdict != Verdict.INFRASTRUCTURE) {
            return this;
        }
        Optional<String> why = LaunchFailure.of(end.output(), end.exit(), reasons);
        return why.map(said -> new Judged(required ? Verdict.INFRASTRUCTURE : Verdict.NOT_RUN, said, false))
                .orElse(this);
    }

    Judged adding(String more) {
        return new Judged(verdict, detail + more, begun);
    }
}
