package dev.slipway.runbook;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Durations;
import dev.slipway.model.FactsRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.NodeState;
import dev.slipway.model.Reason;
import dev.slipway.model.Step;
import dev.slipway.model.Tried;
import dev.slipway.model.Trigger;
import dev.slipway.model.Verdict;
import dev.slipway.port.Diagnosis;
import dev.slipway.port.Gates;
import dev.slipway.port.Ledger;
import dev.slipway.port.Nodes;
import dev.slipway.port.Power;
import io.temporal.failure.TemporalFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** The words a runbook is written in: steps, proofs, and what to undo. */
public abstract class NodeSteps extends RunbookParts {
    protected final Port<Nodes> nodes = Port.quick(Nodes.class);
    protected final Port<Gates> gates = Port.quick(Gates.class);
    /** Gates that wait until the scheduler offers the GPUs of a node that has booted. */
    protected final Port<Gates> waitingGates = Port.lasting(Gates.class, Duration.ofMinutes(20));

    protected final Port<Ledger> ledger = Port.quick(Ledger.class);
    final Port<Diagnosis> diagnosis = Port.quick(Diagnosis.class);
    final Compensations compensations = new Compensations();
    final Compensations restores = new Compensations();
    final List<GateResult> proofs = new ArrayList<>();
    final List<String> changed = new ArrayList<>();
    Optional<FactsRef> found = Optional.empty();
    private Optional<FactsRef> latest = Optional.empty();
    private Optional<FactsRef> beforeImage = Optional.empty();
    Optional<Diagnosed> diagnosed = Optional.empty();
    Optional<CordonRecord> cordon;
    boolean cordonTried;
    final PatientDrain drain = new PatientDrain(trigger, journal, desk);
    String failedGate = "";
    boolean gaveWay;

    NodeSteps(Trigger trigger, String slug) {
        super(trigger, slug);
        cordon = trigger.carried().flatMap(c -> c.cordon());
        trigger.carried().ifPresent(c -> changed.addAll(c.changed()));
    }

    final void look() {
        FactsRef facts = step(Step.FACTS, nodes, (n, act) -> n.facts(act.before(lookBack())));
        steps.bind(trigger.carried().map(c -> c.machine()).orElse(facts.identity()));
        found = Optional.of(facts);
        steps.boots().read(facts.bootId());
        Diagnosed row = step(Step.DIAGNOSE, diagnosis, (d, act) -> d.diagnose(act, facts, trigger.goal()));
        diagnosed = Optional.of(row);
        journal.line("row " + row.row() + ": " + row.summary());
        switch (row.route().kind()) {
            case CLEAN -> {
                if (!trigger.options().adopt()) {
                    throw new GateClosed("clean: " + row.title());
                }
                journal.line("clean, and adopted: nothing is changed, the gates are run for its way back");
            }
            case REPORT -> throw new GateClosed(row.title() + ": " + row.route().detail());
            default -> {}
        }
    }

    /** The first act on a faulty node, in the first workflow task: quick, and safe to repeat by the cordon step. */
    final void cordonFaultyAtOnce() {
        if (trigger.reason() != Reason.HEALTH_FAULT || cordon.isPresent()) {
            return;
        }
        cordonTried = true;
        if (trigger.options().taskQueue().isPresent()) {
            // A local activity runs beside the workflow, and only the site's own workers reach this node.
            cordon = Optional.of(step(
                    Step.CORDON,
                    nodes,
                    (n, act) -> n.cordon(act, trigger.options().adopt())));
            return;
        }
        try {
            cordon = Optional.of(Local.stub(Nodes.class)
                    .cordon(steps.act(Step.CORDON, 1), trigger.options().adopt()));
        } catch (TemporalFailure failure) {
            journal.line("cordon at once failed, tried again as a step: " + Failures.text(failure));
        }
    }

    final void takeOutOfService() {
        switch (leave.take(steps, journal, this::stopWanted)) {
            case NONE ->
                throw new GateClosed(
                        stopWanted()
                                ? stopReason()
                                : "no capacity in " + trigger.options().domain() + " within "
                                        + Durations.words(trigger.policy().capacityWithin()));
            case WAITED -> look();
            case AT_ONCE -> {}
        }
        if (cordon.isEmpty()) {
            cordonTried = true;
            cordon = Optional.of(cordonOrLeave());
        }
    }

    /** A run whose leave was taken back gives way before anything is done: its node is in service, and nothing to hold. */
    private CordonRecord cordonOrLeave() {
        try {
            return step(
                    Step.CORDON,
                    nodes,
                    (n, act) -> n.cordon(act, trigger.options().adopt()));
        } catch (GateClosed refused) {
            cordonTried = !refused.givesWay();
            throw refused;
        }
    }

    /** Runs a step; after those that leave the node in a known state, looks whether a stop is wanted. */
    protected final <T, R> R step(Step step, Port<T> port, BiFunction<T, Act, R> call) {
        boolean boots = step.state() == NodeState.REBOOTING && !step.equals(REIMAGED);
        if (boots) {
            steps.boots().testsOver();
        }
        R result = steps.run(step, port, call);
        latest = result instanceof FactsRef facts ? Optional.of(facts) : latest;
        if (boots) {
            bootedOnceMore();
        }
        if (!steps.isUndoing() && (step.state() == NodeState.MUTATING || step.state() == NodeState.REBOOTING)) {
            safePoint();
        }
        return result;
    }

