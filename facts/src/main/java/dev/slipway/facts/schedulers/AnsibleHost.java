package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.packages.PackageErrors;
import dev.slipway.model.ShortList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what the events of a play report about one host. {@code changes} names each task that changed something, or
 * would, and what is known about it; {@code task} is the last one that began; {@code counts} is empty until the play
 * has ended, and without the host if no play was for it.
 */
public record AnsibleHost(
        Map<String, List<String>> changes,
        List<String> failures,
        Optional<String> unreachable,
        Optional<String> task,
        Optional<Counts> counts) {

    /** Holds the play's own sums; a host that no play was for has {@link #NONE}. */
    public record Counts(int ok, int changed, int failed, int unreachable, int rescued, int ignored) {
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

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

    /** Gathers the events of one host, in their order. */
    static final class Reader {
        private static final int LONGEST = 600;
        private static final int DIFF_LINES = 60;

        private final String host;
        private final Map<String, List<String>> changes = new LinkedHashMap<>();
        private final List<String> failures = new ArrayList<>();
        private Optional<String> unreachable = Optional.empty();
        private Optional<String> task = Optional.empty();
        private Optional<Counts> counts = Optional.empty();

        Reader(String host) {
            this.host = host;
        }

        AnsibleHost read() {
            return new AnsibleHost(
                    Collections.unmodifiableMap(changes), List.copyOf(failures), unreachable, task, counts);
        }

        void event(JsonNode event) {
            String name = event.path("task").path("name").asText();
            JsonNode answer = event.path("hosts").path(host);
            switch (event.path("_event").asText()) {
                case "v2_playbook_on_task_start" -> task = Optional.of(name);
                case "v2_playbook_on_stats" ->
                    counts = Optional.of(Counts.of(event.path("stats").path(host)));
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
                    // Starts and skips change nothing.
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

        /** Returns Ansible's message, and the last words of the program behind it if they are not in it. */
        private static String why(JsonNode answer) {
            String text = answer.has("censored")
                    ? "its result is not shown (no_log)"
                    : answer.path("msg").asText().strip();
            Optional<String> cause = PackageErrors.first(answer.path("stdout").asText())
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
}
