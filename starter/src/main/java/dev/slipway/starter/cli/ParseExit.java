package dev.slipway.starter.cli;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;

/** Lists the exit codes of {@code slipway parse}: one per verdict, and two for outputs without one. */
final class ParseExit {
    /** The verdict is WARN. */
    static final int WARN = 6;
    /** Values were read; an output of this kind carries no verdict. */
    static final int NO_VERDICT = 7;
    /** Means that no line was understood, or that the tool is unknown. */
    static final int NOT_UNDERSTOOD = 8;

    private ParseExit() {}

    /** Returns the exit code for a parser's report about these bytes. */
    static int of(ToolReport<?> report, byte[] bytes) {
        boolean read = understood(report, bytes);
        return report.verdict()
                .map(verdict -> verdict == ToolVerdict.UNKNOWN && !read ? NOT_UNDERSTOOD : code(verdict))
                .orElse(read ? NO_VERDICT : NOT_UNDERSTOOD);
    }

    private static int code(ToolVerdict verdict) {
        return switch (verdict) {
            case PASS -> Exit.OK;
            case WARN -> WARN;
            case FAIL -> Exit.NO;
            case SKIP, INFRASTRUCTURE_ERROR, UNKNOWN -> Exit.AWAY;
        };
    }

    /** An output of which every line is unparsed was not understood; what is empty has no line to understand. */
    private static boolean understood(ToolReport<?> report, byte[] bytes) {
        int lines = Output.of(bytes, OptionalInt.empty()).written().size();
        return lines == 0
                || (!report.format().equals("unknown") && report.unparsed().size() < lines);
    }
}
