package dev.slipway.simulator.tools.dnf;

import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.PackageDatabase;
import dev.slipway.simulator.node.PackageDatabase.Lock;
import dev.slipway.simulator.node.PackageEntry;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.tools.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Plays one transaction of dnf as rpm runs it: every new version is installed, then every old one is removed. An
 * interruption between the two leaves both.
 */
final class DnfTransaction {
    private static final long DNF_PID = 20817;

    private final SimulatedNode node;
    private final PackageDatabase packages;
    private final List<DnfChange> changes;
    private final StringBuilder out;
    private final StringBuilder err = new StringBuilder();
    private final int steps;
    private int step;

    DnfTransaction(SimulatedNode node, List<DnfChange> changes, String before) {
        this.node = node;
        this.packages = node.packages();
        this.changes = changes;
        this.out = new StringBuilder(before);
        this.steps = changes.size()
                + (int) changes.stream().filter(DnfChange::replaces).count();
    }

    Answer run() {
        out.append("Downloading Packages:\n");
        Optional<String> refused = refused();
        if (refused.isPresent()) {
            return Answer.of(out.toString(), refused.get(), 1);
        }
        packages.lockedBy(new Lock(DNF_PID, "dnf", Instant.MAX));
        try {
            node.clock().spend(Duration.ofSeconds(20));
            node.note(
                    NodeEvent.Kind.TRANSACTION,
                    changes.stream().map(c -> c.name() + "=" + c.to()).collect(Collectors.joining(" ")));
            out.append("Running transaction check\nTransaction check succeeded.\nRunning transaction test\n"
                    + "Transaction test succeeded.\nRunning transaction\n");
            out.append(line("Preparing", "", "1/1"));
            changes.forEach(this::install);
            changes.stream().filter(DnfChange::replaces).forEach(this::clean);
        } finally {
            packages.unlock();
        }
        return answer();
    }

    /** Returns why nothing is changed at all. */
    private Optional<String> refused() {
        String first =
                DnfSpec.nevra(changes.getFirst().name(), changes.getFirst().to());
        if (packages.unknownKey()) {
            return Optional.of("Public key for " + first + ".rpm is not installed. Failing package is: " + first
                    + "\n GPG Keys are configured as: file:///etc/pki/rpm-gpg/RPM-GPG-KEY-cuda\n"
                    + "Error: GPG check FAILED\n");
        }
        return packages.fullDisk()
                .map(path -> path.equals("/")
                        ? "Error: Transaction test error:\n  installing package " + first
                                + " needs 312MB more space on the / filesystem\n\nError Summary\n-------------\n"
                                + "Disk Requirements:\n   At least 312MB more space needed on the / filesystem.\n\n"
                        : "Error: Error downloading packages:\n  Curl error (23): Failed writing received data to "
                                + "disk/application for https://mirror.example/rhel9/x86_64/" + first
                                + ".rpm [Failure writing output to destination]\n");
    }

    private void install(DnfChange change) {
        if (change.kind() == DnfChange.Kind.REMOVE) {
            remove(change);
            return;
        }
        boolean driver = change.name().equals(names().module());
        packages.set(change.name(), change.to(), PackageEntry.INSTALLED);
        node.driver().filesWritten(change.name(), change.to());
        if (!change.from().isEmpty() && change.kind() != DnfChange.Kind.REINSTALL) {
            packages.leaveBeside(change.name(), change.from());
        }
        node.clock().spend(Duration.ofSeconds(driver ? 110 : 4));
        out.append(line(change.kind().doing, DnfSpec.nevra(change.name(), change.to()), ++step + "/" + steps));
        if (packages.failsToConfigure(change.name())) {
            // rpm counts the package as installed all the same, and dnf ends well: only what it should have done is
            // not.
            packages.set(change.name(), change.to(), PackageEntry.HALF_CONFIGURED);
            err.append("warning: %post(").append(DnfSpec.nevra(change.name(), change.to()));
            err.append(") scriptlet failed, exit status 2\nError in POSTIN scriptlet in rpm package ");
            err.append(change.name()).append('\n');
        }
        if (change.name().equals(names().fabricManager())) {
            node.services().start(Services.FABRIC_MANAGER);
        }
        if (packages.family().keepsMany(change.name())) {
            node.power().nextKernel(change.to() + DnfSpec.ARCH);
        }
    }

    private void remove(DnfChange change) {
        packages.remove(change.name());
        node.driver().filesGone(change.name());
        node.clock().spend(Duration.ofSeconds(3));
        out.append(line("Erasing", DnfSpec.nevra(change.name(), change.to()), ++step + "/" + steps));
    }

    private void clean(DnfChange change) {
        node.clock().spend(Duration.ofSeconds(2));
        packages.clean(change.name(), change.from());
        out.append(line("Cleanup", DnfSpec.nevra(change.name(), change.from()), ++step + "/" + steps));
    }

    private DriverPackages names() {
        return packages.family().names();
    }

    private Answer answer() {
        int at = 0;
        for (DnfChange change : changes) {
            out.append(line("Verifying", DnfSpec.nevra(change.name(), change.to()), ++at + "/" + steps));
            if (change.replaces()) {
                out.append(line("Verifying", DnfSpec.nevra(change.name(), change.from()), ++at + "/" + steps));
            }
        }
        for (DnfChange.Kind kind : DnfChange.Kind.values()) {
            String some = changes.stream()
                    .filter(c -> c.kind() == kind)
                    .map(c -> String.format(Locale.ROOT, "  %-78s\n", DnfSpec.nevra(c.name(), c.to())))
                    .collect(Collectors.joining());
            out.append(some.isEmpty() ? "" : "\n" + kind.done + ":\n" + some);
        }
        return Answer.of(out.append("\nComplete!\n").toString(), err.toString(), 0);
    }

    private static String line(String action, String what, String count) {
        int width = 80 - 21 - 1 - count.length();
        return String.format(Locale.ROOT, "  %-17s: %-" + width + "s%s \n", action, what, count);
    }
}
