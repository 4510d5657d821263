package dev.slipway.model;

import java.util.List;

/** The result of a drift check: counts, and the first lines. {@code suspectBaseline}: too many differ, so doubt the pin. */
public record DriftReport(
        String reportId,
        String fleet,
        int nodes,
        int answered,
        int matching,
        int drifted,
        int broken,
        int reported,
        boolean suspectBaseline,
        List<DriftLine> lines) {

    /** One node that is not clean: the row of the table it matched, where that leads, and what differs. */
    public record DriftLine(String node, String row, String route, String title, String summary) {}
}
