package dev.slipway.fake;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.VerificationRecord;
import dev.slipway.port.Ledger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A ledger in memory. While it is {@code away} it answers nothing about outcomes and plans. */
public final class FakeLedger implements Ledger {
    private final Function<NodeRef, FakeNode> find;
    private final Map<String, NodeOutcome> outcomes = new ConcurrentHashMap<>();
    private final Map<BaselineRef, Map<String, Who>> accepted = new ConcurrentHashMap<>();
    /** What was stored as the proof of its goal. */
    public final List<VerificationRecord> proofs = new CopyOnWriteArrayList<>();

    public volatile boolean away;
    /** Whether it was restored from before the plan was stored. */
    public volatile boolean planLost;
    /** Whether the maintenance windows of fleets cannot be read. */
    public volatile boolean windowsUnread;

    public FakeLedger(Function<NodeRef, FakeNode> find) {
        this.find = find;
    }

    /** Fails as each use of a ledger does that cannot be reached. */
    void answer() {
        if (away) {
            throw FailureType.LEDGER_UNAVAILABLE.of("The ledger does not answer.");
        }
    }

    @Override
    public void note(NodeNote note) {
        FakeNode node = find.apply(note.node());
        if (node.notesRefused.getAndDecrement() > 0) {
            throw FailureType.LEDGER_UNAVAILABLE.of("The ledger does not answer.");
        }
        node.notes.add(note);
    }

    @Override
    public void verified(Act act, VerificationRecord record) {
        find.apply(act.node()).call("Ledger.verified", () -> proofs.add(record));
    }

    @Override
    public NodeState ended(Act act, NodeOutcome outcome) {
        FakeNode node = find.apply(act.node());
        return node.call("Ledger.ended", () -> {
            node.outcome = Optional.of(outcome);
            outcomes.put(act.token(), outcome);
            return node.heldReason.isEmpty() ? NodeState.IN_SERVICE : NodeState.HELD;
        });
    }

    @Override
    public Optional<NodeOutcome> outcomeOf(String token) {
        answer();
        return Optional.ofNullable(outcomes.get(token));
    }

    @Override
    public void pin(Act act, BaselineRef baseline, BaselineRef failed, String reason) {
        FakeNode node = find.apply(act.node());
        node.call("Ledger.pin", () -> node.pinned = Optional.of(baseline));
    }

    /** The lines of the driver that were accepted for a baseline, each with who has done it. */
    public Map<String, Who> knownLines(BaselineRef goal) {
        return accepted.computeIfAbsent(goal, g -> new ConcurrentHashMap<>());
    }

    @Override
    public void acceptLines(Act act, BaselineRef goal, List<String> lines, Who who) {
        FakeNode node = find.apply(act.node());
        node.call("Ledger.acceptLines", () -> {
            lines.forEach(line -> knownLines(goal).put(line, who));
            return true;
        });
    }

    @Override
    public Optional<NodeRef> partnerFor(Act act, BaselineRef goal, int candidate, @Nullable List<NodeRef> asked) {
        FakeNode node = find.apply(act.node());
        return node.call(
                "Ledger.partnerFor",
                () -> IntStream.range(0, node.partners)
                        .mapToObj(i -> find.apply(new NodeRef(act.node().cluster(), "partner-" + i)))
                        .filter(FakeNode::asFound)
                        .map(partner -> partner.ref)
                        .filter(partner -> asked == null || !asked.contains(partner))
                        .skip(asked == null ? candidate : 0)
                        .findFirst());
    }
}
