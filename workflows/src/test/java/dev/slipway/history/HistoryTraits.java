package dev.slipway.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.history.v1.MarkerRecordedEventAttributes;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What one run did and how it ended, read from the events of its history and from nothing else. A trait is a kind and
 * a value, such as {@code outcome HELD}, {@code route RELOAD}, {@code to gsp-mismatch}, {@code step undo-converge}.
 */
final class HistoryTraits {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> BEFORE_WORK =
            Set.of("facts", "diagnose", "pre-checks", "capacity", "cordon", "evidence", "drain");
    private static final Pattern NEEDS = Pattern.compile("needs ([a-z]+(?:-[a-z]+)*)\\b");
    private static final Pattern FIRST_WORDS = Pattern.compile("[a-z ]+");

    private final String type;
    private final SortedSet<String> traits = new TreeSet<>();
    private String end = "open";
    private String written = "";

    private HistoryTraits(WorkflowExecutionHistory history) {
        List<HistoryEvent> events = history.getEvents();
        type = events.getFirst()
                .getWorkflowExecutionStartedEventAttributes()
                .getWorkflowType()
                .getName();
        events.forEach(this::read);
        add("end", end);
    }

    static HistoryTraits of(WorkflowExecutionHistory history) {
        return new HistoryTraits(history);
    }

    /** The name of the workflow type. */
    String type() {
        return type;
    }

    /** How the run closed: an outcome in small letters, {@code to-X} where it handed its node over, else the engine's word. */
    String end() {
        return end;
    }

    /** All traits of the run. */
    SortedSet<String> all() {
        return new TreeSet<>(traits);
    }

    boolean has(String kind, String value) {
        return traits.contains(kind + " " + value);
    }

    /** The values of one kind of trait. */
    List<String> values(String kind) {
        String start = kind + " ";
        return traits.stream()
                .filter(trait -> trait.startsWith(start))
                .map(trait -> trait.substring(start.length()))
                .toList();
    }

    /** Whether nothing was done but what comes before any runbook's own work. */
    private boolean looksOnly() {
        return BEFORE_WORK.containsAll(values("step"));
    }

    private void add(String kind, String value) {
        if (!value.isBlank()) {
            traits.add(kind + " " + value);
        }
    }

    private void read(HistoryEvent event) {
        add("event", event.getEventType().name().replaceFirst("^EVENT_TYPE_", ""));
        switch (event.getEventType()) {
            case EVENT_TYPE_WORKFLOW_EXECUTION_STARTED ->
                started(event.getWorkflowExecutionStartedEventAttributes().getInput());
            case EVENT_TYPE_ACTIVITY_TASK_SCHEDULED -> scheduled(event);
            case EVENT_TYPE_ACTIVITY_TASK_COMPLETED -> completed(event);
            case EVENT_TYPE_ACTIVITY_TASK_FAILED ->
                add(
                        "failure",
                        event.getActivityTaskFailedEventAttributes()
                                .getFailure()
                                .getApplicationFailureInfo()
                                .getType());
            case EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED ->
                add(
                        "signal",
                        event.getWorkflowExecutionSignaledEventAttributes().getSignalName());
            case EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED ->
                add(
                        "update",
                        event.getWorkflowExecutionUpdateAcceptedEventAttributes()
                                .getAcceptedRequest()
                                .getInput()
                                .getName());
            case EVENT_TYPE_MARKER_RECORDED -> marked(event.getMarkerRecordedEventAttributes());
            default -> closed(event);
        }
    }

    private void started(Payloads input) {
        JsonNode trigger = first(input);
        add("reason", trigger.path("reason").asText(""));
        add("means", trigger.path("policy").path("convergeBy").asText(""));
        if (trigger.path("options").path("adopt").asBoolean()) {
            add("adopts", "its node");
        }
        JsonNode path = trigger.path("carried").path("path");
        if (!path.isEmpty()) {
            add("from", path.path(path.size() - 1).asText());
        }
    }

    private void scheduled(HistoryEvent event) {
        String name = event.getActivityTaskScheduledEventAttributes()
                .getActivityType()
                .getName();
        JsonNode act = first(event.getActivityTaskScheduledEventAttributes().getInput());
        add("activity", name);
        add("notified", name.equals("Notifier.Tell") ? act.path("state").asText("") : "");
        if (name.equals("Ledger.Ended")) {
            written = value(event.getActivityTaskScheduledEventAttributes().getInput(), 1)
                    .path("outcome")
                    .asText("");
            add("written", written);
        }
        add("step", own(act));
        if (act.path("attempt").asInt(1) > 1) {
            add("tried", "again");
        }
    }

