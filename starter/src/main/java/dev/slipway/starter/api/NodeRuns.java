package dev.slipway.starter.api;

import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.ledger.HeldNodes;
import dev.slipway.model.node.Takeover;
import dev.slipway.model.node.Trigger;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.RunStarted;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Starts runs on nodes. The id of a run is the lock of its node: a second one is refused by Temporal itself. */
@Component
public final class NodeRuns {
    private final Installation installation;
    private final Runs runs;
    private final NodeLock lock;
    private final Triggers triggers;

    NodeRuns(Installation installation, Runs runs, Triggers triggers) {
        this.installation = installation;
        this.runs = runs;
        this.lock = new NodeLock(installation, runs);
        this.triggers = triggers;
    }

    /** Starts a runbook on a node; refused while the node is busy, held without adoption, or its fleet is frozen. */
    public RunStarted start(Members.Member member, String runbook, Triggers.Cause cause, Map<String, Object> memo) {
        String type = Runbooks.typeOf(runbook);
        refuseFrozen(member);
        if (!cause.adopt()) {
            refuseHeld(member, runbook);
        }
        Trigger trigger = triggers.of(member, cause);
        String id = member.node().workflowId();
        String summary = runbook + " on " + member.node().name() + ", asked by " + cause.who();
        String runId = lock.start(
                member.node(),
                new Runs.Start(type, id, summary, new Runs.Found(memo, SearchKeys.of(trigger, runbook))),
                trigger);
        return new RunStarted(
                member.node().cluster(),
                member.node().name(),
                runbook,
                trigger.goal().toString(),
                id,
                runId,
                runs.link(id, runId));
    }

    private void refuseFrozen(Members.Member member) {
        installation.ledger().freezes().of(member.fleet().name()).ifPresent(freeze -> {
            throw ApiException.notNow(
                    member.fleet().name() + " is frozen " + (freeze.heat() ? "for heat " : "") + "by " + freeze.who()
                            + " since " + freeze.since(),
                    "slipway unfreeze --fleet '" + freeze.fleet() + "' --reason …");
        });
    }

    private void refuseHeld(Members.Member member, String runbook) {
        Optional<HeldNodes.Held> held = installation.ledger().held().of(member.node());
        held.ifPresent(h -> {
            throw ApiException.notNow(
                    member.node() + " is held since " + h.since() + ": " + h.reason(),
                    "take it over: " + Takeover.command(runbook, member.node()));
        });
    }
}
