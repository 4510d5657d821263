package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.PackageDatabase;
import dev.slipway.simulator.node.PackageDatabase.Lock;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays one removal by apt: what was named, and what cannot exist without it. */
record AptRemoval(SimulatedNode node, AptOptions options) {
    private static final long APT_PID = 20818;
    private static final Pattern PART =
            Pattern.compile("(?:lib)?nvidia-(?:dkms|utils|compute-utils|compute)-([0-9]+)-server");

    Answer run() {
        PackageDatabase packages = node.packages();
        TreeSet<String> going = new TreeSet<>();
        StringBuilder out = new StringBuilder("Reading package lists...\nBuilding dependency tree...\n");
        for (String name : options.targets()) {
            if (packages.find(name).isPresent()) {
                going.add(name);
                dependent(packages, name).ifPresent(going::add);
            } else if (packages.knows(name)) {
                out.append("Package '" + name + "' is not installed, so not removed\n");
            } else {
                return Answer.of(out.toString(), "E: Unable to locate package " + name + "\n", AptGet.ERROR);
            }
        }
        String star = options.command().equals("purge") ? "*" : "";
        if (!going.isEmpty()) {
            out.append("The following packages will be REMOVED:\n")
                    .append(AptGet.listed(
                            going.stream().map(name -> name + star).toList()));
        }
        out.append("0 upgraded, 0 newly installed, " + going.size() + " to remove and 0 not upgraded.\n");
        boolean held = going.stream().anyMatch(name -> packages.held().contains(name));
        if (held && !options.mayChangeHeld()) {
            return Answer.of(
                    out.toString(),
                    "E: Held packages were changed and -y was used without --allow-change-held-packages.\n",
                    AptGet.ERROR);
        }
        if (options.simulate()) {
            String verb = star.isEmpty() ? "Remv" : "Purg";
            going.forEach(name -> out.append(verb + " " + name + " [" + packages.version(name) + "]\n"));
            return Answer.of(out.toString());
        }
        return options.yes() || going.isEmpty()
                ? remove(out, List.copyOf(going))
                : Answer.of(out + "Do you want to continue? [Y/n] Abort.\n", "", 1);
    }

    /** The package of the whole driver needs each of its parts. */
    private static Optional<String> dependent(PackageDatabase packages, String name) {
        Matcher part = PART.matcher(name);
        return part.matches()
                ? packages.find("nvidia-driver-" + part.group(1) + "-server").map(e -> e.name())
                : Optional.empty();
    }

    private Answer remove(StringBuilder out, List<String> going) {
        if (going.isEmpty()) {
            return Answer.of(out.toString());
        }
        PackageDatabase packages = node.packages();
        packages.lockedBy(new Lock(APT_PID, "apt-get", Instant.MAX));
        try {
            node.note(NodeEvent.Kind.TRANSACTION, options.command() + " " + String.join(" ", going));
            for (String name : going) {
                node.clock().spend(Duration.ofSeconds(3));
                out.append(String.format(Locale.ROOT, "Removing %s (%s) ...\n", name, packages.version(name)));
                packages.remove(name);
                node.driver().filesGone(name);
            }
        } finally {
            packages.unlock();
        }
        return Answer.of(out.toString());
    }
}
