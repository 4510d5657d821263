package dev.slipway.facts.packages;

/** Relates the release of a kernel of an RPM system, as {@code uname -r} prints it, to the version of its packages. */
public final class RpmKernel {
    private RpmKernel() {}

    /** Returns the release without its architecture; empty for text without a dot. */
    public static String version(String release) {
        return release.substring(0, Math.max(0, release.lastIndexOf('.')));
    }

    /** Returns whether it is of a flavour, such as {@code …aarch64+64k}, which has packages of other names. */
    static boolean ofFlavour(String release) {
        return release.contains("+");
    }
}
