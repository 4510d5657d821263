package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.CommandKilled;
import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.PackageDatabase;
import dev.slipway.simulator.node.PackageDatabase.Lock;
import dev.slipway.simulator.node.PackageEntry;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plays one transaction of apt: refused as a whole, or unpacked and configured package by package. */
final class AptTransaction {
    private static final long APT_PID = 20817;

    private final SimulatedNode node;
    private final AptOptions options;
    private final PackageDatabase packages;

    AptTransaction(SimulatedNode node, AptOptions options) {
        this.node = node;
        this.options = options;
        this.packages = node.packages();
    }

    Answer run(String before, List<PackageEntry> changes) {
        List<PackageEntry> held = changes.stream().filter(PackageEntry::held).toList();
        List<PackageEntry> down = changes.stream()
                .filter(c ->
                        packages.find(c.name()).isPresent() && packages.older(c.version(), packages.version(c.name())))
                .toList();
        List<PackageEntry> fresh =
                changes.stream().filter(c -> packages.find(c.name()).isEmpty()).toList();
        int up = changes.size() - down.size() - fresh.size();
        String plan = before
                + section("The following held packages will be changed:", held)
                + section("The following NEW packages will be installed:", fresh)
                + section("The following packages will be DOWNGRADED:", down)
                + section(
                        "The following packages will be upgraded:",
                        changes.stream()
                                .filter(c -> !down.contains(c) && !fresh.contains(c))
                                .toList())
                + up + " upgraded, " + fresh.size() + " newly installed, "
                + (down.isEmpty() ? "" : down.size() + " downgraded, ") + "0 to remove and 0 not upgraded.\n";
        if (!held.isEmpty() && !options.mayChangeHeld() && !options.simulate()) {
            return Answer.of(
                    plan,
                    "E: Held packages were changed and -y was used without --allow-change-held-packages.\n",
                    AptGet.ERROR);
        }
        if (!down.isEmpty() && !options.mayDowngrade() && !options.simulate()) {
            return Answer.of(
                    plan, "E: Packages were downgraded and -y was used without --allow-downgrades.\n", AptGet.ERROR);
        }
        if (!changes.isEmpty() && !options.yes() && !options.simulate()) {
            return Answer.of(plan + "Do you want to continue? [Y/n] Abort.\n", "", 1);
        }
        return options.simulate() ? simulated(plan, changes) : act(plan, changes);
    }

    private static String section(String title, List<PackageEntry> entries) {
        return entries.isEmpty()
                ? ""
                : title + "\n"
                        + AptGet.listed(entries.stream().map(PackageEntry::name).toList());
    }

    private Answer simulated(String plan, List<PackageEntry> changes) {
        String lines = changes.stream()
                .map(c -> "Inst " + c.name() + (was(c).isEmpty() ? "" : " [" + was(c) + "]") + " (" + c.version()
                        + " Slipway:24.04/noble [amd64])\n")
                .collect(Collectors.joining());
        String confs = Stream.concat(changes.stream(), leftOver(changes))
                .map(c -> "Conf " + c.name() + " (" + c.version() + " Slipway:24.04/noble [amd64])\n")
                .collect(Collectors.joining());
        return Answer.of(plan + lines + confs);
    }

    /** Returns what an earlier transaction left unconfigured, apart from what this one changes. */
    private Stream<PackageEntry> leftOver(List<PackageEntry> changes) {
        return packages.broken().stream()
                .filter(b -> changes.stream().noneMatch(c -> c.name().equals(b.name())));
    }

    private String was(PackageEntry change) {
        return packages.version(change.name());
    }

