package dev.slipway.facts.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Values;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code kubectl describe node}, completely or in pieces. A good node must show the kubelet's conditions,
 * whether it is cordoned, every announced pod, and that all its GPUs are allocatable.
 */
final class KubectlDescribe {
    private static final Pattern SECTION = Pattern.compile("(Name|Roles|Labels|Annotations|CreationTimestamp|Taints"
            + "|Unschedulable|Lease|Conditions|Addresses|Capacity|Allocatable|System Info|PodCIDRs?|ProviderID"
            + "|ExternalID|Phase|Non-terminated Pods|Allocated resources|Events): *(.*?) *");
    private static final Pattern OWN = Pattern.compile(
            "(?:Unschedulable: +(?:true|false)|Non-terminated Pods: +\\([0-9]+ in total\\)|Allocated resources:) *");
    private static final Pattern FIELD = Pattern.compile(" {2}([^:]{1,100}): *(.*?) *");
    private static final Pattern CONDITION = Pattern.compile(" {2}(\\S+) +(True|False|Unknown) +(\\S.*)");
    private static final Pattern ANNOUNCED = Pattern.compile("\\(([0-9]{1,6}) in total\\)");
    private static final Pattern POD = Pattern.compile(" {2}([a-z0-9][a-z0-9-]*) +([a-z0-9][a-z0-9.-]*) .*%\\).*");
    private static final Pattern ALLOCATED =
            Pattern.compile(" {2}(\\S+) +(\\S+(?: \\([0-9]+%\\))?) +(\\S+(?: \\([0-9]+%\\))?) *");
    private static final Pattern EVENT = Pattern.compile(" {2}(Normal|Warning) +(\\S+) +(.+?) {2,}(\\S.*?) {2,}(.*)");
    private static final Pattern HEAD = Pattern.compile(" {2}(?:-{3,}[ -]*|Type +Status +.*|Type +Reason +Age +.*"
            + "|Namespace +Name +.*|Resource +Requests +.*|\\(Total limits may .*)");

    /** Matches how the description of anything but a node begins, after the name. */
    private static final Pattern OTHER = Pattern.compile("(?:Namespace|API Version|Kind|Status|Controlled By|Selector"
            + "|Replicas|Provisioner|StorageClass|Min available|Max unavailable|Type): +.*");

    private static final List<String> KUBELET = List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");
    private static final Set<String> LISTS = Set.of("Labels", "Annotations", "Taints");
    private static final Set<String> FIELDS = Set.of("Lease", "Addresses", "Capacity", "Allocatable", "System Info");
    private static final String DEVICES = "nvidia.com/";

    private final Findings found;
    private final Output output;
    private Optional<ObjectNode> node = Optional.empty();
    private String section = "";
    private int announced;
    private boolean clean = true;
    private boolean other;

    KubectlDescribe(Findings found, Output output) {
        this.found = found;
        this.output = output;
    }

    /** Returns whether only the description of a node has such a line. */
    static boolean own(String text) {
        return OWN.matcher(text).matches() || (text.startsWith("  Type ") && text.contains(" LastHeartbeatTime "));
    }

    /** Reads a line that begins a section, the first of which begins a node; false for any other line. */
    boolean section(String text) {
        Matcher begun = SECTION.matcher(text);
        if (OTHER.matcher(text).matches() && node.map(KubectlDescribe::begins).orElse(false)) {
            drop();
        }
        if (!begun.matches() || (other && !begun.group(1).equals("Name"))) {
            return false;
        }
        String name = begun.group(1);
        other = false;
        String value = begun.group(2);
        if (name.equals("Name") || node.isEmpty()) {
            close();
            node = Optional.of(found.facts().withArray("nodes").addObject());
        }
        section = name;
        ObjectNode facts = node.orElseThrow();
        Matcher count = ANNOUNCED.matcher(value);
        if (count.matches()) {
            announced = Integer.parseInt(count.group(1));
            facts.putArray("pods");
        } else if (LISTS.contains(name)) {
            facts.putArray(key());
            list(value);
        } else if (name.equals("Events")) {
            facts.putArray("events");
        } else if (!value.isEmpty()) {
            text(facts, key(), value);
        }
        return true;
    }

    /** Returns whether only its name, labels and annotations, which all objects have, were read so far. */
    private static boolean begins(ObjectNode facts) {
        return Set.of("name", "labels", "annotations", "creationTimestamp")
                .containsAll(facts.properties().stream().map(Map.Entry::getKey).toList());
    }

    /** Drops what was begun, because it is no node. */
    private void drop() {
        JsonNode nodes = found.facts().path("nodes");
        if (nodes instanceof ArrayNode read) {
            read.remove(read.size() - 1);
        }
        if (nodes.isEmpty()) {
            found.facts().remove("nodes");
        }
        found.verdict(ToolVerdict.UNKNOWN, "a description of something else than a node");
        node = Optional.empty();
        other = true;
    }

    /** Returns whether what is described is no node. */
    boolean other() {
        return other;
    }

    private String key() {
        return section.substring(0, 1).toLowerCase(Locale.ROOT)
                + section.substring(1).replace(" ", "").replace("-", "");
    }

    private void list(String value) {
        if (!value.isEmpty() && !value.equals("<none>")) {
            node.orElseThrow().withArray(key()).add(value);
        }
    }

    private static void text(ObjectNode facts, String key, String value) {
        if (value.equals("<none>") || value.equals("<unset>")) {
            facts.putNull(key);
        } else if (value.equals("true") || value.equals("false")) {
            facts.put(key, value.equals("true"));
        } else {
            Values.value(facts, key, value);
        }
    }

