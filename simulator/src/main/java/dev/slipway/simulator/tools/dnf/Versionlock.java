package dev.slipway.simulator.tools.dnf;

import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.PackageDatabase;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.tools.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Plays dnf's plugin for locks on versions. It stores what it is given: nothing that a transaction does changes a lock.
 */
public record Versionlock(SimulatedNode node, DnfOptions options) {

    Answer run() {
        StringBuilder out = new StringBuilder();
        Optional<Answer> gone = Dnf.withoutMetadata(node, options, out);
        if (gone.isPresent()) {
            return gone.get();
        }
        String command =
                options.targets().isEmpty() ? "list" : options.targets().getFirst();
        List<String> words = options.targets().isEmpty()
                ? List.of()
                : options.targets().subList(1, options.targets().size());
        boolean changed = false;
        for (String word : words) {
            changed |= switch (command) {
                case "add" -> add(word, out);
                case "delete" -> delete(word, out);
                default -> false;
            };
        }
        if (command.equals("list")) {
            entries().forEach(entry -> out.append(entry).append('\n'));
        }
        if (changed) {
            node.note(NodeEvent.Kind.HOLDS, "versionlock " + command + " " + String.join(" ", words));
        }
        return Answer.of(out.toString());
    }

    private boolean add(String word, StringBuilder out) {
        PackageDatabase packages = node.packages();
        Optional<DnfSpec> spec = DnfSpec.of(packages, word);
        List<String> locked = spec.map(this::locked).orElse(List.of());
        if (!locked.isEmpty()) {
            locked.forEach(v -> out.append("Package already locked in equivalent form: " + entry(spec, v) + "\n"));
            return false;
        }
        List<String> found = new ArrayList<>();
        spec.ifPresent(
                s -> packages.versions(s.name()).stream().filter(s::names).forEach(found::add));
        if (found.isEmpty() && !options.withoutRepositories()) {
            spec.ifPresent(s -> found.addAll(s.versions(packages)));
        }
        if (found.isEmpty()) {
            out.append("No package found for: " + word + "\n");
        }
        for (String version : found) {
            packages.hold(spec.orElseThrow().name(), version);
            out.append("Adding versionlock on: " + entry(spec, version) + "\n");
        }
        return !found.isEmpty();
    }

    /** A name takes all of its locks with it; a word that is locked nowhere is passed over. */
    private boolean delete(String word, StringBuilder out) {
        PackageDatabase packages = node.packages();
        Optional<DnfSpec> spec = DnfSpec.of(packages, word);
        List<String> locked = spec.map(this::locked).orElse(List.of());
        if (locked.isEmpty()) {
            return false;
        }
        String name = spec.orElseThrow().name();
        List<String> kept = packages.holds().getOrDefault(name, Set.of()).stream()
                .filter(v -> !locked.contains(v))
                .toList();
        packages.hold(name, false);
        kept.forEach(v -> packages.hold(name, v));
        locked.forEach(v -> out.append("Deleting versionlock for: " + entry(spec, v) + "\n"));
        return true;
    }

    private List<String> locked(DnfSpec spec) {
        return node.packages().holds().getOrDefault(spec.name(), Set.of()).stream()
                .filter(spec::names)
                .toList();
    }

    private static String entry(Optional<DnfSpec> spec, String version) {
        return entry(spec.orElseThrow().name(), version);
    }

    private static String entry(String name, String version) {
        return name + "-" + DnfSpec.full(version) + ".*";
    }

    private List<String> entries() {
        return entries(node);
    }

    private static List<String> entries(SimulatedNode node) {
        List<String> entries = new ArrayList<>();
        node.packages().holds().forEach((name, versions) -> versions.forEach(v -> entries.add(entry(name, v))));
        return entries;
    }

    /** Returns the text of {@code versionlock.list}. */
    public static String file(SimulatedNode node) {
        StringBuilder text = new StringBuilder();
        entries(node)
                .forEach(entry -> text.append("\n# Added lock on Fri Nov 20 06:00:00 2026\n")
                        .append(entry)
                        .append('\n'));
        return text.toString();
    }
}
