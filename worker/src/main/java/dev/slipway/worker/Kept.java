package dev.slipway.worker;

import dev.slipway.activities.diagnosis.KeptGpuFaults;
import dev.slipway.activities.diagnosis.TableDiagnosis;
import dev.slipway.activities.evidence.EvidenceStore;
import dev.slipway.activities.evidence.OutOfBandLog;
import dev.slipway.activities.evidence.SshEvidence;
import dev.slipway.activities.record.LedgerFreezes;
import dev.slipway.activities.record.RmaCaseJson;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.ssh.NodeLogins;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.model.Act;
import dev.slipway.model.UnbuildablePair;

/** The ports over what is kept: evidence, the rows that facts come to, and the history of GPUs. */
record Kept(Parts parts) {

    SshEvidence evidence(SshNodes ssh) {
        return new SshEvidence(
                ssh,
                new EvidenceStore(parts.config().site().evidence().directory()),
                (act, ref) ->
                        parts.ledger().evidence().add(act, ref, parts.clock().instant()),
                new RmaCaseJson(parts.ledger())::whole,
                new SshEvidence.Bundles(
                        new OutOfBandLog(
                                new Bmcs(parts).log()::of,
                                node -> new NodeLogins(Reach.nodes(parts.config()))
                                        .silence(node)
                                        .isPresent()),
                        new LedgerFreezes(parts.ledger())));
    }

    Object diagnosis(Runbooks runbooks, Baselines baselines) {
        return new TableDiagnosis(
                new TableDiagnosis.Installed(
                        runbooks.tables(),
                        runbooks.workflowTypes(),
                        () -> parts.config().unbuildable()),
                parts.ledger(),
                baselines,
                parts.clock());
    }

    /** A build of that act proved the pair. */
    void learnt(Act act, UnbuildablePair pair) {
        parts.ledger()
                .unbuildablePairs()
                .tried(pair.triedOn(act.node(), act.token(), parts.clock().instant()));
    }

    Object gpuFaults(Baselines baselines) {
        return new KeptGpuFaults(parts.ledger(), baselines);
    }
}
