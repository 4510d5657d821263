package dev.slipway.activities.nodes;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.activities.spi.SmokeJob;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.Takeover;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Manages nodes without a scheduler: a mark on the node states that it is ours, and only an empty list of GPU processes
 * proves that it is empty. Nothing is evicted; work there ends by itself.
 */
public final class MarkedNodes implements NodeScheduler {
    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final String SCHEDULABLE = "schedulable";
    /** In the place of the mark once it is off, so that a readmission whose answer was lost knows itself again. */
    private static final String READMITTED = "readmitted by ";

    private final MarkFile marks;
    private final GpuHolders holders;
    private final ActivityClock clock;

    public MarkedNodes(MarkFile marks, GpuHolders holders, ActivityClock clock) {
        this.marks = marks;
        this.holders = holders;
        this.clock = clock;
    }

    @Override
    public CordonRecord cordon(Act act, boolean adopt) {
        Optional<Mark> mark = mark(act);
        if (mark.isPresent() && !mark.get().token().equals(act.token()) && !adopt) {
            throw FailureType.GATE_CLOSED.of(act.node() + " is out of service by run "
                    + mark.get().token() + ": " + mark.get().held() + ". Take it over: "
                    + Takeover.command(act.runbook(), act.node()));
        }
        if (mark.isEmpty() || !mark.get().token().equals(act.token())) {
            Instant since = mark.map(Mark::since).orElseGet(clock::instant);
            marks.write(act.node(), new Mark(act.token(), since, "").text());
        }
        return mark(act)
                .filter(ours -> ours.token().equals(act.token()))
                .map(ours -> ours.record(act))
                .orElseThrow(() -> FailureType.EXTERNAL_CHANGE.of("The mark of " + act.node() + " is not ours"));
    }

    @Override
    public Smoked smoke(Act act, SmokeJob job) {
        return new Smoked(
                new GateResult("G10", Verdict.NOT_RUN, "not applicable: no scheduler gives work to this node"),
                List.of());
    }

    @Override
    public Drained drain(Act act, DrainPolicy policy) {
        Instant deadline = clock.deadline(policy.within());
        while (true) {
            String busy = busy(act);
            if (busy.isEmpty() && busy(act).isEmpty()) {
                return new Drained(clock.instant(), 0, "asked twice, no process on a GPU");
            }
            if (clock.passed(deadline)) {
                throw FailureType.DRAIN_BLOCKED.of(act.node() + " is not empty in time: " + busy);
            }
            clock.showWait(act, "waits for " + busy);
            clock.pause(LOOK, "waits for an empty node");
        }
    }

    private String busy(Act act) {
        Reading<List<Holder>> computing = holders.computing(act);
        return computing.known()
                ? String.join(
                        ", ",
                        computing.or(List.of()).stream()
                                .map(h -> "pid " + h.pid() + " " + h.command())
                                .toList())
                : "an answer of the node: " + computing.error();
    }

    @Override
    public void restore(Act act, CordonRecord found, boolean proven) {
        Optional<Mark> mark = mark(act);
        if (mark.isPresent() && !mark.get().token().equals(found.ownerToken())) {
            throw FailureType.EXTERNAL_CHANGE.of(
                    "The mark of " + act.node() + " is of run " + mark.get().token());
        }
        marks.write(act.node(), READMITTED + act.token() + "\n");
        if (mark(act).isPresent()) {
            throw FailureType.TRANSIENT.of("The mark of " + act.node() + " is still there");
        }
    }

    @Override
    public void hold(Act act, String reason) {
        Optional<Mark> mark = mark(act);
        if (mark.isPresent() && !mark.get().token().equals(act.token())) {
            throw FailureType.EXTERNAL_CHANGE.of(
                    "The mark of " + act.node() + " is of run " + mark.get().token());
        }
        Instant since = mark.map(Mark::since).orElseGet(clock::instant);
        marks.write(act.node(), new Mark(act.token(), since, reason.replace('\n', ' ')).text());
    }

    @Override
    public SchedulingState standing(Act act) {
        Optional<String> text = marks.read(act.node());
        Optional<Mark> mark = text.flatMap(Mark::parse);
        return new SchedulingState(
                mark.isEmpty(),
                mark.map(found -> found.record(act)),
                mark.map(Mark::held).filter(held -> !held.isBlank()),
                text.filter(MarkedNodes::readmitted)
                        .map(t -> t.substring(READMITTED.length()).strip())
                        .orElse(""),
                Optional.empty());
    }

    /** Returns no work: nothing places work here, so only the node's processes count, which the guard reads itself. */
    @Override
    public List<String> work(Act act) {
        return List.of();
    }

    private Optional<Mark> mark(Act act) {
        return marks.read(act.node()).flatMap(Mark::parse);
    }

    private static boolean readmitted(String text) {
        return text.startsWith(READMITTED);
    }

    /** Holds token, time and reason, one line each. */
    private record Mark(String token, Instant since, String held) {

        /** Returns empty if the file only states who put the node back. */
        static Optional<Mark> parse(String text) {
            if (readmitted(text)) {
                return Optional.empty();
            }
            List<String> lines = text.lines().toList();
            if (lines.size() < 2) {
                throw FailureType.EXTERNAL_CHANGE.of("The mark of the node is damaged: " + text);
            }
            return Optional.of(new Mark(
                    lines.get(0),
                    Instant.parse(lines.get(1)),
                    lines.stream().skip(2).findFirst().orElse("")));
        }

        String text() {
            return token + "\n" + since + "\n" + held + "\n";
        }

        CordonRecord record(Act act) {
            return new CordonRecord(act.node(), token, SCHEDULABLE, "", false, since);
        }
    }
}
