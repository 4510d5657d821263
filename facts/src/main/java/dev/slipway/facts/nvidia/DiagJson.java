package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.Json;
import dev.slipway.facts.Text;
import dev.slipway.facts.nvidia.DiagReport.Remark;
import dev.slipway.facts.nvidia.DiagReport.Result;
import dev.slipway.facts.nvidia.DiagReport.Status;
import dev.slipway.facts.nvidia.DiagReport.Test;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Parses the JSON of {@code dcgmi diag -j}, of DCGM 2 and 3 (results by {@code gpu_ids}) and of DCGM 4 (by entity). */
final class DiagJson {
    private DiagJson() {}

    /** Returns the report; empty if the text holds no complete JSON of a diagnostic. */
    static Optional<DiagReport> parse(String text) {
        try {
            return report(Json.read(document(text)));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** Returns the text from the first brace to the last one; empty if there are none. */
    static String document(String text) {
        int from = text.indexOf('{');
        int to = text.lastIndexOf('}');
        return from < 0 || to < from ? "" : text.substring(from, to + 1);
    }

    private static Optional<DiagReport> report(JsonNode root) {
        JsonNode diagnostic = root.path(root.has("DCGM Diagnostic") ? "DCGM Diagnostic" : "DCGM GPU Diagnostic");
        if (!diagnostic.isObject()) {
            return Optional.empty();
        }
        List<String> faults = new ArrayList<>();
        for (String key : List.of("runtime_error", "errors", "error")) {
            diagnostic.path(key).forEach(e -> faults.add(text(e)));
            if (diagnostic.path(key).isTextual()) {
                faults.add(diagnostic.path(key).asText());
            }
        }
        List<Test> tests = new ArrayList<>();
        for (JsonNode category : diagnostic.path("test_categories")) {
            category.path("tests").forEach(test -> tests.add(test(test)));
        }
        return Optional.of(new DiagReport(DiagReport.joined(tests), gpus(root), faults, ""));
    }

    private static Test test(JsonNode node) {
        Test test = new Test(node.path("name").asText(""));
        for (JsonNode result : node.path("results")) {
            test.results().add(new Result(Status.of(result.path("status").asText("")), ids(result)));
            remarks(result, test);
        }
        JsonNode summary = node.path("test_summary");
        if (summary.has("status")) {
            test.results().add(new Result(Status.of(summary.path("status").asText("")), Set.of()));
        }
        remarks(summary, test);
        return test;
    }

    private static Set<Integer> ids(JsonNode result) {
        Set<Integer> ids = new HashSet<>();
        if (result.path("entity_group").asText("").equals("GPU")
                && result.path("entity_id").isInt()) {
            ids.add(result.path("entity_id").asInt());
        }
        for (String id : result.path("gpu_ids").asText("").split(",")) {
            if (id.strip().matches("[0-9]{1,4}")) {
                ids.add(Integer.parseInt(id.strip()));
            }
        }
        return ids;
    }

    /** Adds remarks; the summary repeats the warnings of the results, and each is stored once. */
    private static void remarks(JsonNode node, Test test) {
        infos(node.path("info"), test);
        JsonNode warnings = node.path("warnings");
        if (warnings.isTextual()) {
            add(test, new Remark(Text.shorten(warnings.asText(), 300), -1));
        }
        for (JsonNode warning : warnings) {
            add(test, new Remark(text(warning), warning.path("error_severity").asInt(-1)));
        }
    }

    private static void infos(JsonNode info, Test test) {
        List<String> texts = new ArrayList<>();
        if (info.isTextual()) {
            texts.add(info.asText());
        }
        info.forEach(text -> texts.add(text.asText()));
        texts.stream()
                .map(t -> Text.shorten(t, 300))
                .filter(t -> !test.infos().contains(t))
                .forEach(test.infos()::add);
    }

    private static void add(Test test, Remark remark) {
        if (!test.remarks().contains(remark)) {
            test.remarks().add(remark);
        }
    }

    private static String text(JsonNode node) {
        String text = node.isTextual() ? node.asText() : node.path("warning").asText(node.toString());
        return Text.shorten(text, 300);
    }

    private static int gpus(JsonNode root) {
        for (JsonNode group : root.path("entity_groups")) {
            if (group.path("entity_group").asText("").equals("GPU")) {
                return group.path("entities").size();
            }
        }
        for (String key : List.of("GPU Device IDs", "GPU Device Serials")) {
            JsonNode list =
                    root.path(key).isMissingNode() ? root.path("metadata").path(key) : root.path(key);
            if (list.size() > 0) {
                return list.size();
            }
        }
        return 0;
    }
}
