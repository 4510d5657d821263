package dev.slipway.activities.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.activities.clock.ActivityClock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Talks Redfish (DMTF DSP0266) to a BMC: service root, systems, the one system of the node, its {@code
 * ComputerSystem.Reset} with a ResetType that it advertises.
 */
public final class RedfishBmc implements Bmc {
    private static final String RESET = "#ComputerSystem.Reset";
    private static final String ALLOWED = "ResetType@Redfish.AllowableValues";
    private static final Pattern SAYS_NOTHING = Pattern.compile("[0f-]*", Pattern.CASE_INSENSITIVE);

    /** The ResetTypes that mean an action, best first. */
    private static final Map<PowerAction, List<String>> RESET_TYPES = Map.of(
            PowerAction.ON, List.of("On", "ForceOn"),
            PowerAction.OFF, List.of("ForceOff"),
            PowerAction.CYCLE, List.of("PowerCycle", "ForceRestart"));

    private final BmcTarget target;
    private final RedfishHttp http;

    /** Holds a system as it was read: where it resets, and its word for each action. */
    private record Found(JsonNode system, String reset, Map<PowerAction, String> words) {}

    RedfishBmc(BmcTarget target, ActivityClock clock) {
        this.target = target;
        this.http = new RedfishHttp(target, clock);
    }

    @Override
    public BmcState state() {
        Found found = find();
        JsonNode system = found.system();
        return new BmcState(
                power(text(system, "PowerState")),
                found.words().keySet(),
                Optional.of(system.path("UUID").asText(""))
                        .filter(uuid -> !SAYS_NOTHING.matcher(uuid).matches()),
                (target.trust().equals(BmcTarget.Trust.unverified())
                                ? "certificate unverified, as stated; "
                                : "certificate as pinned; ")
                        + "Redfish, " + RedfishTrouble.bounded(model(system)) + ", power "
                        + text(system, "PowerState") + ", reset types "
                        + (found.words().isEmpty()
                                ? "none"
                                : String.join(", ", new TreeSet<>(found.words().values()))));
    }

    private static String model(JsonNode system) {
        String model = system.path("Model").asText("");
        return model.isBlank() ? system.path("Id").asText("system") : model;
    }

    @Override
    public void send(PowerAction action) {
        Found found = find();
        String word = Optional.ofNullable(found.words().get(action))
                .orElseThrow(() -> new BmcFailure(
                        BmcFailure.Kind.REFUSED,
                        where() + " offers no reset type for " + action,
                        "see what its system advertises under Actions"));
        http.post(found.reset(), Map.of("ResetType", word));
    }

    @Override
    public List<String> events(int most) {
        return new RedfishLog(http).newest(find().system(), most);
    }

    @Override
    public String where() {
        return "the BMC at " + http.base().getAuthority();
    }

    private Found find() {
        JsonNode root = http.get(RedfishHttp.ROOT);
        link(root.path("Links").path("Sessions")).ifPresent(http::sessionsAt);
        String systems = link(root.path("Systems"))
                .orElseThrow(() -> http.garbled(
                        "its service root names no systems", "check that the address is that of a server's BMC"));
        JsonNode system = http.get(chosen(http.get(systems)));
        if (!system.path("@odata.type").asText("").startsWith("#ComputerSystem.")) {
            throw http.garbled(
                    "what it calls its system is of type '"
                            + RedfishTrouble.bounded(system.path("@odata.type").asText("")) + "'",
                    "correct `system`, or see for a firmware that speaks Redfish 1");
        }
        JsonNode reset = system.path("Actions").path(RESET);
        return new Found(system, reset.path("target").asText(""), words(reset));
    }

    /** Returns the one system of the service, or the one that the configuration names by its id. */
    private String chosen(JsonNode collection) {
        List<String> links = new ArrayList<>();
        collection.path("Members").forEach(member -> link(member).ifPresent(links::add));
        List<String> fitting = links.stream()
                .filter(at -> target.place().system().isEmpty()
                        || id(at).equals(target.place().system().get()))
                .toList();
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        String ids = RedfishTrouble.bounded(
                String.join(", ", links.stream().map(RedfishBmc::id).toList()));
        throw http.garbled(
                links.isEmpty() ? "it has no systems" : "it has the systems " + ids,
                target.place().system().isPresent()
                        ? "`system` is " + target.place().system().get() + ": correct it"
                        : "name the node's own as `system`");
    }

    private static String id(String link) {
        String path = link.endsWith("/") ? link.substring(0, link.length() - 1) : link;
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private Map<PowerAction, String> words(JsonNode reset) {
        List<String> advertised = new ArrayList<>();
        reset.path(ALLOWED).forEach(word -> advertised.add(word.asText()));
        String info = reset.path("@Redfish.ActionInfo").asText("");
        if (advertised.isEmpty() && !info.isEmpty()) {
            for (JsonNode parameter : http.get(info).path("Parameters")) {
                if (parameter.path("Name").asText("").equals("ResetType")) {
                    parameter.path("AllowableValues").forEach(word -> advertised.add(word.asText()));
                }
            }
        }
        Map<PowerAction, String> words = new EnumMap<>(PowerAction.class);
        if (!reset.path("target").asText("").isEmpty()) {
            RESET_TYPES.forEach((action, known) ->
                    known.stream().filter(advertised::contains).findFirst().ifPresent(word -> words.put(action, word)));
        }
        return words;
    }

    private static Optional<String> link(JsonNode node) {
        return Optional.of(node.path("@odata.id").asText("")).filter(at -> !at.isEmpty());
    }

    private PowerState power(String text) {
        return switch (text) {
            case "On" -> PowerState.ON;
            case "Off" -> PowerState.OFF;
            case "PoweringOn", "PoweringOff" -> PowerState.CHANGING;
            default ->
                throw http.garbled(
                        "its system's PowerState is '" + RedfishTrouble.bounded(text) + "'", "see the BMC's own page");
        };
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asText("");
    }

    @Override
    public void close() {
        http.close();
    }
}
