package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.rules.triage.Bucket;
import dev.slipway.rules.triage.XidCatalogue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Collects the events of one log, equal ones counted, and the verdict of each of them. */
final class LogEvents {
    private static final int MOST = 2_000;

    private final Findings found;
    private final ArrayNode events;
    private final Map<String, ObjectNode> known = new HashMap<>();
    private final Map<String, ObjectNode> incidents = new LinkedHashMap<>();
    private final Set<String> lost = new HashSet<>();
    private final Map<String, ObjectNode> switches = new HashMap<>();
    private final Map<String, String> initCodes = new HashMap<>();
    private int malformed;
    private int boots;
    private boolean untimed;
    private int uncertain;

    LogEvents(Findings found) {
        this.found = found;
        this.events = found.facts().putArray("events");
    }

    ObjectNode xid(XidLine error, String time) {
        String address = error.address();
        ObjectNode event = event("xid", address, error.code(), error.text(), time);
        lost.add(boots + "xid " + error.code() + " " + address);
        XidText.read(error.text(), event);
        if (error.code() == 154 && event.has("to")) {
            found.facts()
                    .withObjectProperty("recoveryActions")
                    .put(address, event.path("to").asText());
        }
        return event;
    }

    void sxid(XidLine error, String time) {
        ObjectNode event = event("sxid", error.address(), error.code(), error.text(), time);
        XidText.readSwitch(error.text(), event);
        switches.put(boots + " " + error.nvswitch().orElse(""), event);
    }

    /** Returns whether these registers belong to an earlier error of the same switch. */
    boolean data(XidLine registers) {
        ObjectNode event = switches.get(boots + " " + registers.nvswitch().orElse(""));
        if (event != null) {
            event.withArray("data").add(Text.shorten(registers.text(), 200));
        }
        return event != null;
    }

    /**
     * Adds one event per place: {@code RmInitAdapter} reports where it failed, and one line later again that it failed.
     */
    void initFailed(String address, String time, String text) {
        Optional<String> code = DriverFailure.initCode(text);
        String place = boots + " " + address;
        if (code.isPresent()) {
            initCodes.put(place, code.get());
        }
        String failure = initCodes.getOrDefault(place, "");
        ObjectNode event = recorded(
                "rm-init-failed " + address + " " + failure,
                "rm-init-failed",
                address,
                time,
                Text.shorten(untimed(text), 300));
        if (!failure.isEmpty()) {
            event.put("failure", failure);
        }
        found.verdict(ToolVerdict.FAIL, "rm-init-failed" + (address.isEmpty() ? "" : " on " + address));
    }

    /** Adds one incident: a GPU that fell off the bus is reported with a code and without one. */
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
        boolean merged = kind.equals("peermem-error");
        String key = kind + " " + address + (merged ? "" : " " + untimed(text));
        return recorded(key, kind, address, time, Text.shorten(untimed(text), 300));
    }

    /** Returns the text without its time, so that equal lines are equal. */
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
                recorded(kind + " " + code + " " + address + " " + rest, kind, address, time, Text.shorten(rest, 300));
        event.put("code", code);
        String family = kind.equals("lost") ? "xid" : kind;
        ObjectNode incident = incidents.computeIfAbsent(
                family + " " + code + " " + address,
                key -> found.facts().withArray("incidents").addObject());
        incident.put("kind", family).put("address", address).put("code", code);
        count(incident);
        return event;
    }

    private ObjectNode recorded(String key, String kind, String address, String time, String text) {
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

    /**
     * Returns the error of the same GPU in the same boot that this one only follows, as NVIDIA's catalogue states for
     * XID 45.
     */
    private Optional<Integer> cause(ObjectNode event) {
        if (!event.path("kind").asText().equals("xid")
                || XidCatalogue.of(event.path("code").asInt()).bucket() != Bucket.FOLLOW_THE_OTHER) {
            return Optional.empty();
        }
        for (var other : events) {
            boolean same = other.path("address").equals(event.path("address"))
                    && other.path("boot").equals(event.path("boot"));
            Bucket bucket = XidCatalogue.of(other.path("code").asInt()).bucket();
            if (same
                    && !other.path("kind").asText().equals("sxid")
                    && other.has("code")
                    && bucket != Bucket.FOLLOW_THE_OTHER
                    && bucket != Bucket.SEE_RECOVERY_ACTION) {
                return Optional.of(other.path("code").asInt());
            }
        }
        return Optional.empty();
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
                cause(read).ifPresent(code -> read.put("causedBy", code));
                XidRules.weigh(read, found);
            }
        }
        found.facts().path("recoveryActions").properties().forEach(action -> {
            if (!action.getValue().asText().equals("None")) {
                found.verdict(
                        ToolVerdict.FAIL,
                        action.getKey() + " requests: " + action.getValue().asText());
            }
        });
        found.facts().withArray("incidents");
        found.verdict(ToolVerdict.PASS, "");
    }
}
