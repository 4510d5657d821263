package dev.slipway.runbook;

import dev.slipway.model.BaselineRef;
import dev.slipway.model.Durations;
import dev.slipway.model.EvidenceRef;
import dev.slipway.model.FactsRef;
import dev.slipway.model.NodeOutcome;
import dev.slipway.model.NodeState;
import dev.slipway.model.Outcome;
import dev.slipway.model.Readmission;
import dev.slipway.model.Reason;
import dev.slipway.model.Route;
import dev.slipway.model.Step;
import dev.slipway.model.Trigger;
import dev.slipway.model.VerificationRecord;
import dev.slipway.port.Evidence;
import dev.slipway.port.Gates;
import dev.slipway.port.Nodes;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The order every node runbook follows, written once:
 *
 * <ol>
 *   <li>a health fault is cordoned at once; facts; diagnosis by the runbook's table; pre-checks, unless its fault
 *       makes the node unsafe
 *   <li>a runbook that works in service does its procedure now and ends; what it did is undone where that fails
 *   <li>leave of service from the budget (after a wait the facts are read again); cordon; evidence; drain
 *   <li>the runbook's procedure, then its verify; readmit; soak; release
 *   <li>on failure: compensations newest first, verify as the node was, readmit; else, where the runbook says so, the goal's
 *       image, verify, readmit; else hold
 * </ol>
 *
 * It keeps: cordon is the resting state; nothing is changed before the node is proven empty; a node returns only with
 * proof for its present boot; a run that is stopped, however, ends readmitted with proof, rolled back with the same
 * proof, or held. Steps run detached from cancellation: a stop is looked for at safe points, and while a drain waits.
 */
public abstract class NodeRunbook extends NodeImages {
    private static final int MOST_RUNBOOKS = 3;

    private final Port<Evidence> evidence = Port.lasting(Evidence.class, Duration.ofMinutes(15));
    private Optional<EvidenceRef> captured = Optional.empty();
    private boolean mutated;
    private boolean returning;

    protected NodeRunbook(Trigger trigger, String slug) {
        super(trigger, slug);
        captured = trigger.carried().flatMap(c -> c.evidence());
    }

    @Override
    public final NodeOutcome run(Trigger input) {
        CancellationScope root = CancellationScope.current();
        stopWhen(root::isCancelRequested);
        List<NodeOutcome> end = new ArrayList<>();
        Workflow.newDetachedCancellationScope(() -> end.add(frame())).run();
        return end.getFirst();
    }

    private NodeOutcome frame() {
        journal.about(slug + " on " + trigger.node() + " towards " + trigger.goal() + " – " + trigger.reason() + " by "
                + trigger.who());
        trigger.carried().ifPresent(c -> c.legs().forEach(leg -> journal.line(leg.toString())));
        Ending ending;
        try {
            ending = ending();
        } catch (TemporalFailure reported) {
            ending = hold(Failures.reported(reported));
        }
        return end(explained(ending));
    }

    private Ending explained(Ending ending) {
        if (ending.outcome() == Outcome.CONVERGED || !desk.cancelledUnexplained()) {
            return ending;
        }
        return parent.closedByForce(trigger.node())
                .map(why -> new Ending(ending.outcome(), ending.reason() + ": its wave " + why))
                .orElse(ending);
    }

    private Ending ending() {
        try {
            return forward();
        } catch (GateClosed closed) {
            gaveWay = closed.givesWay();
            return mutated ? hold(closed.reason()) : releaseUntouched(closed.reason());
        } catch (RollBackWanted wanted) {
            return forwardOnly() ? onward(wanted.reason()) : rollBack(wanted.reason());
        } catch (HoldWanted wanted) {
            return hold(wanted.reason());
        } catch (DivertWanted wanted) {
            return divert(wanted.slug(), wanted.why());
        } catch (RmaWanted wanted) {
            return replaced(wanted.reason());
        } catch (CrashUnderTest crash) {
            return crashed(crash.reason());
        }
    }

