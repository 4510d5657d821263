package dev.slipway.facts.nvidia.nccl;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ErrorLines;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.Optional;
import java.util.Set;

/** Parses the output of nccl-tests of every release, bare or with the labels of mpirun and srun. */
public final class NcclParser implements Parser {
    /**
     * Lists the statuses of {@code timeout}, of a shell that finds no program, and of a kill: the test did not come to
     * its end.
     */
    private static final Set<Integer> NOT_ENDED = Set.of(124, 127, 137);

    private final double floorGBs;

    /** Asks for no bandwidth. */
    public NcclParser() {
        this(0);
    }

    /**
     * Requires a bandwidth.
     * @param floorGBs what the best row of 1 GiB or more must reach; 0 or less requires none
     */
    public NcclParser(double floorGBs) {
        this.floorGBs = floorGBs;
    }

    @Override
    public ToolReport<?> parse(Output output) {
        Optional<ToolReport<?>> refused = ErrorLines.notRun(output);
        return refused.orElseGet(() -> read(output));
    }

    private ToolReport<?> read(Output output) {
        Findings found = new Findings("nccl-tests");
        NcclReader reader = new NcclReader(found);
        output.written().forEach(reader::take);
        output.exit().stream()
                .filter(NOT_ENDED::contains)
                .forEach(status -> found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, "exit status " + status));
        boolean failed = output.exit().orElse(0) != 0;
        reader.judge(failed ? 0 : floorGBs, output.exit().isPresent() && !failed);
        return found.of(output);
    }
}
