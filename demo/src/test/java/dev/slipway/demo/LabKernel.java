package dev.slipway.demo;

/** One of the kernels that the lab's nodes and machine have, and the version of its package. */
record LabKernel(String release, String version) {

    /** The example baseline, held to this kernel. */
    String pinnedIn(String baseline) {
        return baseline.replace("6.8.0-60.63", version)
                .replaceAll("(?m)^  - linux-image-.*\n", "")
                .replace("6.8.0-60-generic", release);
    }

    /** The command by which a node tells the version of that kernel's package. */
    static String versionOf(String release) {
        return "dpkg-query -W -f '${Version}' linux-image-" + release;
    }
}