    private Ending forward() {
        cordonFaultyAtOnce();
        look();
        if (trigger.reason() != Reason.HEALTH_FAULT && stopWanted()) {
            throw new GateClosed(stopReason());
        }
        Route route = diagnosed().route();
        boolean ours = route.kind() != Route.Kind.HOLD && route.kind() != Route.Kind.DIVERT;
        if (ours || route.leadsAwayFromService()) {
            Failures.held(this::preChecks);
        }
        if (ours && worksInService() && cordon.isEmpty() && !trigger.options().adopt()) {
            return inService();
        }
        takeOutOfService();
        switch (diagnosed().route().kind()) {
            case HOLD -> throw new HoldWanted(diagnosed().route().detail());
            case DIVERT -> throw new DivertWanted(diagnosed().route().detail(), "");
            default -> {}
        }
        if (captured.isEmpty()) {
            captured = Optional.of(step(Step.EVIDENCE, evidence, Evidence::capture));
        }
        safePoint();
        step(
                Step.DRAIN,
                Port.lasting(Nodes.class, trigger.policy().drainWithin().plusMinutes(10)),
                drain::untilEmpty);
        safePoint();
        if (diagnosed().route().kind() != Route.Kind.CLEAN) {
            mutated = true;
            Failures.held(this::procedure);
        }
        Failures.held(() -> verify(trigger.goal()));
        readmit(trigger.goal());
        return soak();
    }

    private void readmit(BaselineRef goal) {
        readmitting();
        FactsRef now = factsNow(PROVEN);
        steps.boots().mustBeTested(PROVEN.title(), now.bootId());
        proveQuiet(now);
        VerificationRecord record = new VerificationRecord(
                trigger.node(), steps.token(), goal, now.bootId(), now.hash(), List.copyOf(proofs), Steps.now());
        act(PROOF, ledger, (l, act) -> l.verified(act, record));
        returning = true;
        steps.undoing();
        act(Step.READMIT, nodes, (n, act) -> n.readmit(act, Readmission.proven(cordon.orElseThrow(), record)));
    }

    private Ending soak() {
        journal.begin(Step.SOAK.title(), Step.SOAK.state());
        steps.note(
                Step.SOAK,
                NodeState.READMITTED,
                "soaks for " + Durations.words(trigger.policy().soak()));
        Workflow.sleep(trigger.policy().soak());
        List<String> troubles = step(Step.SOAK, gates, Gates::sinceReadmission);
        if (troubles.isEmpty()) {
            return new Ending(Outcome.CONVERGED, converged());
        }
        act(Step.CORDON, nodes, (n, act) -> n.cordon(act, false));
        return hold("soak failed: " + String.join("; ", troubles));
    }

    /** Without a way back, a node that fails its gates is another runbook's, and anything else is held. */
    private Ending onward(String reason) {
        if (returning || failedGate.isBlank()) {
            return hold(reason);
        }
        return replaces(failedGate) ? replaced(reason) : divert(BOTH_FAIL, reason);
    }

    private Ending rollBack(String reason) {
        if (returning) {
            return hold(reason);
        }
        if (!mutated) {
            return releaseUntouched(reason);
        }
        steps.rollingBack();
        steps.rungLeft(imageAtLast() && writesImages());
        journal.line("rolling back: " + reason);
        Optional<BaselineRef> previous = trigger.previous();
        if (previous.isEmpty()) {
            return atLast("no previous baseline to roll back to; " + reason, false);
        }
        String forward = failedGate;
        failedGate = "";
        try {
            proofs.clear();
            String now = step(Step.FACTS, nodes, Nodes::facts).bootId();
            steps.boots().mustBeTested(Step.FACTS.undoing().title(), now);
            steps.boots().testsOver();
            bootRead(now);
            compensations.run();
            Failures.held(() -> verify(previous.get()));
            Failures.held(() -> rolledBack(previous.get(), reason));
            readmit(previous.get());
            return new Ending(Outcome.ROLLED_BACK, reason);
        } catch (RollBackWanted failsToo) {
            return returning
                    ? hold(reason + "; " + failsToo.reason())
                    : atLast(
                            reason + "; and on the previous baseline: " + failsToo.reason(),
                            !forward.isBlank() && !failedGate.isBlank());
        } catch (HoldWanted stuck) {
            String both = reason + "; rollback stopped: " + stuck.reason();
            return returning || !stuck.failed() ? hold(both) : atLast(both, false);
        } catch (GateClosed refused) {
            return hold(reason + "; readmission refused: " + refused.reason());
        } catch (CrashUnderTest crash) {
            return crashed(reason + "; " + crash.reason());
        } finally {
            failedGate = forward.isBlank() ? failedGate : forward;
        }
    }

