package dev.slipway.frame;

import dev.slipway.model.Step;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.node.NodeState;
import dev.slipway.model.node.StageResult;
import java.util.Optional;

/**
 * Holds the place from which the kernel's log is judged: the first reading of the node, then the end of the last change
 * that reports where the log ended, or the begin of a boot since then. It is a place in the log and a boot, never a
 * time. A check that finds a change done, such as versions that agree, counts as the end of a change that reports
 * nothing itself.
 */
final class LogMark {
    private Optional<LogPosition> position;
    private boolean changed;

    LogMark(Optional<LogPosition> carried) {
        position = carried;
    }

    Optional<LogPosition> position() {
        return position;
    }

    /** Notes what a step has returned, if that moves the mark. */
    void note(Step step, Object result) {
        boolean changes = step.state() == NodeState.MUTATING;
        if (result instanceof FactsRef facts) {
            read(facts);
        } else if (result instanceof StageResult stageResult
                && stageResult.mark().isPresent()
                && (changes || changed)) {
            position = stageResult.mark();
            changed = false;
        } else {
            changed |= changes;
        }
    }

    private void read(FactsRef facts) {
        if (position.isEmpty()) {
            position =
                    Optional.of(facts.log().map(LogReading::end).orElseGet(() -> LogPosition.beginOf(facts.bootId())));
        } else if (!position.get().bootId().equals(facts.bootId())) {
            position = Optional.of(LogPosition.beginOf(facts.bootId()));
            changed = false;
        }
    }
}
