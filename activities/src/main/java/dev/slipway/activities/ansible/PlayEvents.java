package dev.slipway.activities.ansible;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.Json;
import dev.slipway.model.ShortList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the events of a play say of one node. {@code changes} names each task that changed something, or would, and what is
 * known of it; {@code task} is the last one that began; {@code counts} is empty until the play has ended, and without the
 * node where no play was for it.
 */
record PlayEvents(
        Map<String, List<String>> changes,
        List<String> failures,
        Optional<String> unreachable,
        Optional<String> task,
        Optional<Counts> counts,
        int garbled) {
    private static final int LONGEST = 600;
    private static final int DIFF_LINES = 60;

    /** The play's own sums; a node that no play was for has {@link #NONE}. */
    record Counts(int ok, int changed, int failed, int unreachable, int rescued, int ignored) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

        private static Counts of(JsonNode sums) {
            return new Counts(
                    sums.path("ok").asInt(),
                    sums.path("changed").asInt(),
                    sums.path("failures").asInt(),
                    sums.path("unreachable").asInt(),
                    sums.path("rescued").asInt(),
                    sums.path("ignored").asInt());
        }
    }

    private static final class Reading {
        private final String node;
        private final Map<String, List<String>> changes = new LinkedHashMap<>();
        private final List<String> failures = new ArrayList<>();
        private Optional<String> unreachable = Optional.empty();
        private Optional<String> task = Optional.empty();
        private Optional<Counts> counts = Optional.empty();
        private int garbled;

        private Reading(String node) {
            this.node = node;
        }

        private void line(String line) {
            try {
                event(Json.read(line));
            } catch (JsonProcessingException e) {
                garbled++;
            }
        }

        private void event(JsonNode event) {
            String kind = event.path("_event").asText();
            String name = event.path("task").path("name").asText();
            JsonNode answer = event.path("hosts").path(node);
            switch (kind) {
                case "v2_playbook_on_task_start" -> task = Optional.of(name);
                case "v2_playbook_on_stats" ->
                    counts = Optional.of(Counts.of(event.path("stats").path(node)));
                case "v2_runner_on_unreachable" ->
                    unreachable = Optional.of(shorten(answer.path("msg").asText()));
                case "v2_runner_on_failed", "v2_runner_item_on_failed" -> {
                    if (!answer.path("ignored").asBoolean()) {
                        failures.add("'" + name + "'" + item(answer) + ": " + why(answer));
                    }
                }
                case "v2_runner_on_ok", "v2_runner_item_on_ok" -> {
                    if (answer.path("changed").asBoolean()) {
                        changed(name, answer);
                    }
                }
                default -> {
                    if (kind.isEmpty()) {
                        garbled++;
                    }
                }
            }
        }

        private void changed(String name, JsonNode answer) {
            List<String> known = changes.computeIfAbsent(name, n -> new ArrayList<>());
            if (answer.has("item")) {
                known.add(answer.path("item").asText());
            }
            diff(answer.path("diff"), known);
            if (known.isEmpty() && !answer.path("msg").asText().isBlank()) {
                known.add(shorten(answer.path("msg").asText()));
            }
        }

        private static void diff(JsonNode diff, List<String> known) {
            if (diff.isArray()) {
                diff.forEach(one -> diff(one, known));
                return;
            }
            known.addAll(ShortList.of(diff.path("prepared").asText().lines().toList(), DIFF_LINES));
            side("- ", diff.path("before"), known);
            side("+ ", diff.path("after"), known);
        }

        private static void side(String sign, JsonNode side, List<String> known) {
            String text = side.isValueNode() ? side.asText() : side.isMissingNode() ? "" : side.toString();
            ShortList.of(text.lines().map(line -> sign + line).toList(), DIFF_LINES)
                    .forEach(known::add);
        }

        private static String item(JsonNode answer) {
            return answer.has("item") ? " of " + answer.path("item").asText() : "";
        }

        /** Ansible's message, and what the program behind it said last where that is not in it. */
        private static String why(JsonNode answer) {
            String text = answer.has("censored")
                    ? "its result is not shown (no_log)"
                    : answer.path("msg").asText().strip();
            Optional<String> cause = answer.path("stdout")
                    .asText()
                    .lines()
                    .filter(l -> l.startsWith("dpkg: error") || l.startsWith("E: ") || l.startsWith("Error"))
                    .findFirst()
                    .or(() -> answer.path("stderr").asText().lines().reduce((a, b) -> b));
            String more =
                    cause.map(String::strip).filter(c -> !text.contains(c)).orElse("");
            return shorten(more.isEmpty() ? text : text + " (" + more + ")");
        }

        private static String shorten(String text) {
            String line = text.strip().replaceAll("\\s+", " ");
            return line.length() <= LONGEST
                    ? line
                    : line.substring(0, LONGEST / 3) + " … " + line.substring(line.length() - LONGEST / 3 * 2);
        }
    }

    /** Reads lines of JSON, one an event. A line that is not one is counted, never left out in silence. */
    static PlayEvents of(String node, String text) {
        Reading reading = new Reading(node);
        text.lines().filter(line -> !line.isBlank()).forEach(reading::line);
        return new PlayEvents(
                reading.changes,
                List.copyOf(reading.failures),
                reading.unreachable,
                reading.task,
                reading.counts,
                reading.garbled);
    }

    /** The names of the tasks that changed something. */
    List<String> changed() {
        return List.copyOf(changes.keySet());
    }

    /** The changes for a person: each task, and below it what is known of its change. */
    List<String> told(String verb) {
        List<String> lines = new ArrayList<>();
        changes.forEach((task, known) -> {
            lines.add("Ansible " + verb + ": " + task);
            known.forEach(line -> lines.add("    " + line));
        });
        return lines;
    }
}
