package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The events of one log, equal ones counted, and the verdict that each of them carries. */
final class LogEvents {
    private static final int MOST = 2_000;

    private final Findings found;
    private final ArrayNode events;
    private final Map<String, ObjectNode> known = new HashMap<>();
    private final Map<String, ObjectNode> incidents = new LinkedHashMap<>();
    private final Set<String> lost = new HashSet<>();
    private Optional<ObjectNode> lastSwitch = Optional.empty();
    private int malformed;
    private int boots;
    private boolean untimed;
    private int uncertain;

    LogEvents(Findings found) {
        this.found = found;
        this.events = found.facts().putArray("events");
    }

    ObjectNode xid(String address, int code, String rest, String time) {
        ObjectNode event = event("xid", address, code, rest, time);
        lost.add(boots + "xid " + code + " " + address);
        XidText.read(rest, event);
        if (code == 154 && event.has("to")) {
            found.facts()
                    .withObjectProperty("recoveryActions")
                    .put(address, event.path("to").asText());
        }
        return event;
    }

    void sxid(String address, int code, String rest, String time) {
        ObjectNode event = event("sxid", address, code, rest, time);
        XidText.readSwitch(rest, event);
        lastSwitch = Optional.of(event);
    }

    /** Whether there is an event of a switch that these registers belong to. */
    boolean data(String registers) {
        lastSwitch.ifPresent(event -> event.withArray("data").add(Text.shorten(registers, 200)));
        return lastSwitch.isPresent();
    }

    /** A GPU that fell off the bus says so with a code and without one: one incident. */
    void lost(String address, String time, Optional<String> pciId) {
        String key = "xid 79 " + address;
        if (!lost.add(boots + key) && incidents.containsKey(key)) {
            count(incidents.get(key));
            return;
        }
        ObjectNode event = event("lost", address, 79, "GPU has fallen off the bus", time);
        pciId.ifPresent(id -> event.put("pciId", id));
    }

    ObjectNode plain(String kind, String address, String time, String text) {
        ObjectNode event = once(kind, address, time, text);
        found.verdict(ToolVerdict.FAIL, kind + (address.isEmpty() ? "" : " on " + address));
        return event;
    }

    ObjectNode warning(String kind, String time, String text) {
        ObjectNode event = once(kind, "", time, text);
        found.verdict(ToolVerdict.WARN, kind);
        return event;
    }

    private ObjectNode once(String kind, String address, String time, String text) {
        boolean merged = kind.equals("rm-init-failed") || kind.equals("peermem-error");
        String key = kind + " " + address + (merged ? "" : " " + untimed(text));
        return kept(key, kind, address, time, Text.shorten(untimed(text), 300));
    }

    /** The text without its time, so that equal lines are equal. */
    private static String untimed(String text) {
        int driver = text.indexOf("NVRM:");
        String rest = driver >= 0
                ? text.substring(driver)
                : text.substring(Math.min(text.length(), LogLines.time(text).length()));
        return rest.replaceFirst("^[^A-Za-z]*", "");
    }

    /** The events that follow are of this boot; whether their time may lie before the bound. */
    void in(int boot, boolean uncertain) {
        boots = boot;
        untimed = uncertain;
    }

    boolean none() {
        return events.isEmpty();
    }

    void malformed() {
        malformed++;
    }

    private ObjectNode event(String kind, String address, int code, String rest, String time) {
        ObjectNode event =
                kept(kind + " " + code + " " + address + " " + rest, kind, address, time, Text.shorten(rest, 300));
        event.put("code", code);
        String family = kind.equals("lost") ? "xid" : kind;
        ObjectNode incident = incidents.computeIfAbsent(
                family + " " + code + " " + address,
                key -> found.facts().withArray("incidents").addObject());
        incident.put("kind", family).put("address", address).put("code", code);
        count(incident);
        return event;
    }

    private ObjectNode kept(String key, String kind, String address, String time, String text) {
        String inThisBoot = boots + " " + key;
        ObjectNode before = known.get(inThisBoot);
        if (before != null) {
            count(before);
            return before;
        }
        ObjectNode event = events.objectNode();
        event.put("kind", kind);
        if (!address.isEmpty()) {
            event.put("address", address);
        }
        if (!time.isEmpty()) {
            event.put("time", time);
        }
        event.put("text", text).put("count", 1);
        uncertain += untimed ? 1 : 0;
        if (boots > 0) {
            event.put("boot", boots);
        }
        if (events.size() < MOST) {
            events.add(event);
            known.put(inThisBoot, event);
        } else {
            found.cut("more than " + MOST + " different events");
        }
        return event;
    }

    private static void count(ObjectNode node) {
        node.put("count", node.path("count").asInt(0) + 1);
    }

    /** Weighs the incidents once all lines are read: of a changed recovery action only the last counts. */
    void close() {
        if (uncertain > 0) {
            found.facts().put("untimed", uncertain);
            found.because(uncertain + " events carry no certain time and may be older than T0");
        }
        if (malformed > 0) {
            found.facts().put("malformed", malformed);
        }
        for (var event : events) {
            if (event.has("code") && event instanceof ObjectNode read) {
                XidRules.weigh(read, found);
            }
        }
        found.facts().path("recoveryActions").properties().forEach(action -> {
            if (!action.getValue().asText().equals("None")) {
                found.verdict(
                        ToolVerdict.FAIL,
                        action.getKey() + " asks for: " + action.getValue().asText());
            }
        });
        found.facts().withArray("incidents");
        found.verdict(ToolVerdict.PASS, "");
    }
}