    /** The id of a step, without the name of the runbook that a node was handed over to. */
    private static String own(JsonNode act) {
        String id = act.path("step").path("id").asText("");
        String prefix = act.path("runbook").asText("") + "-";
        return id.startsWith(prefix) ? id.substring(prefix.length()) : id;
    }

    private void completed(HistoryEvent event) {
        JsonNode result = first(event.getActivityTaskCompletedEventAttributes().getResult());
        JsonNode route = result.path("route");
        String kind = route.path("kind").asText("");
        add("route", kind.equals("DO") ? route.path("procedure").asText("") : kind);
        if (kind.equals("DIVERT")) {
            add("row-to", route.path("detail").asText(""));
        }
        result.findValuesAsText("verdict").forEach(verdict -> add("verdict", verdict));
        result.findValuesAsText("needs").forEach(slug -> add("stage-to", slug));
    }

    private void marked(MarkerRecordedEventAttributes marker) {
        if (marker.getMarkerName().equals("Version")) {
            add("version", detail(marker, "changeId") + "=" + detail(marker, "version"));
        } else {
            add("local", detail(marker, "type"));
        }
    }

    private static String detail(MarkerRecordedEventAttributes marker, String key) {
        return first(marker.getDetailsOrDefault(key, Payloads.getDefaultInstance()))
                .asText();
    }

    private void closed(HistoryEvent event) {
        switch (event.getEventType()) {
            case EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED ->
                ended(first(event.getWorkflowExecutionCompletedEventAttributes().getResult()));
            case EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW -> {
                String to = event.getWorkflowExecutionContinuedAsNewEventAttributes()
                        .getWorkflowType()
                        .getName();
                add(to.equals(type) ? "continued" : "to", slug(to));
                add("worked-to", to.equals(type) || looksOnly() ? "" : slug(to));
                end = "to-" + slug(to);
            }
            case EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED -> {
                add("cancelled", written);
                end = "cancelled" + (written.isEmpty() ? "" : "-" + word(written));
            }
            case EVENT_TYPE_WORKFLOW_EXECUTION_FAILED -> end = "failed";
            case EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED -> end = "terminated";
            default -> {}
        }
    }

    private void ended(JsonNode result) {
        String outcome = result.path("outcome").asText("");
        add("outcome", outcome);
        add("failed-gate", result.path("failedGate").asText(""));
        add("path", path(result.path("path")));
        if (result.path("again").asBoolean()) {
            add("gives-way", "until later");
        }
        Matcher needs = NEEDS.matcher(result.path("reason").asText(""));
        if (needs.lookingAt()) {
            add("needs", needs.group(1));
        }
        if (!outcome.isEmpty()) {
            end = word(outcome);
        } else if (result.hasNonNull("state")) {
            end = result.path("state").asText().replace(' ', '-');
        } else if (result.hasNonNull("stopped")) {
            end = result.path("stopped").asText().isBlank() ? "whole" : "stopped";
        } else {
            end = words(result.asText());
        }
    }

    private static String words(String text) {
        Matcher words = FIRST_WORDS.matcher(text);
        return words.lookingAt() ? words.group().strip().replace(' ', '-') : "completed";
    }

    private static String path(JsonNode slugs) {
        List<String> names = new ArrayList<>();
        slugs.forEach(slug -> names.add(slug.asText()));
        return names.size() > 1 ? names.stream().collect(Collectors.joining(" ")) : "";
    }

    /** ImageDrift is image-drift. */
    static String slug(String type) {
        return type.replaceAll("(?<!^)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** A constant as a word: RESET_GPU is reset-gpu. */
    static String word(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static JsonNode first(Payloads payloads) {
        return value(payloads, 0);
    }

    private static JsonNode value(Payloads payloads, int place) {
        return payloads.getPayloadsCount() <= place ? MissingNode.getInstance() : json(payloads.getPayloads(place));
    }

    private static JsonNode json(Payload payload) {
        try {
            JsonNode read = JSON.readTree(payload.getData().toByteArray());
            return read == null ? MissingNode.getInstance() : read;
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }
}
