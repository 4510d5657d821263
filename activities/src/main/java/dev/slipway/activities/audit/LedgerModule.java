package dev.slipway.activities.audit;

import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.Grants;
import dev.slipway.activities.spi.MutationJournal;
import dev.slipway.activities.spi.OnceGuard;
import dev.slipway.activities.spi.ReleaseRecords;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.model.Act;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.port.Ledger;

/** Wires the ledger to the adapters that store in it and read from it. */
public final class LedgerModule {
    private final WorkerContext context;
    private final Baselines baselines;
    private final LedgerFreezes freezes;

    public LedgerModule(WorkerContext context) {
        this.context = context;
        this.baselines = new LedgerBaselines(context.ledger(), context.config(), context.clock());
        this.freezes = new LedgerFreezes(context.ledger());
    }

    /** Baselines, those of runs that outlive their files too. */
    public Baselines baselines() {
        return baselines;
    }

    /** Freezes, for heat too. */
    public LedgerFreezes freezes() {
        return freezes;
    }

    /** Returns the grants that were given. */
    public Grants grants() {
        return new LedgerGrants(context.ledger());
    }

    /** Returns the records of a node that a person puts back. */
    public ReleaseRecords releases() {
        return new LedgerReleases(context.ledger(), context.clock());
    }

    /** Returns what runs have set in motion, by the audit. */
    public MutationJournal mutations() {
        return new Mutations(context.ledger().audit());
    }

    /** Power cycles that were begun. */
    public OnceGuard cycles() {
        return AuditedActs.cycles(context.ledger().audit(), context.clock());
    }

    /** Records images that were begun. */
    public OnceGuard images() {
        return AuditedActs.images(context.ledger().audit(), context.clock());
    }

    /** Writes what is known about a GPU to replace. */
    public RmaCaseJson cases() {
        return new RmaCaseJson(context.ledger());
    }

    /** Safe to repeat. Makes a bundle findable by its node and its run. */
    public void index(Act act, EvidenceRef bundle) {
        context.ledger().evidence().add(act, bundle, context.clock().instant());
    }

    /** Safe to repeat. Stores a pair that a build of that act proved. */
    public void learnt(Act act, UnbuildablePair pair) {
        context.ledger()
                .unbuildablePairs()
                .tried(pair.triedOn(act.node(), act.token(), context.clock().instant()));
    }

    /** Returns the port of runs to the ledger. */
    public Ledger port(FleetRoster roster, Schedulers schedulers) {
        return new LedgerActivities(context.ledger(), roster, schedulers, context.clock());
    }
}
