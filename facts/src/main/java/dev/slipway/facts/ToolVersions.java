package dev.slipway.facts;

import dev.slipway.model.Reading;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Versions that tools print of themselves, each as its upstream version. */
final class ToolVersions {
    private static final Pattern DCGM =
            Pattern.compile("(?im)^(?:dcgmi\\s+)?version\\s*: ?v?([0-9]+(?:\\.[0-9]+){1,3})\\s*$");
    private static final Pattern TOOLKIT = Pattern.compile(
            "(?im)^(?:NVIDIA Container (?:Toolkit CLI|Runtime) version|cli-version:) v?([0-9]+\\.[0-9]+\\.[0-9]+(?:-rc\\.?[0-9]+)?)\\b");
    private static final Pattern NVCC = Pattern.compile("(?m)\\brelease ([0-9]+\\.[0-9]+), V[0-9.]+\\s*$");
    private static final Pattern LIBRARY = Pattern.compile("libnvidia-ml\\.so\\.([0-9]+(?:\\.[0-9]+){1,3})$");
    private static final Pattern OS_ID = Pattern.compile("(?m)^ID=\"?([a-z0-9._-]+)\"?\\s*$");
    private static final Pattern OS_VERSION = Pattern.compile("(?m)^VERSION_ID=\"?([0-9A-Za-z._-]+)\"?\\s*$");

    private ToolVersions() {}

    /** {@code nv-hostengine --version} or {@code dcgmi --version}. */
    static Reading<String> dcgm(String text) {
        return found(DCGM, text);
    }

    /** {@code nvidia-ctk --version} and its relatives. */
    static Reading<String> toolkit(String text) {
        return found(TOOLKIT, text);
    }

    /** {@code nvcc --version}, as packages name the release: {@code 12-8}. */
    static Reading<String> cuda(String text) {
        return found(NVCC, text).map(v -> v.replace('.', '-'));
    }

    /** {@code ubuntu-24.04} from os-release. */
    static Reading<String> osImage(String text) {
        return Readings.both(found(OS_ID, text), found(OS_VERSION, text), (id, version) -> id + "-" + version);
    }

    /** The version in the file name of the NVML library; two versions side by side are no answer. */
    static Reading<String> library(String text) {
        var versions = Text.lines(text).stream()
                .map(line -> Text.first(LIBRARY, line.strip()).orElse(""))
                .filter(v -> !v.isEmpty())
                .distinct()
                .toList();
        return versions.size() == 1
                ? Reading.of(versions.getFirst())
                : Reading.unknown(
                        versions.isEmpty() ? "no library in: " + Text.shorten(text, 120) : "several: " + versions);
    }

    private static Reading<String> found(Pattern pattern, String text) {
        Function<String, Reading<String>> known = Reading::of;
        return Text.first(pattern, text)
                .map(known)
                .orElseGet(() -> Reading.unknown("no version in: " + Text.shorten(text, 120)));
    }
}
