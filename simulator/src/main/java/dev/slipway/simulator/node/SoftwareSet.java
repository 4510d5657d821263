package dev.slipway.simulator.node;

import java.util.Map;
import java.util.TreeMap;

/**
 * Holds one complete set of versions as an image builder would install it. Versions are upstream's, as tools print
 * them.
 */
public record SoftwareSet(Family family, String imageVersion, String driver, Extras extras, String kernel) {

    /** Holds the packages beside the driver, each with its full package version. */
    public record Extras(String dcgm, String nccl, String toolkit, String cuda) {}

    /** Returns the set that nodes ran before the present baseline. */
    public static SoftwareSet previous() {
        return new SoftwareSet(
                Family.UBUNTU,
                "2026.03.1",
                "570.124.06",
                new Extras("1:4.2.3-1", "2.26.2-1+cuda12.8", "1.17.7-1", "12.8.93"),
                Family.UBUNTU.kernel());
    }

    /** Returns the set that the present baseline pins. */
    public static SoftwareSet pinned() {
        return new SoftwareSet(
                Family.UBUNTU,
                "2026.05.2",
                "570.133.20",
                new Extras("1:4.4.1-1", "2.27.3-1+cuda12.9", "1.17.8-1", "12.8.93"),
                Family.UBUNTU.kernel());
    }

    /** Returns the pinned set with a later driver: what a node becomes without holds. */
    public static SoftwareSet newer() {
        SoftwareSet pinned = pinned();
        return new SoftwareSet(pinned.family, pinned.imageVersion, "570.158.01", pinned.extras, pinned.kernel);
    }

    /** Returns the same upstream versions as another family has them, on that family's kernel. */
    public SoftwareSet on(Family other) {
        return new SoftwareSet(other, imageVersion, driver, extras, other.kernel());
    }

    /** Returns the packages of this set that are on hold, by name. */
    public Map<String, String> packages() {
        Map<String, String> packages = new TreeMap<>(family.packages(this));
        packages.put(family.names().fabricManager(), driver + "-1");
        packages.put(DriverPackages.DCGM, extras.dcgm());
        packages.put(family.names().nccl(), extras.nccl());
        packages.put(DriverPackages.TOOLKIT, extras.toolkit());
        return packages;
    }

    /** Returns the manifest that the image builder leaves in {@code /etc/cluster-image.json}. */
    public String manifest() {
        return """
                {
                  "image_version": "%s",
                  "built": "%s-15T04:12:09Z",
                  "kernel": "%s",
                  "driver_branch": "570",
                  "cuda_branch": "12.8"
                }
                """.formatted(imageVersion, imageVersion.substring(0, 7).replace('.', '-'), kernel);
    }
}
