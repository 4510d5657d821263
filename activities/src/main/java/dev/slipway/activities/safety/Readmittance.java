package dev.slipway.activities.safety;

import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.FreshFacts;
import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.activities.spi.MutationJournal;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.Readmission;
import dev.slipway.model.node.VerificationRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Is the only way back into service. In one activity: the mark is ours, the proof is complete and each gate of it is of
 * the boot that runs now, the facts have not changed since, or nothing was ever done to the node; nothing computes on a
 * node that was emptied. Then what was found is put back.
 */
public final class Readmittance {
    private final Schedulers schedulers;
    private final Proofs proofs;
    private final Invariants kept;

    /**
     * Holds the input for readmission: facts read now, who computes on the node's GPUs, the goal's required gates, what
     * was dispatched to the node, and fleets that require G10.
     */
    public record Proofs(
            FreshFacts facts,
            GpuHolders holders,
            Baselines baselines,
            MutationJournal journal,
            Predicate<String> smokeRequired) {}

    public Readmittance(Schedulers schedulers, Proofs proofs) {
        this(schedulers, proofs, Invariants.ALL);
    }

    /** Takes {@code kept} other than {@link Invariants#ALL} only in tests. */
    public Readmittance(Schedulers schedulers, Proofs proofs, Invariants kept) {
        this.schedulers = schedulers;
        this.proofs = proofs;
        this.kept = kept;
    }

    /**
     * Safe to repeat: a node that this run put back is done. Proof: read back. Fails with GATE_CLOSED and every
     * objection if the proof is missing, with EXTERNAL_CHANGE if the cordon is not ours, and with TRANSIENT if
     * something could not be read.
     */
    public void readmit(Act act, Readmission request) {
        NodeScheduler scheduler = schedulers.of(act);
        SchedulingState schedulingState = scheduler.standing(act);
        if (schedulingState.mark().isEmpty() && schedulingState.readmittedBy().equals(act.token())) {
            return;
        }
        ours(act, schedulingState);
        FactsRef now = proofs.facts().read(act);
        List<String> objections = new ArrayList<>();
        machine(act, now.identity(), objections);
        schedulingState.reported().refuse(act.node(), new AnsweringMachine(now.identity(), now.bootId(), ""));
        if (kept.i1()) {
            request.verification()
                    .ifPresentOrElse(
                            proof -> proven(act, proof, now, objections),
                            () -> untouched(act, request, now, objections));
            idle(act, request, objections);
        }
        if (!objections.isEmpty()) {
            throw FailureType.GATE_CLOSED.of(act.node() + " is not readmitted: " + String.join("; ", objections));
        }
        scheduler.restore(
                act,
                found(act, request, schedulingState),
                request.verification().isPresent());
    }

    private void ours(Act act, SchedulingState schedulingState) {
        if (kept.i2() && !schedulingState.ownedBy(act.token())) {
            throw FailureType.EXTERNAL_CHANGE.of(
                    "The cordon of " + act.node() + " is not ours to lift: it is of " + schedulingState.owner());
        }
    }

    /**
     * Returns the state to restore: what somebody else took out stays out, whether the node or the history shows it.
     */
    private CordonRecord found(Act act, Readmission request, SchedulingState schedulingState) {
        CordonRecord cordon = request.cordon();
        String owner = schedulingState.mark().map(CordonRecord::ownerToken).orElse("");
        boolean foreign = kept.i2()
                && (cordon.foreign()
                        || schedulingState.mark().filter(CordonRecord::foreign).isPresent());
        return new CordonRecord(act.node(), owner, cordon.priorState(), cordon.priorReason(), foreign, cordon.since());
    }

    private static void machine(Act act, Identity answering, List<String> objections) {
        if (act.machine().isEmpty()) {
            objections.add("the run is not bound to a machine");
        } else if (!act.machine().get().sameMachine(answering)) {
            throw FailureType.MACHINE_MISMATCH.of(act.node() + " is another machine: bound to "
                    + act.machine().get() + ", answering " + answering);
        }
    }

    private void proven(Act act, VerificationRecord proof, FactsRef now, List<String> objections) {
        if (!proof.node().equals(act.node()) || !proof.token().equals(act.token())) {
            objections.add("the verification is of " + proof.node() + " in run " + proof.token());
        }
        List<String> required =
                new ArrayList<>(RequiredGates.of(proofs.baselines().of(proof.goal()), proof.gates()));
        if (proofs.smokeRequired().test(act.fleet())) {
            required.add("G10");
        }
        quiet(now, verdict -> verdict != Verdict.PASS, objections);
        if (!proof.complete(required)) {
            objections.add("the verification is not complete: required " + required + ", seen " + proof.gates());
        }
        objections.addAll(proof.ofOtherBoots());
        if (proof.bootId().isBlank() || !proof.bootId().equals(now.bootId())) {
            objections.add("the node runs boot " + now.bootId() + ", the proof is of boot " + proof.bootId());
        }
        unchanged(proof.factsHash(), now, objections);
    }

    /**
     * Checks that a node that was proven empty has nothing on its GPUs when it goes back: a process there belongs to no
     * job, and the next job would share the GPUs with it. A node that was never emptied goes back with its work, as
     * found.
     */
    private void idle(Act act, Readmission request, List<String> objections) {
        if (request.verification().isEmpty() && !request.emptied()) {
            return;
        }
        Reading<List<Holder>> computing = proofs.holders().computing(act);
        if (!computing.known()) {
            throw FailureType.TRANSIENT.of(
                    "Could not read which processes hold a GPU on " + act.node() + ": " + computing.error());
        }
        computing
                .or(List.of())
                .forEach(h -> objections.add("pid " + h.pid() + " " + h.command() + " computes on a GPU"));
    }

    private void untouched(Act act, Readmission request, FactsRef now, List<String> objections) {
        if (request.untouched().isEmpty()) {
            objections.add("there is neither a verification nor facts from before the cordon");
            return;
        }
        Reading<List<String>> dispatched = proofs.journal().dispatched(act);
        if (!dispatched.known()) {
            objections.add("whether anything was done to the node is unknown: " + dispatched.error());
        } else if (!dispatched.or(List.of()).isEmpty()) {
            objections.add("the node was touched: " + String.join(", ", dispatched.or(List.of())));
        }
        quiet(now, Verdict.FAIL::equals, objections);
        FactsRef before = request.untouched().get();
        if (before.bootId().isBlank() || !before.bootId().equals(now.bootId())) {
            objections.add("it crashed or was rebooted since it was read: it runs boot " + now.bootId()
                    + ", and ran boot " + before.bootId());
        }
        unchanged(before.hash(), now, objections);
    }

    /** Answers G3 on this reading: an error that came after the gates counts against the node as well. */
    private static void quiet(FactsRef now, Predicate<Verdict> refused, List<String> objections) {
        now.log()
                .map(LogReading::gate)
                .filter(gate -> refused.test(gate.verdict()))
                .ifPresent(gate -> objections.add(gate.toString()));
    }

    private static void unchanged(String hash, FactsRef now, List<String> objections) {
        if (hash.isBlank() || !hash.equals(now.hash())) {
            objections.add("the facts changed since the proof");
        }
    }
}
