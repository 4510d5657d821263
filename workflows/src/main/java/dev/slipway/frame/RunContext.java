package dev.slipway.frame;

import dev.slipway.frame.engine.ParentWave;
import dev.slipway.frame.engine.Port;
import dev.slipway.frame.engine.WorkflowTimers;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Durations;
import dev.slipway.model.GateResult;
import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.Handover;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Evidence;
import dev.slipway.port.Power;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Represents one run of one runbook on one node: the parts of the frame that work for it, and the verbs of a runbook
 * and its acts.
 */
public final class RunContext {
    final Trigger trigger;
    final String slug;
    final Journal journal;
    final OperatorDecisions decisions;
    final CapacityLease lease;
    final NodeBinding binding;
    final StepRunner steps;
    final RepairLadder ladder;
    final Proofs proofs;
    final PairTest pairTest;
    final NodeReadings readings;
    final Cordoning cordoning;
    final Compensations compensations = new Compensations();
    final Compensations restores = new Compensations();
    final RunPath path;
    private final List<String> changed;
    private Optional<FactsRef> latest = Optional.empty();
    Optional<EvidenceRef> captured;
    private boolean crashed;

    RunContext(Trigger trigger, String slug) {
        this.trigger = trigger;
        this.slug = slug;
        this.journal = new Journal(RunKind.NODE_RUN, slug, trigger.node());
        this.decisions = new OperatorDecisions(journal);
        this.lease = new CapacityLease(trigger);
        this.binding = new NodeBinding(trigger, slug, lease);
        this.steps = new StepRunner(trigger, binding, journal, decisions);
        this.ladder = new RepairLadder(trigger, journal);
        this.proofs = new Proofs(journal, binding.boots());
        this.pairTest = new PairTest(trigger, binding, steps, journal);
        this.readings = new NodeReadings(this);
        this.cordoning = new Cordoning(this);
        this.path = new RunPath(trigger, slug);
        this.changed = new ArrayList<>(trigger.carried().map(Handover::changed).orElse(List.of()));
        this.captured = trigger.carried().flatMap(Handover::evidence);
        this.crashed = trigger.carried().map(Handover::crashed).orElse(false);
    }

    /** Runs a step; after those that leave the node in a known state, looks whether a stop is wanted. */
    public <T, R> R step(StepId id, Class<T> port, BiFunction<T, Act, R> call) {
        return step(id, Port.of(port), call);
    }

    /** Does the same, with the caller's own time limit. */
    public <T, R> R step(StepId id, Port<T> port, BiFunction<T, Act, R> call) {
        NodeState state = id.step().state();
        boolean boots = state == NodeState.REBOOTING && id != FrameSteps.REIMAGED;
        if (boots) {
            binding.boots().testsOver();
        }
        R result = steps.run(id, port, call);
        latest = result instanceof FactsRef facts ? Optional.of(facts) : latest;
        if (boots) {
            ladder.bootedOnceMore();
        }
        if (!steps.isUndoing() && (state == NodeState.MUTATING || state == NodeState.REBOOTING)) {
            safePoint();
        }
        return result;
    }

    /** Does the same as {@link #step}, for calls that return nothing, or nothing that matters. */
    public <T> void act(StepId id, Class<T> port, BiConsumer<T, Act> call) {
        Boolean done = step(id, port, (p, act) -> {
            call.accept(p, act);
            return true;
        });
        if (!done) {
            throw new IllegalStateException("a step without a result returned one");
        }
    }

    /** Stops here where a stop is wanted. */
    public void safePoint() {
        if (decisions.stopWanted()) {
            throw new RunEnded.RollBack(decisions.stopReason());
        }
    }

    /** Leaves the boot under which the node was changed last; another boot since then counts as this one. */
    public void reboot(StepId id) {
        bootRead(step(id, Power.class, (p, act) -> p.reboot(act, boot())));
    }

    /** An act has read this boot: the next reboot has to leave it. */
    public void bootRead(String bootId) {
        binding.boots().read(bootId);
    }

    /** Returns the boot that the next reboot has to leave, as an act before the last change read it. */
    public String boot() {
        return binding.boots().running();
    }

    /**
     * Binds the facts of the machine behind the node's name after its image was written, which {@code before} did not
     * have.
     */
    public void bindAnew(FactsRef before) {
        readings.bindAnew(before);
    }

    /** Throws where tests have begun and the node runs another boot by now. */
    public void mustBeTested(String at, String bootId) {
        binding.boots().mustBeTested(at, bootId);
    }

    /** G9 with a partner, as far as one can be had; no partner is taken out for a test that cannot run on this node. */
    public GateResult pair(BaselineRef goal) {
        return latest.flatMap(facts -> facts.cannotRun("G9")).orElseGet(() -> pairTest.run(goal));
    }

