package dev.slipway.runbook;

import dev.slipway.input.Input;
import dev.slipway.input.StartInput;
import dev.slipway.model.Carried;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.EvidenceRef;
import dev.slipway.model.Grant;
import dev.slipway.model.Leg;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Rung;
import dev.slipway.model.Trigger;
import io.temporal.common.converter.RawValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What people and the capacity desk say to a run, taken in before the run's first line; the frame acts on it. */
abstract class NodeDecisions implements Runbook {
    private static final int MOST_BOOTS = 2;

    protected final Trigger trigger;
    protected final String slug;
    final Journal journal = new Journal();
    final Desk desk = new Desk(journal);
    final Steps steps;
    final LeaveOfService leave;
    final ParentWave parent = new ParentWave();
    final PairTest pairTest;
    final Instant began = Steps.now();
    private final List<Rung> rungs;
    private boolean crashed;

    NodeDecisions(Trigger trigger, String slug) {
        StartInput.check("the trigger", trigger);
        this.trigger = trigger;
        this.slug = slug;
        this.rungs = new ArrayList<>(trigger.carried().map(Carried::rungs).orElse(List.of()));
        this.crashed = trigger.carried().map(Carried::crashed).orElse(false);
        this.leave = new LeaveOfService(trigger);
        this.steps = new Steps(trigger, slug, journal, desk, leave);
        this.pairTest = new PairTest(trigger, steps, journal);
    }

    @Override
    public final String retry(@Nullable Object who) {
        return desk.choose(Choice.RETRY, Input.who(who));
    }

    @Override
    public final void mayRetry(@Nullable Object who) {
        Input.named(who);
        desk.mayChoose(Choice.RETRY);
    }

    @Override
    public final String rollBack(@Nullable Object who) {
        return desk.choose(Choice.ROLL_BACK, Input.who(who));
    }

    @Override
    public final void mayRollBack(@Nullable Object who) {
        Input.named(who);
        desk.mayChoose(Choice.ROLL_BACK);
    }

    @Override
    public final String hold(@Nullable Object who) {
        return desk.choose(Choice.HOLD, Input.who(who));
    }

    @Override
    public final void mayHold(@Nullable Object who) {
        Input.named(who);
        desk.mayChoose(Choice.HOLD);
    }

    @Override
    public final String abort(@Nullable Object who) {
        return desk.abort(Input.who(who));
    }

    @Override
    public final void mayAbort(@Nullable Object who) {
        Input.named(who);
        desk.mayAbort();
    }

    @Override
    public final void signalRetry(@Nullable RawValue who) {
        signalled(Choice.RETRY, who);
    }

    @Override
    public final void signalRollBack(@Nullable RawValue who) {
        signalled(Choice.ROLL_BACK, who);
    }

    @Override
    public final void signalHold(@Nullable RawValue who) {
        signalled(Choice.HOLD, who);
    }

    @Override
    public final void granted(@Nullable RawValue grant) {
        Input.take("granted", () -> leave.granted(Input.read(grant, Grant.class)), journal::line);
    }

    @Override
    public final void lent(@Nullable RawValue partner, @Nullable RawValue run, @Nullable RawValue boot) {
        Input.take(
                "lent",
                () -> pairTest.lent(
                        Input.read(partner, NodeRef.class), Input.optionalText(run), Input.optionalText(boot)),
                journal::line);
    }

    @Override
    public final void waits(@Nullable RawValue step, @Nullable RawValue why) {
        Input.take("waits", () -> steps.waits(Input.text(step), Input.text(why)), journal::line);
    }

    @Override
    public final void stop(@Nullable RawValue wave, @Nullable RawValue why) {
        Input.take("stop", () -> stopped(Input.text(wave), Input.text(why)), journal::line);
    }

    private void stopped(String wave, String why) {
        if (parent.is(wave)) {
            desk.stop(why);
        } else {
            journal.line("signal stop dropped: " + wave + " did not start this run");
        }
    }

    @Override
    public final RunView view() {
        return journal.view();
    }

    private void signalled(Choice choice, @Nullable RawValue who) {
        Input.take(Desk.word(choice), () -> desk.signalled(choice, Input.who(who)), journal::line);
    }

    void stopWhen(BooleanSupplier cancelled) {
        desk.stopWhen(cancelled);
    }

    boolean stopWanted() {
        return desk.stopWanted();
    }

    String stopReason() {
        return desk.stopReason();
    }

    void readmitting() {
        desk.readmitting();
    }

    /**
     * Whether this rung may be taken now; from then on it counts as taken, on the whole way through several runbooks. A node
     * is booted twice at most in a run.
     */
    protected final boolean first(Rung rung) {
        boolean may = !rungs.contains(rung) && (rung != Rung.REBOOT || mayBoot());
        if (may) {
            rungs.add(rung);
        } else {
            journal.line("not taken again in this run: " + rung);
        }
        return may;
    }

    /** Whether this run has a boot of the node left. */
    protected final boolean mayBoot() {
        return rungs.stream().filter(Rung.BOOT::equals).count() < MOST_BOOTS;
    }

    final void rememberCrash() {
        crashed = true;
    }

    /** Whether the node crashed under its tests, in this runbook or in one that led here. */
    protected final boolean crashedUnderTest() {
        return crashed;
    }

    final void bootedOnceMore() {
        rungs.add(Rung.BOOT);
    }

    /** The runbooks this node went through, this one last. */
    List<String> path() {
        List<String> path = new ArrayList<>(trigger.carried().map(Carried::path).orElse(List.of()));
        path.add(slug);
        return List.copyOf(path);
    }

    /** The runbooks of this node so far, this one last, which found {@code row} and ends by {@code how}. */
    List<Leg> legs(Optional<Diagnosed> row, String how) {
        List<Leg> legs = new ArrayList<>(trigger.carried().map(Carried::legs).orElse(List.of()));
        String id = row.map(Diagnosed::row).orElse("");
        String title = row.map(Diagnosed::title).orElse("");
        legs.add(new Leg(slug, id, title, began, Steps.now(), how));
        return List.copyOf(legs);
    }

    Carried carried(
            Optional<CordonRecord> cordon, Optional<EvidenceRef> evidence, List<Leg> legs, List<String> changed) {
        return new Carried(
                steps.token(),
                cordon,
                leave.grant(),
                evidence,
                steps.t0(),
                steps.machine(),
                path(),
                legs,
                List.copyOf(changed),
                List.copyOf(rungs),
                crashed,
                steps.mark(),
                steps.waited());
    }
}