    /** The way back failed too: the goal's image where the runbook and the fleet have it, else as the gates say, or held. */
    private Ending atLast(String reason, boolean gateFailed) {
        if (!imageAtLast() || stopWanted() || !mayReimage()) {
            return gateFailed ? divert(BOTH_FAIL, reason + passedOver()) : hold(reason + passedOver());
        }
        compensations.forget();
        proofs.clear();
        failedGate = "";
        try {
            writeGoal(reason);
            settled(trigger.goal());
            Failures.held(() -> verify(trigger.goal()));
            readmit(trigger.goal());
            return soak();
        } catch (RollBackWanted again) {
            String all = reason + "; and with a new image: " + again.reason();
            return returning || failedGate.isBlank() ? hold(all) : divert(BOTH_FAIL, all);
        } catch (HoldWanted stuck) {
            return hold(reason + "; and with a new image: " + stuck.reason());
        } catch (GateClosed refused) {
            return hold(reason + "; and with a new image: " + refused.reason());
        } catch (CrashUnderTest crash) {
            return crashed(reason + "; and with a new image: " + crash.reason());
        }
    }

    /**
     * Never tested again here and never rolled back: what was converged stays, and the hardware is another runbook's.
     */
    private Ending crashed(String reason) {
        journal.line(reason);
        rememberCrash();
        steps.undoing();
        compensations.forget();
        List<String> why = new ArrayList<>(List.of(reason));
        told(why, () -> {
            boolean logged = step(CRASH, evidence, Evidence::capture).bootBefore();
            journal.line("the kernel's log of the boot before " + (logged ? "is kept" : "is not kept by the node"));
        });
        String whole = String.join("; ", why);
        return slug.equals(BOTH_FAIL) ? hold(whole) : divert(BOTH_FAIL, whole);
    }

    /** Where a node goes that fails its gates on both baselines, or crashes under them. */
    private static final String BOTH_FAIL = "gpu-fault-rma";

    private static final Step PROOF = new Step("proof", "Write down the proof", NodeState.VERIFYING);

    private static final Step CRASH = new Step("evidence-crash", "Capture evidence of the crash", NodeState.CORDONED);

    private static final Step PROVEN = new Step("facts-proven", "Collect facts for the proof", NodeState.VERIFYING);

    private Ending divert(String to, String why) {
        String tail = why.isBlank() ? "" : ": " + why;
        List<String> path = path();
        try {
            compensations.run();
            restores.run();
            String type = step(Step.DIAGNOSE, diagnosis, (d, act) -> d.workflowType(act, to));
            if (type.isBlank() || path.size() >= MOST_RUNBOOKS || stopWanted() || path.contains(to)) {
                return hold("needs " + to + tail);
            }
            Workflow.await(Workflow::isEveryHandlerFinished);
            Workflow.continueAsNew(
                    type,
                    null,
                    trigger.carrying(carried(cordon, captured, legs(diagnosed, "→ " + to + tail), changed)));
            throw new IllegalStateException("continue-as-new returned");
        } catch (GateClosed | RollBackWanted | HoldWanted stuck) {
            return hold("needs " + to + tail + "; " + stuck.getMessage());
        }
    }
}
