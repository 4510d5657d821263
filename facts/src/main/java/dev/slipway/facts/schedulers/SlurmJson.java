package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Json;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Parses JSON of {@code sinfo}, {@code scontrol} and slurmrestd from 21.08 on: a state is a word with flags beside it
 * or a list, a number is plain or wrapped with {@code set} and {@code infinite}.
 */
final class SlurmJson {
    private static final List<String> KEPT = List.of(
            "hostname",
            "address",
            "gres",
            "gres_used",
            "reason",
            "reason_set_by_user",
            "alloc_cpus",
            "cpus",
            "free_mem",
            "free_memory",
            "real_memory",
            "boot_time",
            "reason_changed_at",
            "operating_system",
            "version",
            "partitions",
            "comment");

    private SlurmJson() {}

    static ToolReport<?> document(Output output) {
        Findings found = new Findings("slurm json");
        JsonNode root;
        List<Output.Line> json = new ArrayList<>(output.lines());
        while (!json.isEmpty() && !json.getFirst().text().startsWith("{")) {
            before(found, json.removeFirst());
        }
        while (!json.isEmpty() && !json.getLast().text().stripTrailing().endsWith("}")) {
            before(found, json.removeLast());
        }
        try {
            root = Json.read(
                    String.join("\n", json.stream().map(Output.Line::text).toList()));
        } catch (JsonProcessingException | StringIndexOutOfBoundsException e) {
            return found.verdict(ToolVerdict.UNKNOWN, "the JSON is not whole")
                    .cut("the output is incomplete")
                    .of(output);
        }
        String release = root.path("meta")
                .path("Slurm")
                .path("release")
                .asText(root.path("meta").path("slurm").path("release").asText(""));
        if (!release.isEmpty()) {
            found.facts().put("slurmVersion", release);
        }
        root.path("errors").forEach(e -> {
            found.facts().withArray("errors").add(Text.shorten(e.path("error").asText(e.toString()), 200));
            found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, e.toString());
        });
        content(found, root, json);
        return found.of(output);
    }

    private static void content(Findings found, JsonNode root, List<Output.Line> json) {
        JsonNode nodes = root.has("nodes") ? root.path("nodes") : root.path("sinfo");
        if (root.has("name") && root.has("state")) {
            node(found, root);
        }
        nodes.forEach(n -> node(found, n));
        if (nodes.isArray()) {
            found.facts().withArray("nodes");
        } else if (root.path("jobs").isArray()) {
            jobs(found.facts().withArray("jobs"), root.path("jobs"));
        } else if (!found.facts().has("nodes")) {
            json.stream().findFirst().ifPresent(found::unparsed);
            found.verdict(ToolVerdict.UNKNOWN, "neither nodes nor jobs");
        }
    }

    /** Parses {@code squeue --json}. */
    private static void jobs(ArrayNode into, JsonNode jobs) {
        jobs.forEach(job -> {
            ObjectNode entry = into.addObject();
            put(entry, "id", job.path("job_id"));
            put(entry, "name", job.path("name"));
            put(entry, "user", job.path("user_name"));
            put(entry, "nodes", job.path("nodes"));
            List<String> states = new ArrayList<>();
            words(job.path("job_state"), states);
            entry.put("state", String.join("+", states));
        });
    }

    private static void before(Findings found, Output.Line line) {
        if (!line.blank()) {
            SlurmParser.odd(found, line);
        }
    }

    private static void node(Findings found, JsonNode from) {
        ObjectNode node = found.facts().withArray("nodes").addObject();
        node.put("name", from.path("name").asText(from.path("hostname").asText("")));
        List<String> parts = new ArrayList<>();
        words(from.path("state"), parts);
        if (from.path("node").path("state").isArray()) {
            words(from.path("node").path("state"), parts);
        }
        int base = parts.size();
        words(from.path("state_flags"), parts);
        SlurmParser.state(node, String.join("+", parts).toUpperCase(Locale.ROOT));
        node.put("base", parts.isEmpty() ? "" : parts.getFirst().toLowerCase(Locale.ROOT));
        parts.subList(Math.min(1, base), parts.size()).forEach(node.putArray("flags")::add);
        words(from.path("next_state_after_reboot_flags"), node);
        for (String key : KEPT) {
            put(node, key, from.path(key));
        }
    }

    private static void words(JsonNode from, ObjectNode node) {
        List<String> next = new ArrayList<>();
        words(from, next);
        next.forEach(node.withArray("nextStateAfterReboot")::add);
        if (next.isEmpty()) {
            node.remove("nextStateAfterReboot");
        }
    }

    private static void words(JsonNode from, List<String> into) {
        if (from.isTextual() && !from.asText().isBlank()) {
            into.add(from.asText());
        }
        from.forEach(word -> into.add(word.asText()));
    }

    private static void put(ObjectNode node, String key, JsonNode value) {
        if (value.has("set") && value.has("number")) {
            if (value.path("set").asBoolean() && !value.path("infinite").asBoolean()) {
                node.set(key, value.path("number"));
            } else {
                node.putNull(key);
            }
        } else if (!value.isMissingNode()
                && !(value.isTextual() && value.asText().isEmpty())) {
            node.set(key, value);
        }
    }

    /** Parses one object per line, as {@code sinfo -o} prints it with a format that looks like JSON. */
    static ToolReport<?> lines(Output output) {
        Findings found = new Findings("slurm json lines");
        for (Output.Line line : output.written()) {
            try {
                found.facts().withArray("rows").add(Json.read(line.text()));
            } catch (JsonProcessingException e) {
                SlurmParser.odd(found, line);
            }
        }
        found.facts().path("rows").forEach(row -> {
            String name = row.path("n").asText("");
            if (!name.isEmpty()) {
                found.facts()
                        .withObjectProperty("nodes")
                        .put(name, row.path("s").asText());
            }
        });
        return found.of(output);
    }
}
