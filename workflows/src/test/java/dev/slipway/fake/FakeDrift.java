package dev.slipway.fake;

import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import dev.slipway.port.Drift;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A fleet of 250 nodes of which three never answer; keeps the pages that were asked for. */
public final class FakeDrift implements Drift {
    public static final int NODES = 250;
    private static final int SILENT = 3;
    private static final DriftReport.Unread SILENCE = DriftReport.Unread.of(
            Collections.nCopies(
                    SILENT,
                    MemberAnswer.without(
                            new NodeRef("lab", "n1"), MemberAnswer.Kind.TIMED_OUT, "did not answer", "look")),
            1);
    public final List<String> pages = Collections.synchronizedList(new ArrayList<>());

    /** So many calls find the ledger away. */
    public final AtomicInteger away = new AtomicInteger();

    /** Every node answers, and matches. */
    public volatile boolean clean;

    /** Of so many nodes a second source says something else. */
    public volatile int unconfirmed;

    private void answer() {
        if (away.getAndDecrement() > 0) {
            throw FailureType.LEDGER_UNAVAILABLE.of("The ledger does not answer.");
        }
    }

    @Override
    public int begin(String reportId, String fleet) {
        return NODES;
    }

    @Override
    public int scan(String reportId, String fleet, int from, int to) {
        answer();
        pages.add(from + "-" + to);
        return to - from - (from == 0 ? SILENT : 0);
    }

    @Override
    public DriftReport finish(String reportId, String fleet) {
        answer();
        if (clean) {
            return new DriftReport(
                            reportId, fleet, NODES, NODES, NODES, 0, 0, 0, false, List.of(), DriftReport.Unread.none())
                    .comparedWith(new DriftReport.Goals("base", 0, unconfirmed));
        }
        return new DriftReport(
                reportId, fleet, NODES, NODES - SILENT, NODES - SILENT - 4, 4, 0, 0, false, List.of(), SILENCE);
    }

    @Override
    public String open(DriftReport report) {
        return "";
    }
}
