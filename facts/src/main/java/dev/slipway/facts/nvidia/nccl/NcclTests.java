package dev.slipway.facts.nvidia.nccl;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Reports what a performance test of nccl-tests measured: the best bus bandwidth in GB/s at sizes of 1 GiB and more,
 * wrong elements, and the paths that NCCL named ({@code NET/IB/GDRDMA}, {@code P2P/CUMEM}, …; empty if it named none).
 */
public record NcclTests(
        ToolVerdict verdict, OptionalDouble busbwGBs, long wrong, String networkPath, List<String> reasons) {

    /**
     * Reads output and exit status of a test, as {@link NcclParser} does. Never throws: an answer that is cut or not
     * understood is {@link ToolVerdict#UNKNOWN}, a test that could not start is {@link
     * ToolVerdict#INFRASTRUCTURE_ERROR}.
     *
     * @param floorGBs the bandwidth that the best row of 1 GiB or more must reach; 0 or less requires none
     */
    public static NcclTests parse(byte[] out, int exit, double floorGBs) {
        ToolReport<?> report = new NcclParser(floorGBs).parse(Output.of(out, OptionalInt.of(exit)));
        JsonNode best = report.facts().path(NcclReader.BEST);
        return new NcclTests(
                report.verdict().orElse(ToolVerdict.UNKNOWN),
                best.isNumber() ? OptionalDouble.of(best.asDouble()) : OptionalDouble.empty(),
                report.facts().path(NcclReader.WRONG).asLong(),
                report.facts().path(NcclReader.PATH).asText(""),
                report.reasons());
    }

    /**
     * Returns whether data used {@code transport}, named as NCCL names it, such as {@code NET/IB/GDRDMA} or {@code
     * NET/Socket}, or a more specific one ({@code NET/IB/GDRDMA} for {@code NET/IB}), and none another network.
     */
    public boolean wentBy(String transport) {
        String[] wanted = transport.split("/", -1);
        String network = wanted.length < 2 ? transport : wanted[0] + "/" + wanted[1];
        List<String> paths = List.of(networkPath.split(", ", -1));
        return paths.stream().anyMatch(path -> isOf(path, transport))
                && paths.stream().allMatch(path -> isOf(path, network) || !path.startsWith("NET/"));
    }

    private static boolean isOf(String path, String transport) {
        return path.equals(transport) || path.startsWith(transport + "/");
    }
}
