package dev.slipway.activities.audit;

import dev.slipway.activities.spi.MutationJournal;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.model.Act;
import dev.slipway.model.facts.Reading;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Lists which activities change a node, and which of them were begun in a run by the audit. Begun counts as done. */
public final class Mutations implements MutationJournal {
    static final String BEGUN = "begun";
    private static final int RECORDS = 2_000;
    /** Limits how far the clocks of worker and engine may be apart. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private static final Set<String> CHANGING = Set.of(
            "Packages.Converge",
            "Packages.Services",
            "Packages.Settings",
            "Packages.Hold",
            "Gpus.Reset",
            "Power.Reboot",
            AuditedActs.CYCLE,
            "Image.Reimage");

    private final AuditTrail audit;

    public Mutations(AuditTrail audit) {
        this.audit = audit;
    }

    /**
     * Returns whether the activity type changes a node; names are compared without case, as stubs and adapters spell
     * them.
     */
    static boolean changes(String activityType) {
        return CHANGING.stream().anyMatch(activityType::equalsIgnoreCase);
    }

    @Override
    public Reading<List<String>> dispatched(Act act) {
        List<AuditTrail.Entry> entries = audit.of(act.node().toString(), RECORDS);
        if (entries.size() == RECORDS
                && !entries.getLast().at().isBefore(act.t0().minus(SKEW))) {
            return Reading.unknown(
                    "the audit of " + act.node() + " of this run is longer than " + RECORDS + " records");
        }
        return Reading.of(entries.stream()
                .filter(entry -> changes(entry.verb())
                        && entry.who().name().equals(NotedActivity.who(act).name()))
                .map(AuditTrail.Entry::verb)
                .distinct()
                .toList());
    }
}
