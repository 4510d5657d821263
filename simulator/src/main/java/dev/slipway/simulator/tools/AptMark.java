package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.PackageEntry;
import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;
import java.util.Optional;

/** Plays apt-mark and apt-cache. */
final class AptMark {
    private AptMark() {}

    static Answer mark(SimulatedNode node, List<String> words) {
        List<String> plain = words.stream().filter(w -> !w.startsWith("-")).toList();
        String command = plain.isEmpty() ? "" : plain.getFirst();
        List<String> names = plain.isEmpty() ? List.of() : plain.subList(1, plain.size());
        return switch (command) {
            case "showhold" ->
                Answer.of(lines(node.packages().held().stream()
                        .filter(h -> names.isEmpty() || names.contains(h))
                        .toList()));
            case "hold" -> set(node, names, true);
            case "unhold" -> set(node, names, false);
            default -> Answer.failed(AptGet.ERROR, "E: No packages found\n");
        };
    }

    private static Answer set(SimulatedNode node, List<String> names, boolean hold) {
        if (node.packages().lock(node.clock().now()).isPresent()) {
            return Answer.failed(
                    AptGet.ERROR,
                    "dpkg: error: dpkg frontend lock was locked by another process with pid "
                            + node.packages()
                                    .lock(node.clock().now())
                                    .orElseThrow()
                                    .pid()
                            + "\nE: Sub-process dpkg --set-selections returned an error code (2)\n"
                            + "E: Executing dpkg failed. Are you root?\n");
        }
        Optional<String> unknown =
                names.stream().filter(n -> node.packages().find(n).isEmpty()).findFirst();
        if (unknown.isPresent()) {
            return Answer.failed(
                    AptGet.ERROR, "E: Unable to locate package " + unknown.get() + "\nE: No packages found\n");
        }
        StringBuilder out = new StringBuilder();
        boolean changed = false;
        for (String name : names) {
            boolean was = node.packages().find(name).filter(PackageEntry::held).isPresent();
            node.packages().hold(name, hold);
            changed |= was != hold;
            if (hold) {
                out.append(name).append(was ? " was already set on hold.\n" : " set on hold.\n");
            } else {
                out.append(was ? "Canceled hold on " + name + ".\n" : name + " was already not on hold.\n");
            }
        }
        if (changed) {
            node.note(NodeEvent.Kind.HOLDS, (hold ? "hold " : "unhold ") + String.join(" ", names));
        }
        return Answer.of(out.toString());
    }

    /** Plays {@code apt-cache policy|madison NAME…}. */
    static Answer cache(SimulatedNode node, List<String> words) {
        if (words.size() < 2) {
            return Answer.failed(AptGet.ERROR, "E: Invalid operation\n");
        }
        StringBuilder out = new StringBuilder();
        for (String name : words.subList(1, words.size())) {
            if (words.getFirst().equals("madison")) {
                node.packages()
                        .offers(name)
                        .reversed()
                        .forEach(v -> out.append(" " + name + " | " + v
                                + " | http://mirror.example/ubuntu noble/main amd64 Packages\n"));
            } else {
                out.append(policy(node, name));
            }
        }
        return Answer.of(out.toString());
    }

    private static String policy(SimulatedNode node, String name) {
        String installed = node.packages().version(name);
        List<String> offers = node.packages().offers(name);
        if (installed.isEmpty() && offers.isEmpty()) {
            return "";
        }
        String candidate = offers.isEmpty() ? installed : offers.getLast();
        StringBuilder text = new StringBuilder(name + ":\n  Installed: "
                + (installed.isEmpty() ? "(none)" : installed) + "\n  Candidate: " + candidate
                + "\n  Version table:\n");
        for (String version : offers.reversed()) {
            boolean here = version.equals(installed);
            text.append(here ? " *** " : "     ").append(version).append(" 500\n");
            text.append("        500 http://mirror.example/ubuntu noble/main amd64 Packages\n");
            text.append(here ? "        100 /var/lib/dpkg/status\n" : "");
        }
        if (!installed.isEmpty() && !offers.contains(installed)) {
            text.append(" *** ").append(installed).append(" 100\n        100 /var/lib/dpkg/status\n");
        }
        return text.toString();
    }

    private static String lines(List<String> names) {
        return names.isEmpty() ? "" : String.join("\n", names) + "\n";
    }
}
