package dev.slipway.activities.ansible;

import dev.slipway.facts.schedulers.AnsibleEvents;
import dev.slipway.facts.schedulers.AnsibleHost;
import dev.slipway.facts.schedulers.AnsibleHost.Counts;
import dev.slipway.facts.tool.Output;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads what the events of a play report about one node. {@code garbled} counts the lines that are no events; {@code
 * doubt} is why the play is not known to have done its tasks, in spite of its sums.
 */
record PlayEvents(AnsibleHost said, int garbled, Optional<String> doubt) {

    /**
     * Reads lines of JSON, one event per line. A line that is no event is counted, never ignored. The exit status is
     * weighed with the sums: it may be that of other nodes.
     */
    static PlayEvents of(String node, String text) {
        Output output = Output.of(text.getBytes(StandardCharsets.UTF_8), OptionalInt.of(0));
        AnsibleEvents events = AnsibleEvents.of(output, node);
        Optional<String> doubt = Optional.of(events.report().value().error()).filter(why -> !why.isEmpty());
        return new PlayEvents(events.host(), events.report().unparsed().size(), doubt);
    }

    List<String> failures() {
        return said.failures();
    }

    Optional<String> unreachable() {
        return said.unreachable();
    }

    Optional<String> task() {
        return said.task();
    }

    Optional<Counts> counts() {
        return said.counts();
    }

    /** Returns the names of the tasks that changed something. */
    List<String> changed() {
        return List.copyOf(said.changes().keySet());
    }

    /** Returns the changes for a person: each task, and below it what is known about its change. */
    List<String> lines(String verb) {
        List<String> lines = new ArrayList<>();
        said.changes().forEach((task, known) -> {
            lines.add("Ansible " + verb + ": " + task);
            known.forEach(line -> lines.add("    " + line));
        });
        return lines;
    }
}
