package dev.slipway.facts;

import dev.slipway.model.Reading;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The nvidia kernel module: the one that is loaded ({@code /proc}) or the one on disk ({@code modinfo}). {@code flavour} is
 * empty where the module does not say it.
 */
record ModuleInfo(String version, String flavour, String path) {
    private static final Pattern LOADED = Pattern.compile("NVRM version: (NVIDIA [^\\n]*)");
    private static final Pattern RELEASE = Pattern.compile("(?:^|\\s)([0-9]{2,4}(?:\\.[0-9]+){1,3})(?:\\s|$)");
    private static final Pattern FILE = Pattern.compile("(?m)^filename:\\s+(\\S+)");
    private static final Pattern ON_DISK = Pattern.compile("(?m)^version:\\s+([0-9]{2,4}(?:\\.[0-9]+){1,3})\\s*$");
    private static final Pattern LICENSE = Pattern.compile("(?m)^license:\\s+(.+?)\\s*$");

    /** The loaded module, from {@code /proc/driver/nvidia/version}. */
    static Reading<ModuleInfo> loaded(String text) {
        Optional<String> line = Text.first(LOADED, text);
        Optional<String> version = line.flatMap(l -> Text.first(RELEASE, l));
        if (version.isEmpty()) {
            return Reading.unknown("no driver version in: " + Text.shorten(text, 120));
        }
        String flavour = line.orElse("").contains("Open Kernel Module") ? "open" : "proprietary";
        return Reading.of(new ModuleInfo(version.get(), flavour, ""));
    }

    /** The module that the next load would take, from {@code modinfo nvidia}. */
    static Reading<ModuleInfo> onDisk(String text) {
        Optional<String> version = Text.first(ON_DISK, text);
        Optional<String> file = Text.first(FILE, text);
        Optional<String> license = Text.first(LICENSE, text);
        if (version.isEmpty() || file.isEmpty()) {
            return Reading.unknown("not a description of the module: " + Text.shorten(text, 120));
        }
        String flavour =
                license.map(l -> l.equals("NVIDIA") ? "proprietary" : "open").orElse("");
        return Reading.of(new ModuleInfo(version.get(), flavour, file.get()));
    }

    /** How the module on disk came there; {@code dkms} are the builds that DKMS knows of. */
    Reading<String> delivery(List<Dkms> dkms) {
        boolean built =
                dkms.stream().anyMatch(d -> d.module().startsWith("nvidia") && path.contains("/" + d.kernel() + "/"));
        if (path.contains("/updates/dkms/") || (built && path.contains("/extra/"))) {
            return Reading.of("dkms");
        } else if (path.contains("/kernel/nvidia-") || path.contains("/extra/") || path.contains("/weak-updates/")) {
            return Reading.of("precompiled");
        }
        return path.contains("/kernel/drivers/video/")
                ? Reading.of("runfile")
                : Reading.unknown("modinfo: module in an unusual place: " + Text.shorten(path, 120));
    }
}
