package dev.slipway.fake;

import dev.slipway.model.DriftReport;
import dev.slipway.port.Drift;
import java.util.ArrayList;
import java.util.List;

/** A fleet of 250 nodes of which three never answer; keeps the pages that were asked for. */
public final class FakeDrift implements Drift {
    public static final int NODES = 250;
    private static final int SILENT = 3;
    public final List<String> pages = new ArrayList<>();

    @Override
    public int begin(String fleet) {
        return NODES;
    }

    @Override
    public int scan(String reportId, String fleet, int from, int to) {
        pages.add(from + "-" + to);
        return to - from - (from == 0 ? SILENT : 0);
    }

    @Override
    public DriftReport finish(String reportId, String fleet) {
        return new DriftReport(reportId, fleet, NODES, NODES - SILENT, NODES - SILENT - 4, 4, 0, 0, false, List.of());
    }

    @Override
    public String open(DriftReport report) {
        return "";
    }
}
