package dev.slipway.simulator.node;

/** Holds a row of the package database. {@code status} is dpkg's word; for rpm it is always installed. */
public record PackageEntry(String name, String version, String status, boolean held) {
    public static final String INSTALLED = "installed";
    public static final String UNPACKED = "unpacked";
    public static final String HALF_CONFIGURED = "half-configured";

    public boolean configured() {
        return status.equals(INSTALLED);
    }

    PackageEntry held(boolean hold) {
        return new PackageEntry(name, version, status, hold);
    }
}