    /** Reads a line within a section; false if it is none of its lines. */
    boolean detail(String text) {
        if (node.isEmpty() || HEAD.matcher(text).matches()) {
            return node.isPresent();
        }
        ObjectNode facts = node.orElseThrow();
        if (LISTS.contains(section)) {
            list(text.strip());
            return true;
        } else if (FIELDS.contains(section)) {
            Matcher field = FIELD.matcher(text);
            boolean read = field.matches() && takesLines(facts, key());
            if (read) {
                text(facts.withObjectProperty(key()), field.group(1), field.group(2));
            }
            return read;
        }
        return switch (section) {
            case "Conditions" -> condition(facts, text);
            case "Non-terminated Pods" -> pod(facts, text);
            case "Allocated resources" -> allocated(facts, text);
            case "Events" -> event(facts, text);
            default -> false;
        };
    }

    private static boolean condition(ObjectNode facts, String text) {
        Matcher row = CONDITION.matcher(text);
        boolean read = row.matches() && takesLines(facts, "conditions");
        if (read) {
            String[] cells = row.group(3).split(" {2,}");
            ObjectNode condition = facts.withObjectProperty("conditions").putObject(row.group(1));
            condition.put("status", row.group(2));
            if (cells.length > 2) {
                condition.put("since", cells[1]).put("reason", cells[2]);
            }
            if (cells.length > 3) {
                condition.put("message", cells[3]);
            }
        }
        return read;
    }

    /** Returns whether nothing stands behind the section's name in the place of its lines. */
    private static boolean takesLines(ObjectNode facts, String key) {
        JsonNode there = facts.path(key);
        return there.isMissingNode() || there.isNull() || there.isObject();
    }

    private static boolean pod(ObjectNode facts, String text) {
        Matcher row = POD.matcher(text);
        if (row.matches()) {
            facts.withArray("pods").add(row.group(1) + "/" + row.group(2));
        }
        return row.matches();
    }

    private static boolean allocated(ObjectNode facts, String text) {
        Matcher row = ALLOCATED.matcher(text);
        if (row.matches()) {
            facts.withObjectProperty("allocatedResources").put(row.group(1), row.group(2));
        }
        return row.matches();
    }

    private boolean event(ObjectNode facts, String text) {
        Matcher row = EVENT.matcher(text);
        if (row.matches()) {
            String event = row.group(2) + ": " + row.group(5);
            facts.withArray("events").add(row.group(1) + " " + event);
            if (row.group(1).equals("Warning")) {
                worse(ToolVerdict.WARN, event);
            }
        }
        return row.matches();
    }

    /** Weighs the node that was read last. */
    void close() {
        node.ifPresent(facts -> {
            String name = facts.path("name").asText("the node");
            conditions(facts, name);
            devices(facts, name);
            missing(facts, name);
            if (clean) {
                found.passedByStatus(output);
            }
        });
        node = Optional.empty();
        announced = 0;
        clean = true;
    }

    private void worse(ToolVerdict verdict, String why) {
        clean = false;
        found.verdict(verdict, why);
    }

    private void conditions(ObjectNode facts, String name) {
        JsonNode conditions = facts.path("conditions");
        for (String asked : KUBELET) {
            if (!conditions.has(asked)) {
                worse(ToolVerdict.UNKNOWN, name + ": the condition " + asked + " is not shown");
            }
        }
        conditions.properties().forEach(condition -> {
            String status = condition.getValue().path("status").asText();
            String why = name + ": " + condition.getKey() + " is " + status + ": "
                    + condition.getValue().path("message").asText();
            if (condition.getKey().equals("Ready")) {
                if (!status.equals("True")) {
                    worse(ToolVerdict.FAIL, why);
                }
            } else if (!status.equals("False")) {
                worse(status.equals("True") ? ToolVerdict.WARN : ToolVerdict.UNKNOWN, why);
            }
        });
        JsonNode cordoned = facts.path("unschedulable");
        if (!cordoned.asText().equals("false")) {
            boolean known = cordoned.asText().equals("true");
            worse(
                    known ? ToolVerdict.WARN : ToolVerdict.UNKNOWN,
                    name + (known ? " is cordoned" : ": whether it is cordoned is not shown"));
        }
    }

    /** The device plugin takes a GPU that it holds for broken out of what is allocatable. */
    private void devices(ObjectNode facts, String name) {
        JsonNode capacity = facts.path("capacity");
        JsonNode allocatable = facts.path("allocatable");
        Set<String> devices = new HashSet<>();
        capacity.fieldNames().forEachRemaining(devices::add);
        allocatable.fieldNames().forEachRemaining(devices::add);
        devices.stream().filter(device -> device.startsWith(DEVICES)).sorted().forEach(device -> {
            long all = capacity.path(device).asLong(-1);
            long free = allocatable.path(device).asLong(0);
            if (all < 0 || free < all) {
                worse(
                        all < 0 ? ToolVerdict.UNKNOWN : ToolVerdict.FAIL,
                        name + ": " + free + " of " + (all < 0 ? "?" : all) + " " + device + " are allocatable");
            }
        });
    }

    private void missing(ObjectNode facts, String name) {
        for (String part : List.of("capacity", "allocatable", "pods", "events")) {
            if (!facts.has(part)) {
                worse(ToolVerdict.UNKNOWN, name + ": " + part + " are not shown");
            }
        }
        int shown = facts.path("pods").size();
        if (shown < announced) {
            found.cut(name + ": " + announced + " pods are announced, " + shown + " are shown");
        }
    }
}
