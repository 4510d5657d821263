package dev.slipway.starter;

import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.Readmission;
import dev.slipway.port.Nodes;
import java.util.Map;

/** Nodes that can be read, and nothing else; gpu-102 does not answer. A test may say what another one answers. */
final class FakeNodes implements Nodes {
    private final LedgerDatabase ledger;
    private final Map<String, ProbeOutput> answers;

    FakeNodes(LedgerDatabase ledger, Map<String, ProbeOutput> answers) {
        this.ledger = ledger;
        this.answers = answers;
    }

    @Override
    public FactsRef facts(Act act) {
        if (act.node().name().equals("gpu-102")) {
            throw FailureType.STEP_FAILED.of(act.node() + " refused the connection");
        }
        return answers.getOrDefault(act.node().name(), new ProbeOutput("570.133.20"))
                .keep(ledger, act.node(), act.workflowId());
    }

    @Override
    public FactsRef factsAnew(Act act, FactsRef before) {
        throw changing();
    }

    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        throw changing();
    }

    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        throw changing();
    }

    @Override
    public GateResult smoke(Act act, BaselineRef goal) {
        throw changing();
    }

    @Override
    public void readmit(Act act, Readmission request) {
        throw changing();
    }

    @Override
    public void hold(Act act, String reason) {
        throw changing();
    }

    @Override
    public void siteAnswers(Act act) {}

    private static IllegalStateException changing() {
        return new IllegalStateException("facts are read, nothing is changed");
    }
}
