package dev.slipway.model.facts;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The branch of NVIDIA's driver is the first number of its version: {@code 570} of {@code 570.133.20}. */
public final class DriverBranch {
    /** The packages of Ubuntu, Debian, RHEL and of NVIDIA's own repositories that carry the branch in their names. */
    private static final Pattern PACKAGE =
            Pattern.compile("(?:(?:lib|linux-[a-z]+-|xserver-xorg-video-|kmod-)?nvidia-(?:[a-z]+-)*"
                    + "|cuda-drivers-(?:[a-z]+-)*)([0-9]{3})(?:[-.].*)?");

    private DriverBranch() {}

    /** Returns the branch to which a package of this name belongs; empty if the name has none. */
    public static Optional<String> ofPackage(String name) {
        Matcher found = PACKAGE.matcher(name);
        return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
    }

    /** Returns the branch of a version; if GPUs differ, as in {@code 570.1 | 580.2}, the branch of each. */
    public static String ofVersion(String version) {
        return version.replaceAll("\\.[0-9.]+", "");
    }
}