    /** As {@link #step}, for ports that return nothing. */
    protected final <T> void act(Step step, Port<T> port, BiConsumer<T, Act> call) {
        Boolean done = step(step, port, (p, act) -> {
            call.accept(p, act);
            return true;
        });
        if (!done) {
            throw new IllegalStateException("a step without a result returned one");
        }
    }

    final void safePoint() {
        if (stopWanted()) {
            throw new RollBackWanted(stopReason());
        }
    }

    /** After a re-image, which may name the machine and its object anew but never puts another board or GPU under the name. */
    final void boundAnew(FactsRef before) {
        beforeImage = Optional.of(before);
        FactsRef now = factsNow(REIMAGED);
        steps.rebind(now.identity());
        steps.boots().read(now.bootId());
    }

    /** Facts of the machine that was found, whatever was written to it. */
    final FactsRef factsNow(Step step) {
        return step(
                step,
                nodes,
                (n, act) -> beforeImage.map(before -> n.factsAnew(act, before)).orElseGet(() -> n.facts(act)));
    }

    private static final Step REIMAGED = new Step("facts-reimaged", "Find the machine again", NodeState.REBOOTING);

    /** Call it before the step: a step that timed out may still have happened. */
    protected final void onRollback(Runnable undo) {
        compensations.register(undo);
    }

    /** As {@link #onRollback}, for what must be as it was found in every ending, a hold and a diversion among them. */
    protected final void inEveryEnding(Runnable restore) {
        restores.register(restore);
    }

    /** Puts back now what {@link #inEveryEnding} registered, newest first, and forgets it. */
    protected final void putBack() {
        restores.run();
    }

    /** {@code reason}, with what could not be put back. */
    final String restored(String reason) {
        List<String> left = restores.runAll();
        return left.isEmpty() ? reason : reason + "; not put back: " + String.join("; ", left);
    }

    /** Ends this runbook: the node is the work of another. */
    protected final void needs(String slug, String why) {
        journal.line("needs " + slug + ": " + why);
        throw new DivertWanted(slug, why);
    }

    /** Runs what must not keep the run from its end; why it did not come about is added to {@code said}. */
    protected final void told(List<String> said, Runnable steps) {
        try {
            steps.run();
        } catch (GateClosed | RollBackWanted | HoldWanted stuck) {
            said.add(String.valueOf(stuck.getMessage()));
        }
    }

    /** Whether a rung has helped; one that says whose work the node is ends this runbook. */
    protected final boolean done(Tried tried) {
        if (!tried.needs().isBlank()) {
            needs(tried.needs(), tried.why());
        }
        if (!tried.done()) {
            journal.line(tried.why());
        }
        return tried.done();
    }

    /** Leaves the boot under which the node was changed last; another boot that was begun since stands for this one. */
    protected final void reboot(Step step, Port<Power> power) {
        bootRead(step(step, power, (p, act) -> p.reboot(act, boot())));
    }

    /** An act has read this boot: the next reboot has to leave it. */
    protected final void bootRead(String bootId) {
        steps.boots().read(bootId);
    }

    /** G9 with a partner, as far as one can be had; no partner is taken out for a test that cannot run on this node. */
    protected final GateResult pair(BaselineRef goal) {
        return latest.flatMap(facts -> facts.cannotRun("G9")).orElseGet(() -> pairTest.run(goal));
    }

    /** Keeps the answer of a gate as proof; one that failed, or was given under another boot, ends the verification. */
    protected final void prove(GateResult result) {
        proofs.removeIf(old -> old.gate().equals(result.gate()));
        proofs.add(result);
        journal.line(result.toString());
        steps.boots().answered(result.gate(), result.bootId());
        if (failedGate.isBlank() && result.verdict() == Verdict.FAIL) {
            failedGate = result.gate();
        }
        switch (result.verdict()) {
            case FAIL -> throw new RollBackWanted(result.toString());
            case INFRASTRUCTURE, HOLD -> throw new HoldWanted(result.toString());
            case CRASHED -> throw new CrashUnderTest(result.toString());
            case PASS, NOT_RUN -> {}
        }
    }

    /** G3 once more, on a reading that is made anyway: an error under the tests counts as one before them does. */
    final void proveQuiet(FactsRef now) {
        now.log().ifPresent(log -> prove(log.gate().under(now.bootId())));
    }

    /** Lines for the journal. */
    protected final void remark(List<String> lines) {
        lines.forEach(journal::line);
    }

    protected final void changed(List<String> what) {
        changed.addAll(what);
    }

    protected final FactsRef found() {
        return found.orElseThrow();
    }

    protected final Diagnosed diagnosed() {
        return diagnosed.orElseThrow();
    }

    /** The boot that the next reboot has to leave, as an act before the last change read it. */
    protected final String boot() {
        return steps.boots().running();
    }
}
