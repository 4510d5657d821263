package dev.slipway.simulator.kubernetes.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a field selector; a field that the kind does not offer is refused, never ignored. */
public record FieldSelector(List<Requirement> requirements) {
    private static final Pattern PART = Pattern.compile("([A-Za-z.]+)(==|=|!=)(.*)");
    private static final Set<String> COMMON = Set.of("metadata.name", "metadata.namespace");
    private static final Map<ResourceType, Set<String>> MORE = Map.of(
            ResourceType.PODS,
            Set.of(
                    "spec.nodeName",
                    "spec.restartPolicy",
                    "spec.schedulerName",
                    "spec.serviceAccountName",
                    "status.phase",
                    "status.podIP",
                    "status.nominatedNodeName"),
            ResourceType.NODES,
            Set.of("spec.unschedulable"),
            ResourceType.NAMESPACES,
            Set.of("status.phase"),
            ResourceType.JOBS,
            Set.of("status.successful"),
            ResourceType.EVENTS,
            Set.of(
                    "involvedObject.kind",
                    "involvedObject.namespace",
                    "involvedObject.name",
                    "involvedObject.uid",
                    "reason",
                    "type"));

    /** Is one comparison of a field with a text. */
    public record Requirement(String field, boolean equal, String value) {
        boolean matches(JsonNode object) {
            JsonNode found = object;
            for (String step : field.split("\\.", -1)) {
                found = found.path(step);
            }
            String text = field.equals("spec.unschedulable") ? found.asText("false") : found.asText("");
            return text.equals(value) == equal;
        }
    }

    static FieldSelector parse(ResourceType type, String text) {
        List<Requirement> found = new ArrayList<>();
        if (!text.isBlank()) {
            for (String part : text.split(",", -1)) {
                found.add(requirement(type, part));
            }
        }
        return new FieldSelector(List.copyOf(found));
    }

    boolean matches(JsonNode object) {
        return requirements.stream().allMatch(requirement -> requirement.matches(object));
    }

    private static Requirement requirement(ResourceType type, String part) {
        Matcher matcher = PART.matcher(part);
        if (!matcher.matches()) {
            throw ApiError.badRequest("invalid field selector: '" + part + "'; can't understand '" + part + "'");
        }
        String field = matcher.group(1);
        if (!COMMON.contains(field) && !MORE.getOrDefault(type, Set.of()).contains(field)) {
            throw ApiError.badRequest("Unable to find \"" + type.apiVersion() + ", Resource=" + type.plural()
                    + "\" that match label selector \"\", field selector \"" + part
                    + "\": field label not supported: " + field);
        }
        return new Requirement(field, !matcher.group(2).equals("!="), matcher.group(3));
    }
}