    private Answer act(String plan, List<PackageEntry> changes) {
        List<PackageEntry> all = new ArrayList<>(changes);
        leftOver(changes).forEach(all::add);
        if (all.isEmpty()) {
            return Answer.of(plan);
        }
        if (packages.fullDisk().filter("/var/cache/apt"::equals).isPresent()) {
            return Answer.of(
                    plan,
                    "E: Write error - write (28: No space left on device)\nE: IO Error saving source cache\n",
                    AptGet.ERROR);
        }
        packages.lockedBy(new Lock(APT_PID, "apt-get", Instant.MAX));
        try {
            node.clock().spend(Duration.ofSeconds(20));
            return options.downloadOnly()
                    ? Answer.of(plan + "Download complete and in download only mode\n")
                    : unpack(plan, changes, all);
        } catch (CommandKilled e) {
            packages.interrupted(!packages.broken().isEmpty());
            throw e;
        } finally {
            packages.unlock();
        }
    }

    private Answer unpack(String plan, List<PackageEntry> changes, List<PackageEntry> all) {
        if (packages.fullDisk().isPresent()) {
            PackageEntry first = all.getFirst();
            return Answer.of(
                    plan,
                    "dpkg: error processing archive /var/cache/apt/archives/" + first.name() + "_" + first.version()
                            + "_amd64.deb (--unpack):\n cannot copy extracted data for './usr/src/nvidia/nv.c' to "
                            + "'/usr/src/nvidia/nv.c.dpkg-new': failed to write (No space left on device)\n"
                            + "E: Sub-process /usr/bin/dpkg returned an error code (1)\n",
                    AptGet.ERROR);
        }
        node.note(
                NodeEvent.Kind.TRANSACTION,
                all.stream().map(c -> c.name() + "=" + c.version()).collect(Collectors.joining(" ")));
        StringBuilder out = new StringBuilder(plan);
        for (PackageEntry change : changes) {
            String old = was(change);
            out.append("Unpacking ")
                    .append(change.name())
                    .append(" (")
                    .append(change.version())
                    .append(")");
            out.append(old.isEmpty() ? " ...\n" : " over (" + old + ") ...\n");
            packages.set(change.name(), change.version(), PackageEntry.UNPACKED);
            packages.hold(change.name(), false);
            node.driver().filesWritten(change.name(), change.version());
            node.clock().spend(Duration.ofSeconds(4));
        }
        return new Configuration(node).run(out, AptGet.ERROR);
    }

    /** Configures everything that is unpacked or half configured: the second half of apt's work, and all of dpkg's. */
    record Configuration(SimulatedNode node) {

        Answer run(StringBuilder out, int failure) {
            StringBuilder err = new StringBuilder();
            DriverPackages names = node.packages().family().names();
            for (PackageEntry entry : node.packages().broken()) {
                boolean driver = entry.name().equals(names.module());
                node.clock().spend(Duration.ofSeconds(driver ? 110 : 3));
                out.append("Setting up ")
                        .append(entry.name())
                        .append(" (")
                        .append(entry.version())
                        .append(") ...\n");
                boolean fails = node.packages().failsToConfigure(entry.name());
                node.packages()
                        .set(
                                entry.name(),
                                entry.version(),
                                fails ? PackageEntry.HALF_CONFIGURED : PackageEntry.INSTALLED);
                if (fails) {
                    err.append("dpkg: error processing package ").append(entry.name());
                    err.append(" (--configure):\n installed ").append(entry.name());
                    err.append(" package post-installation script subprocess returned error exit status 2\n");
                } else if (entry.name().equals(names.fabricManager())) {
                    node.services().start(Services.FABRIC_MANAGER);
                } else if (driver) {
                    node.driver().initramfsRenewed();
                }
            }
            node.packages().interrupted(false);
            if (err.isEmpty()) {
                return Answer.of(out.toString());
            }
            err.append("Errors were encountered while processing:\n");
            node.packages()
                    .broken()
                    .forEach(b -> err.append(' ').append(b.name()).append('\n'));
            if (failure == AptGet.ERROR) {
                err.append("E: Sub-process /usr/bin/dpkg returned an error code (1)\n");
            }
            return Answer.of(out.toString(), err.toString(), failure);
        }
    }
}
