package dev.slipway.activities.ansible;

import dev.slipway.activities.ssh.RunState;
import dev.slipway.facts.schedulers.AnsibleHost.Counts;
import dev.slipway.facts.schedulers.AnsibleParser;
import dev.slipway.model.FailureType;
import io.temporal.failure.ApplicationFailure;
import java.util.Optional;

/** Judges the end of a play. A play counts as done only if its own sums for the node show that. */
final class PlayVerdict {
    private static final int TIMED_OUT = 124;
    private static final int KILLED = 137;

    private PlayVerdict() {}

    /** Returns empty if the play did all of its tasks on the node. */
    static Optional<ApplicationFailure> fault(String node, RunState end, PlayEvents events) {
        if (events.counts().isEmpty()) {
            return Optional.of(broken(node, end, events));
        }
        Counts counts = events.counts().get();
        if (counts.failed() > 0) {
            return Optional.of(FailureType.STEP_FAILED.of("Ansible's task "
                    + (events.failures().isEmpty()
                            ? "(without a name)"
                            : events.failures().getLast())
                    + " [on " + node + ", " + before(events) + "]"));
        }
        if (counts.unreachable() > 0) {
            return Optional.of(FailureType.TRANSIENT.of("Ansible could not reach " + node + ", " + before(events) + ": "
                    + events.unreachable().orElse("it did not say why")));
        }
        if (events.garbled() > 0) {
            return Optional.of(FailureType.STEP_FAILED.of(
                    events.garbled() + " events of the play on " + node + " are not understood"));
        }
        if (counts.ok() == 0) {
            return Optional.of(FailureType.GATE_CLOSED.of("The playbook ran no task on " + node
                    + ": its `hosts` must name the group slipway_nodes, and a role must follow"));
        }
        if (end.exit() != 0) {
            return Optional.of(FailureType.STEP_FAILED.of("Ansible ended with " + end.exit() + " on " + node
                    + " though no task failed: " + lastError(end.output())));
        }
        return events.doubt()
                .map(why -> FailureType.STEP_FAILED.of(
                        "Nothing shows that the play did its tasks on " + node + ": " + why));
    }

    private static ApplicationFailure broken(String node, RunState end, PlayEvents events) {
        String said = lastError(end.output());
        if (end.exit() == TIMED_OUT || end.exit() == KILLED) {
            return FailureType.AMBIGUOUS.of("The play on " + node + " was ended in "
                    + events.task().map(task -> "task '" + task + "'").orElse("its beginning") + ", "
                    + before(events) + (end.exit() == TIMED_OUT ? "; it took longer than `ansible.timeout`" : ""));
        }
        return events.task().isEmpty()
                ? FailureType.GATE_CLOSED.of("The play on " + node + " did not begin: Ansible ended with " + end.exit()
                        + " and said: " + said + ". Try it by hand: ansible-playbook --syntax-check")
                : FailureType.AMBIGUOUS.of("The play on " + node + " broke off in task '"
                        + events.task().get() + "', " + before(events) + ": Ansible ended with " + end.exit()
                        + " and said: " + said);
    }

    private static String before(PlayEvents events) {
        return events.changed().isEmpty()
                ? "nothing was changed before it"
                : "changed before it: " + String.join(", ", events.changed());
    }

    /** Returns Ansible's own last error, else its last line. */
    static String lastError(String output) {
        return AnsibleParser.lastError(output)
                .or(() -> output.lines()
                        .map(String::strip)
                        .filter(l -> !l.isEmpty())
                        .reduce((a, b) -> b))
                .orElse("nothing");
    }
}
