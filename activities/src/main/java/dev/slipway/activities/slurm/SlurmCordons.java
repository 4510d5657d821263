package dev.slipway.activities.slurm;

import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.Takeover;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Drains with our reason, and ends the drains. slurmctld overwrites a reason silently, so the reason is read directly
 * before each change and the change is read back after it.
 */
final class SlurmCordons {
    private static final String NO_REASON = "drained before slipway came, without a reason";

    private final InstantSource clock;

    SlurmCordons(InstantSource clock) {
        this.clock = clock;
    }

    CordonRecord cordon(SlurmController slurm, Act act, boolean adopt) {
        SlurmNode seen = slurm.node();
        Optional<SlurmMark> mark = SlurmMark.read(seen.reason());
        if (mark.filter(found -> found.token().equals(act.token())).isEmpty()) {
            write(slurm, seen, "state=DRAIN", wanted(act, seen, mark, adopt).reason());
            seen = slurm.node();
        }
        if (!seen.drained()) {
            throw FailureType.EXTERNAL_CHANGE.of(
                    act.node() + " carries our reason and is " + seen.state() + ": somebody else put it back");
        }
        return SlurmMark.read(seen.reason())
                .filter(ours -> ours.token().equals(act.token()))
                .map(ours -> ours.record(act.node()))
                .orElseThrow(() -> FailureType.EXTERNAL_CHANGE.of(
                        "The reason of " + act.node() + " was changed while it was written"));
    }

    private SlurmMark wanted(Act act, SlurmNode seen, Optional<SlurmMark> mark, boolean adopt) {
        if (mark.isEmpty()) {
            return SlurmMark.of(act, clock.instant().truncatedTo(ChronoUnit.SECONDS), seen);
        }
        if (!adopt) {
            throw FailureType.GATE_CLOSED.of(act.node() + " is out of service by run "
                    + mark.get().token() + " since " + mark.get().since() + ": "
                    + (mark.get().held().isEmpty()
                            ? "no reason was written"
                            : mark.get().held())
                    + ". Take it over: " + Takeover.command(act.runbook(), act.node()));
        }
        return mark.get().takenOverBy(act);
    }

    /** Writes with one command, so that state, reason and comment change together or not at all. */
    private static void write(SlurmController slurm, SlurmNode seen, String state, String reason) {
        List<String> changes = new ArrayList<>(List.of(state, "reason=" + reason));
        if (!Readmitted.by(seen.comment()).isEmpty()) {
            changes.add("comment=" + Readmitted.without(seen.comment()));
        }
        slurm.update(changes.toArray(String[]::new));
    }

    /**
     * Puts back what was found, under the mark that the record names. Ends a drain only where nobody had drained
     * before; a drain that Slurm itself began for want of GPUs only where the node is {@code proven}.
     */
    void restore(SlurmController slurm, Act act, CordonRecord found, boolean proven) {
        SlurmNode seen = slurm.node();
        Optional<SlurmMark> mark = SlurmMark.read(seen.reason());
        if (mark.isEmpty() && Readmitted.by(seen.comment()).equals(act.token())) {
            return;
        }
        owned(act, seen, mark, found.ownerToken());
        String comment = "comment=" + Readmitted.noted(seen.comment(), act.token());
        boolean slurms = mark.filter(ours -> SlurmNode.wantsGpus(ours.was())).isPresent();
        boolean stays = found.foreign() || (slurms && !proven);
        if (stays) {
            String was =
                    mark.map(SlurmMark::was).filter(text -> !text.isBlank()).orElse(NO_REASON);
            slurm.update("reason=" + was, comment);
        } else {
            slurm.update("state=RESUME", comment);
        }
        SlurmNode now = slurm.node();
        if (SlurmMark.read(now.reason()).isPresent()) {
            throw FailureType.TRANSIENT.of("Our reason is still on " + act.node());
        }
        if (now.drained() && !stays) {
            throw FailureType.EXTERNAL_CHANGE.of(
                    act.node() + " was drained by somebody else while it was put back: " + now.reason());
        }
    }

    /**
     * Holds the node. A node without any mark is drained as ours first; a node that somebody else drained is out, and
     * its reason stays theirs.
     */
    void hold(SlurmController slurm, Act act, String reason) {
        SlurmNode seen = slurm.node();
        Optional<SlurmMark> mark = SlurmMark.read(seen.reason());
        if (mark.isPresent() || seen.drained()) {
            owned(act, seen, mark, act.token());
        }
        SlurmMark held = mark.orElseGet(() -> SlurmMark.of(act, clock.instant().truncatedTo(ChronoUnit.SECONDS), seen))
                .heldFor(reason);
        if (!mark.equals(Optional.of(held)) || !seen.drained()) {
            write(slurm, seen, "state=DRAIN", held.reason());
        }
        SlurmNode now = slurm.node();
        if (!now.drained() || !SlurmMark.read(now.reason()).equals(Optional.of(held))) {
            throw FailureType.TRANSIENT.of("The reason of " + act.node() + " was accepted and is not there");
        }
    }

    private static void owned(Act act, SlurmNode seen, Optional<SlurmMark> mark, String token) {
        if (mark.filter(found -> found.token().equals(token)).isEmpty()) {
            throw FailureType.EXTERNAL_CHANGE.of("The drain of " + act.node() + " is not ours: "
                    + mark.map(found -> "it is of run " + found.token())
                            .orElse("it is " + seen.state() + ", reason '" + seen.reason() + "' " + seen.reasonBy()));
        }
    }
}
