package dev.slipway.simulator.node;

import java.util.Map;
import java.util.TreeMap;

/** One whole set of versions as an image builder would install it. Versions are upstream's, as tools print them. */
public record SoftwareSet(String imageVersion, String driver, Extras extras, String kernel) {

    /** The packages beside the driver, each with its full package version. */
    public record Extras(String dcgm, String nccl, String toolkit, String cuda) {}

    /** The set that nodes ran before the present baseline. */
    public static SoftwareSet previous() {
        return new SoftwareSet(
                "2026.03.1",
                "570.124.06",
                new Extras("1:4.2.3-1", "2.26.2-1+cuda12.8", "1.17.7-1", "12.8.93"),
                "6.8.0-60-generic");
    }

    /** The set that the present baseline pins. */
    public static SoftwareSet pinned() {
        return new SoftwareSet(
                "2026.05.2",
                "570.133.20",
                new Extras("1:4.4.1-1", "2.27.3-1+cuda12.9", "1.17.8-1", "12.8.93"),
                "6.8.0-60-generic");
    }

    /** The pinned set with a driver that came later: what a node becomes when nobody holds it back. */
    public static SoftwareSet newer() {
        SoftwareSet pinned = pinned();
        return new SoftwareSet(pinned.imageVersion, "570.158.01", pinned.extras, pinned.kernel);
    }

    /** The packages of this set that are kept on hold, by name. */
    public Map<String, String> packages() {
        Map<String, String> packages = new TreeMap<>();
        for (String name : DriverPackages.VERSIONED) {
            packages.put(name, driver + DriverPackages.SUFFIX);
        }
        packages.put(DriverPackages.FABRIC_MANAGER, driver + "-1");
        packages.put(DriverPackages.DCGM, extras.dcgm());
        packages.put(DriverPackages.NCCL, extras.nccl());
        packages.put(DriverPackages.TOOLKIT, extras.toolkit());
        packages.put("linux-image-" + kernel, "6.8.0-60.63");
        return packages;
    }

    /** The manifest that the image builder leaves in {@code /etc/cluster-image.json}. */
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
