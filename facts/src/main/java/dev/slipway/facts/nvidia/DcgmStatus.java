package dev.slipway.facts.nvidia;

import java.util.Set;

/**
 * Lists exit statuses of {@code dcgmi}: return codes of DCGM modulo 256.
 *
 * @see <a href="https://docs.nvidia.com/datacenter/dcgm/latest/reference/command-line-reference/dcgmi/dcgmi-diag.html">
 *     dcgmi diag: exit status</a>
 */
final class DcgmStatus {
    /** Means that a test found an error of the class isolate. The report names it. */
    static final int ISOLATE_ERROR = 205;

    /** Means that a test failed; the report names it. */
    static final int DIAG_ERROR = 226;

    /**
     * The tool did not do its work: no test matched, killed, no program of the diagnostic, not launched, another one is
     * at work, lost its engine, timeout; and what {@code timeout}, a shell and a kill give.
     */
    private static final Set<Integer> NOT_RUN = Set.of(198, 203, 204, 215, 217, 235, 245, 124, 127, 137);

    private DcgmStatus() {}

    static boolean notRun(int status) {
        return NOT_RUN.contains(status);
    }

    /** Returns whether the status only repeats a report. */
    static boolean reported(int status) {
        return status == 0 || status == ISOLATE_ERROR || status == DIAG_ERROR;
    }
}
