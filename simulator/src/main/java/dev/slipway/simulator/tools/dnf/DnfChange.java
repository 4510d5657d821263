package dev.slipway.simulator.tools.dnf;

import dev.slipway.simulator.node.PackageDatabase;

/** Describes one change of a transaction of dnf; {@code from} is empty for a package that was not installed. */
record DnfChange(String name, String from, String to, Kind kind) {

    /** Lists the words of dnf for a kind of change: planned or under way, done, and counted. */
    enum Kind {
        INSTALL("Installing", "Installed", "Install"),
        UPGRADE("Upgrading", "Upgraded", "Upgrade"),
        REINSTALL("Reinstalling", "Reinstalled", ""),
        DOWNGRADE("Downgrading", "Downgraded", "Downgrade"),
        REMOVE("Removing", "Removed", "Remove");

        final String doing;
        final String done;
        final String counted;

        Kind(String doing, String done, String counted) {
            this.doing = doing;
            this.done = done;
            this.counted = counted;
        }
    }

    /** Returns the change that brings a package to that version. */
    static DnfChange of(PackageDatabase packages, String name, String to) {
        String from = packages.version(name);
        if (from.isEmpty() || packages.family().keepsMany(name)) {
            return new DnfChange(name, from, to, Kind.INSTALL);
        }
        return new DnfChange(name, from, to, packages.older(to, from) ? Kind.DOWNGRADE : Kind.UPGRADE);
    }

    /** Returns whether another version goes when this one is in place. */
    boolean replaces() {
        return kind == Kind.UPGRADE || kind == Kind.DOWNGRADE;
    }
}
