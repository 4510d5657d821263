package dev.slipway.activities.gates;

import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.FreshFacts;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.OutOfBand;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.facts.kernel.DriverLines;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.facts.ClockSkew;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Gates;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The gates of every fleet. Leaving service is refused with all objections at once, so that one visit clears them. */
public final class FleetGates implements Gates {
    /** The runbooks that bring a node to a baseline whole, and are judged by all of it. */
    static final Set<String> TO_A_BASELINE = Set.of("image-drift", "driver-upgrade");

    private final LeaveOfService leaving;
    private final Function<Act, OutOfBand> outOfBand;
    private final Proof proof;
    private final OfferedGpus offered;

    /** Holds what the gates of verification are judged by. */
    public record Proof(Schedulers schedulers, FreshFacts facts, LedgerDatabase ledger, Baselines baselines) {

        NodeFacts stored(FactsRef ref) {
            return ledger.facts()
                    .byId(ref.id())
                    .orElseThrow(() -> FailureType.GATE_CLOSED.of("The ledger has no facts " + ref.id()));
        }
    }

    public FleetGates(LeaveOfService leaving, Function<Act, OutOfBand> outOfBand, Proof proof, OfferedGpus offered) {
        this.leaving = leaving;
        this.outOfBand = outOfBand;
        this.proof = proof;
        this.offered = offered;
    }

    @Override
    public List<String> mayLeaveService(Act act, Trigger trigger, FactsRef facts) {
        OutOfBand bmc = outOfBand.apply(act);
        NodeScheduler scheduler = proof.schedulers().of(act);
        NodeFacts kept = proof.stored(facts);
        List<String> alike = new SameSignature(proof.ledger())
                .objection(act, trigger, kept).stream().toList();
        List<String> objections = joined(
                joined(leaving.objections(trigger, act.runbook(), kept), alike),
                joined(scheduler.objections(act), bmc.objections()));
        if (!objections.isEmpty()) {
            throw FailureType.GATE_CLOSED.of(
                    act.node() + " may not leave service now: " + String.join("; ", objections));
        }
        return joined(
                joined(leaving.remarks(trigger, kept), clock(act, kept)),
                joined(scheduler.remarks(act), bmc.remarks()));
    }

    /**
     * Errors are judged by their place in the log, so a wrong clock keeps no node in service; a person should
     * set it.
     */
    private static List<String> clock(Act act, NodeFacts kept) {
        return kept.clockSkew().filter(ClockSkew::remarkable).stream()
                .map(skew -> "the clock of " + act.node() + " is " + skew + ": times in its log are wrong by as much")
                .toList();
    }

    private static List<String> joined(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    @Override
    public List<GateResult> verify(Act act, FactsRef facts, BaselineRef goal, @Nullable FactsRef found) {
        NodeFacts now = settled(act, facts);
        VerifiedFacts verified = new VerifiedFacts(now, proof.baselines().of(goal));
        SchedulingState schedulingState =
                offered(act, now, verified.goal().profile().expectedGpus());
        String boot = now.boot().map(Boot::bootId).or("");
        return Stream.of(
                        verified.registered(facts, schedulingState),
                        verified.gpus(schedulingState, recorded(act, facts)),
                        verified.versions(before(act, found)),
                        verified.errors(),
                        verified.services(),
                        verified.settings())
                .map(result -> result.under(boot))
                .toList();
    }

    /** A node on which fewer GPUs answer fails for that, whatever the scheduler offers: nothing is waited for. */
    private SchedulingState offered(Act act, NodeFacts found, int expected) {
        NodeScheduler scheduler = proof.schedulers().of(act);
        int answering = found.hardware().gpus().map(List::size).or(0);
        return answering < expected ? scheduler.standing(act) : offered.waitFor(act, scheduler, expected);
    }

    /**
     * A fabric that is still training after a boot is neither good nor bad: it is looked at again until it has settled.
     */
    private NodeFacts settled(Act act, FactsRef facts) {
        NodeFacts kept = proof.stored(facts);
        if (!training(kept)) {
            return kept;
        }
        NodeFacts now = proof.stored(proof.facts().read(act));
        if (training(now)) {
            throw FailureType.TRANSIENT.of("The NVLink fabric of " + act.node() + " is still in progress");
        }
        return now;
    }

    private static boolean training(NodeFacts facts) {
        return facts.hardware()
                .fabric()
                .value()
                .filter(fabric -> fabric.state().equals("In Progress"))
                .isPresent();
    }

    /** The facts of this machine that were read last before these and named its GPUs. */
    private List<NodeFacts> recorded(Act act, FactsRef facts) {
        return proof.ledger().facts().history(act.node(), 20).stream()
                .filter(ref -> ref.collectedAt().isBefore(facts.collectedAt())
                        && ref.identity().productUuid().equals(facts.identity().productUuid()))
                .map(proof::stored)
                .filter(before -> before.hardware().gpus().known())
                .limit(1)
                .toList();
    }

    /**
     * The facts beside which G2 judges what no runbook changes. A repair leaves firmware and boot settings as it found
     * them, and so does a rollback; the way to a baseline is judged by the baseline alone. An act of before this was
     * asked names none.
     */
    private Optional<NodeFacts> before(Act act, @Nullable FactsRef found) {
        boolean toTheBaseline =
                TO_A_BASELINE.contains(act.runbook()) && act.step().state() != NodeState.ROLLING_BACK;
        return Optional.ofNullable(found).filter(ref -> !toTheBaseline).map(proof::stored);
    }

    /** The reference names the first lines alone; those that the goal knows must not hide one behind them. */
    @Override
    public List<String> unknownLines(Act act, FactsRef facts, BaselineRef goal) {
        List<String> known = joined(
                proof.baselines().of(goal).gates().knownLines().stream()
                        .map(DriverLines::masked)
                        .toList(),
                proof.ledger().knownLines().of(goal.id()));
        List<String> all = proof.ledger()
                .facts()
                .byId(facts.id())
                .map(kept -> kept.log().unknownLines())
                .orElseGet(() -> facts.log().map(LogReading::unknownLines).orElse(List.of()));
        return all.stream()
                .filter(line -> !known.contains(line))
                .limit(LogReading.LINES)
                .toList();
    }

    @Override
    public List<String> sinceReadmission(Act act) {
        NodeFacts now = proof.stored(proof.facts().read(act));
        boolean foundOut = proof.ledger()
                .cordons()
                .of(act.node())
                .filter(CordonRecord::foreign)
                .isPresent();
        return new Soak(now, foundOut).troubles(proof.schedulers().of(act).standing(act));
    }
}
