package dev.slipway.runbook;

import dev.slipway.model.Carried;
import dev.slipway.model.CordonRecord;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.EvidenceRef;
import dev.slipway.model.Grant;
import dev.slipway.model.Leg;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Rung;
import dev.slipway.model.Trigger;
import dev.slipway.model.Who;
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
    final PairTest pairTest;
    final Instant began = Steps.now();
    private final List<Rung> rungs;

    NodeDecisions(Trigger trigger, String slug) {
        this.trigger = trigger;
        this.slug = slug;
        this.rungs = new ArrayList<>(trigger.carried().map(Carried::rungs).orElse(List.of()));
        this.steps = new Steps(trigger, slug, journal, desk);
        this.leave = new LeaveOfService(trigger);
        this.pairTest = new PairTest(trigger, steps, journal);
    }

    @Override
    public final String retry(Who who) {
        return desk.choose(Choice.RETRY, who);
    }

    @Override
    public final void mayRetry(Who who) {
        desk.mayChoose(Choice.RETRY, who);
    }

    @Override
    public final String rollBack(Who who) {
        return desk.choose(Choice.ROLL_BACK, who);
    }

    @Override
    public final void mayRollBack(Who who) {
        desk.mayChoose(Choice.ROLL_BACK, who);
    }

    @Override
    public final String hold(Who who) {
        return desk.choose(Choice.HOLD, who);
    }

    @Override
    public final void mayHold(Who who) {
        desk.mayChoose(Choice.HOLD, who);
    }

    @Override
    public final String abort(Who who) {
        return desk.abort(who);
    }

    @Override
    public final void mayAbort(Who who) {
        desk.mayAbort(who);
    }

    @Override
    public final void signalRetry(Who who) {
        desk.signalled(Choice.RETRY, who);
    }

    @Override
    public final void signalRollBack(Who who) {
        desk.signalled(Choice.ROLL_BACK, who);
    }

    @Override
    public final void signalHold(Who who) {
        desk.signalled(Choice.HOLD, who);
    }

    @Override
    public final void granted(Grant grant) {
        leave.granted(grant);
    }

    @Override
    public final void lent(NodeRef partner, @Nullable String run) {
        pairTest.lent(partner, Optional.ofNullable(run));
    }

    @Override
    public final void waits(String step, String why) {
        steps.waits(step, why);
    }

    @Override
    public final RunView view() {
        return journal.view();
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
                List.copyOf(rungs));
    }
}
