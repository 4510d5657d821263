package dev.slipway.activities.audit;

import dev.slipway.activities.spi.MutationJournal;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.model.Act;
import dev.slipway.model.facts.Reading;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Answers two questions about a call of a port. {@link #changes}: is it more than a read, so that the audit names it
 * before it begins? {@link #touches}: may it leave the node other than it was found, so that the node no longer goes
 * back as untouched? A cordon is the first and not the second. A call that no list names, such as one of another
 * version, is both.
 */
public final class Mutations implements MutationJournal {
    static final String BEGUN = "begun";

    /** Lists the calls that only read; the Javadoc of each says so. */
    static final Set<String> READS = names(
            "Diagnosis.Diagnose",
            "Diagnosis.WorkflowType",
            "Diagnostics.Suspension",
            "Fabric.Settled",
            "Fabric.Unregistered",
            "Gates.MayLeaveService",
            "Gates.SinceReadmission",
            "Gates.UnknownLines",
            "Gates.Verify",
            "GpuFaults.Stand",
            "GpuFaults.Suspects",
            "Kernels.BootState",
            "Kernels.Booted",
            "Kernels.Verify",
            "Ledger.PartnerFor",
            "Modules.Agree",
            "Modules.Clients",
            "Modules.Firmware",
            "Nodes.Facts",
            "Nodes.FactsAnew",
            "Nodes.SiteAnswers",
            "Packages.Commands",
            "Packages.Preview",
            "Packages.Prove",
            "Persistence.Found",
            "Persistence.Lasts",
            "Releases.Expired");

    /**
     * Lists the calls that change what is beside the node: what its scheduler starts there, the ledger, stored
     * evidence, tickets. Its software, settings, boot and GPUs stay as they were.
     */
    static final Set<String> BESIDE_THE_NODE = names(
            "Evidence.Capture",
            "Evidence.Record",
            "GpuFaults.Happened",
            "Ledger.AcceptLines",
            "Ledger.Ended",
            "Ledger.Pin",
            "Ledger.Verified",
            "Nodes.Cordon",
            "Nodes.Drain",
            "Nodes.Hold",
            "Nodes.Readmit",
            "Releases.Release",
            "Tickets.Open");

    private final AuditTrail audit;

    public Mutations(AuditTrail audit) {
        this.audit = audit;
    }

    /** Returns the names as a set that is asked without regard to case, as stubs and adapters spell them. */
    private static Set<String> names(String... activityTypes) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        Collections.addAll(names, activityTypes);
        return Collections.unmodifiableSet(names);
    }

    /** Returns whether a call of this type is more than a read. */
    static boolean changes(String activityType) {
        return !READS.contains(activityType);
    }

    /**
     * Returns whether a call of this type may leave the node other than it was found. A test that heats the GPUs does:
     * what they did under it cannot be taken back.
     */
    static boolean touches(String activityType) {
        return changes(activityType) && !BESIDE_THE_NODE.contains(activityType);
    }

    /** Returns by the audit which calls of the run touch the node. Begun counts as done. */
    @Override
    public Reading<List<String>> dispatched(Act act) {
        return Reading.of(audit.verbs(act.node().toString(), NotedActivity.who(act)).stream()
                .filter(Mutations::touches)
                .toList());
    }
}
