package dev.slipway.activities.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.facts.schedulers.SlurmGpus;
import dev.slipway.facts.schedulers.SlurmState;
import dev.slipway.facts.tool.ToolReport;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Describes a node as slurmctld shows it. {@code reasonBy} is who set the reason and when, as Slurm writes it; {@code
 * gpus} are those of its configuration, {@code tracked} those that it accounts for; {@code hostname} is that of the
 * machine.
 */
record SlurmNode(
        String name,
        String hostname,
        Set<String> states,
        String reason,
        String reasonBy,
        String comment,
        Optional<Instant> bootedAt,
        Map<String, Integer> gpus,
        Map<String, Integer> tracked,
        Set<String> partitions,
        boolean allocated) {
    private static final Set<String> WORKS = Set.of("IDLE", "MIXED", "ALLOCATED");
    private static final Set<String> OUT = Set.of(
            "DRAIN",
            "DRAINED",
            "DRAINING",
            "DRNG",
            "DOWN",
            "FAIL",
            "FAILING",
            "ERROR",
            "INVAL",
            "INVALID_REG",
            "FUTURE");

    /** Returns the one record of that name; empty if the answer holds no such record, or another one too. */
    static Optional<SlurmNode> in(ToolReport<?> answer, String name) {
        List<SlurmNode> all = all(answer);
        return all.size() == 1
                ? all.stream().filter(node -> node.name().equals(name)).findFirst()
                : Optional.empty();
    }

    /**
     * Returns every node of an answer; none if it is not whole: cut, beside an error or a line that was not understood,
     * or with a node without name or state.
     */
    static List<SlurmNode> all(ToolReport<?> answer) {
        JsonNode nodes = answer.facts().path("nodes");
        if (!nodes.isArray() || !answer.whole().known()) {
            return List.of();
        }
        List<SlurmNode> all = new ArrayList<>();
        nodes.forEach(node -> all.add(of(node)));
        return all.stream()
                        .anyMatch(node -> node.name().isEmpty() || node.states().isEmpty())
                ? List.of()
                : List.copyOf(all);
    }

    private static SlurmNode of(JsonNode node) {
        return new SlurmNode(
                node.path("name").asText(),
                text(node, "NodeHostName", "hostname"),
                states(node.path("state").asText()),
                text(node, "reason"),
                setBy(node),
                text(node, "Comment", "comment"),
                booted(node),
                SlurmGpus.of(text(node, "Gres", "gres")).counts(),
                SlurmGpus.of(text(node, "CfgTRES", "tres")).counts(),
                partitions(node),
                node.path("allocated").asBoolean() || node.path("alloc_cpus").asInt() > 0);
    }

    /** Returns the words of the state; those that Slurm shortens to a sign are written out. */
    private static Set<String> states(String printed) {
        SlurmState state = SlurmState.of(printed);
        Set<String> states = new TreeSet<>(state.words());
        if (state.notResponding()) {
            states.add("NOT_RESPONDING");
        }
        if (state.rebootIssued()) {
            states.add("REBOOT_ISSUED");
        } else if (state.rebootRequested()) {
            states.add("REBOOT_REQUESTED");
        }
        return states;
    }

    private static String text(JsonNode node, String... names) {
        return Arrays.stream(names)
                .map(name -> node.path(name).asText("").strip())
                .filter(value -> !value.isEmpty() && !value.equals("(null)") && !value.equals("null"))
                .findFirst()
                .orElse("");
    }

    private static String setBy(JsonNode node) {
        String by = text(node, "reasonBy", "reason_set_by_user");
        String at = text(node, "reasonAt", "reason_changed_at");
        return by.isEmpty() ? "" : by + "@" + at;
    }

    private static Optional<Instant> booted(JsonNode node) {
        if (node.path("boot_time").isNumber()) {
            return Optional.of(Instant.ofEpochSecond(node.path("boot_time").asLong()))
                    .filter(at -> at.getEpochSecond() > 0);
        }
        try {
            return Optional.of(
                    LocalDateTime.parse(node.path("BootTime").asText("")).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException none) {
            return Optional.empty();
        }
    }

    /** Returns all its GPUs, of any type. */
    int allGpus() {
        return gpus.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns what it offers by type, as far as it reports that. */
    Map<String, String> offered() {
        Map<String, String> offered = new TreeMap<>();
        (gpus.isEmpty() ? tracked : gpus).forEach((type, count) -> offered.put(type, Integer.toString(count)));
        return offered;
    }

    private static Set<String> partitions(JsonNode node) {
        Set<String> names = new TreeSet<>(Arrays.asList(text(node, "Partitions").split("[,\\s]+")));
        node.path("partitions").forEach(name -> names.add(name.asText()));
        names.remove("");
        return names;
    }

    /** Returns whether new jobs may be placed on it, by its state. */
    boolean schedulable() {
        return states.stream().noneMatch(OUT::contains) && states.stream().anyMatch(WORKS::contains);
    }

    /** Returns whether this is the reason that Slurm gives if slurmd counts fewer GPUs than are configured. */
    static boolean wantsGpus(String reason) {
        return reason.startsWith("gres/gpu count reported lower than configured");
    }

    boolean drained() {
        return states.contains("DRAIN") || states.contains("DRAINED") || states.contains("DRAINING");
    }

    boolean busy() {
        return allocated || states.stream().anyMatch(SlurmState.BUSY::contains);
    }

    /** Returns whether a reboot through Slurm is under way or to come; its end puts the node back by itself. */
    boolean rebootAsked() {
        return states.stream().anyMatch(state -> state.startsWith("REBOOT"));
    }

    /**
     * Returns whether its slurmd has spoken to this slurmctld: after a restart of the controller a node is unknown for
     * some seconds.
     */
    boolean responds() {
        return !states.contains("NOT_RESPONDING") && !states.contains("UNKNOWN") && bootedAt.isPresent();
    }

    /**
     * Returns whether its slurmd has registered and is believed; a drain, and a DOWN that only a resume ends, do not
     * matter.
     */
    boolean registered() {
        return responds()
                && !states.contains("INVAL")
                && !states.contains("INVALID_REG")
                && !states.contains("UNKNOWN");
    }

    /** Returns what slurmd reports about its machine. */
    ReportedMachine machine() {
        return new ReportedMachine("", "", "", hostname);
    }

    String state() {
        return String.join("+", states);
    }
}