    /** Keeps the answer of a gate as proof; one that failed, or was given under another boot, ends the verification. */
    public void prove(GateResult result) {
        proofs.prove(result);
    }

    /** Call it before the step: a step that timed out may still have happened. */
    public void onRollback(Runnable undo) {
        compensations.register(undo);
    }

    /**
     * Does the same as {@link #onRollback}, for what must be as it was found in every ending, including a hold and a
     * diversion.
     */
    public void inEveryEnding(Runnable restore) {
        restores.register(restore);
    }

    /** Puts back now what {@link #inEveryEnding} registered, newest first, and forgets it. */
    public void restore() {
        restores.run();
    }

    /** Ends this runbook, with nothing touched, unless a rollout started it: a person has planned and approved that. */
    public void mustBePlanned() {
        boolean planned =
                trigger.options().change().filter(new ParentWave()::ofRollout).isPresent();
        if (!planned) {
            throw new RunEnded.Refused(slug + " runs only in a rollout of a plan that a person approved");
        }
    }

    /** Ends this runbook: the node is the work of another. */
    public void divertTo(String other, String why) {
        journal.line("needs " + other + ": " + why);
        throw new RunEnded.Divert(other, why);
    }

    /**
     * Does the same for a node that nothing was done to: the other runbook repairs it at its previous baseline, where
     * it has one.
     */
    public void divertAsFound(String other, String why) {
        journal.line("needs " + other + ": " + why);
        throw new RunEnded.Divert(other, why, true);
    }

    /** Ends this runbook: the node stays out for a person, with this reason. */
    public void holdForOperator(String why) {
        journal.line("stays out: " + why);
        throw new RunEnded.Hold(why);
    }

    /** Ends this runbook: a GPU of the node is to be replaced, and the node is held until a person has done so. */
    public void replaceGpu(String why) {
        journal.line("a GPU is to be replaced: " + why);
        throw new RunEnded.ReplaceGpu(why);
    }

    /** Ends this runbook: what it did is undone; a node that has no way back is held. */
    public void rollBack(String why) {
        journal.line(why);
        throw new RunEnded.RollBack(why);
    }

    /** Leaves the node alone for that long, unless the run is to stop. */
    public void wait(Duration time) {
        journal.waiting("idles for " + Durations.words(time));
        WorkflowTimers.atMost(time, decisions::stopWanted);
        safePoint();
    }

    /** Runs what must not prevent the run from ending; its failure is added to {@code reasons}. */
    public void bestEffort(List<String> reasons, Runnable work) {
        try {
            work.run();
        } catch (RunEnded stuck) {
            reasons.add(stuck.reason());
        }
    }

    /** Returns whether a stage succeeded. */
    public boolean done(StageResult stageResult) {
        if (!stageResult.done()) {
            journal.line(stageResult.why());
        }
        return stageResult.done();
    }

    /** Runs {@code work}; where it ends the run by a roll-back or a hold, {@code why} stands before the reason. */
    public void endingBecause(String why, Runnable work) {
        try {
            work.run();
        } catch (RunEnded.RollBack failed) {
            throw new RunEnded.RollBack(why + "; " + failed.reason());
        } catch (RunEnded.Hold stuck) {
            throw new RunEnded.Hold(why + "; " + stuck.reason());
        }
    }

    /** Adds lines to the journal. */
    public void journal(List<String> lines) {
        lines.forEach(journal::line);
    }

    /** Records what was changed on the node, for the outcome. */
    public void changed(List<String> what) {
        changed.addAll(what);
    }

    List<String> changed() {
        return List.copyOf(changed);
    }

    /** Captures evidence, once for the whole path through several runbooks. */
    void captureEvidence() {
        if (captured.isEmpty()) {
            captured = Optional.of(step(Step.EVIDENCE, Evidence.class, Evidence::capture));
        }
    }

    void rememberCrash() {
        crashed = true;
    }

    /** Returns whether the node crashed under its tests, in this runbook or in one that led here. */
    public boolean crashedUnderTest() {
        return crashed;
    }

    public Trigger trigger() {
        return trigger;
    }

    /** Returns the stages of a repair that this run has left. */
    public RepairLadder ladder() {
        return ladder;
    }

    /** Returns the first reading of the node. */
    public FactsRef found() {
        return readings.found().orElseThrow();
    }

    /** Returns the row that the runbook's table gave. */
    public Diagnosed diagnosed() {
        return readings.diagnosed();
    }

    /** While it rolls back: whether a stage of the run still follows a step that is known to have failed. */
    public void stageLeft(boolean left) {
        steps.stageLeft(left);
    }
}
