package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the sections about kernels: what is built and can be built for each, and what the boot loader starts next. */
final class KernelReader {
    private static final Pattern RELEASE = Pattern.compile("[0-9][A-Za-z0-9._+~-]{2,80}");
    private static final Pattern LOG_OF = Pattern.compile("make\\.log for \\S+ for kernel (\\S+)");
    private static final Pattern ENTRY = Pattern.compile("entry (\\S+) (\\S+)");
    private static final List<String> MOUNTS = List.of("/boot", "/", "/var", "/lib");
    /** Allows for saved outputs from before {@code /lib} was read, which have one line less. */
    private static final int FEWEST = 3;

    private static final Pattern FREE = Pattern.compile("\\S.*\\s(\\d+)\\s+\\d+%\\s+(/\\S*)");

    private final Answers answers;

    KernelReader(Answers answers) {
        this.answers = answers;
    }

    KernelState state(Reading<List<NodeDetails.ModuleBuild>> builds) {
        return new KernelState(
                builds,
                answers.read("kernel-headers", KernelReader::releases),
                answers.read("build-log", KernelReader::buildLog),
                answers.read("kernels", KernelReader::installed),
                answers.read("boot-loader", KernelReader::bootLoader),
                answers.read("nouveau", KernelReader::nouveau),
                answers.read("free", KernelReader::free),
                answers.read("kernel-tools", KernelReader::tools),
                answers.parsed("bus-last", PciDevices::parse)
                        .map(found -> PciDevices.gpus(found).size()),
                answers.read("offered-modules", OfferedModules::parse));
    }

    static Reading<List<String>> releases(String text) {
        List<String> releases = Text.lines(text);
        return releases.stream()
                .filter(line -> !RELEASE.matcher(line).matches())
                .findFirst()
                .map(line -> Reading.<List<String>>unknown("not a kernel: " + Text.shorten(line, 80)))
                .orElseGet(() -> Reading.of(releases));
    }

    /** Returns an empty log for no text: DKMS has no log of a build. */
    static Reading<KernelState.BuildLog> buildLog(String text) {
        List<String> lines = Text.lines(text);
        if (lines.isEmpty()) {
            return Reading.of(new KernelState.BuildLog("", ""));
        }
        return Text.first(LOG_OF, lines.getFirst())
                .map(kernel -> Reading.of(
                        new KernelState.BuildLog(kernel, lines.size() > 1 ? Text.shorten(lines.get(1), 200) : "")))
                .orElseGet(() -> Reading.unknown("not the head of a build log: " + Text.shorten(lines.getFirst(), 80)));
    }

    static Reading<List<KernelState.Installed>> installed(String text) {
        Set<String> files = new HashSet<>(Text.lines(text));
        List<KernelState.Installed> kernels = new ArrayList<>();
        for (String file : Text.lines(text)) {
            String release = file.startsWith("vmlinuz-") ? file.substring("vmlinuz-".length()) : "";
            if (RELEASE.matcher(release).matches() && !release.startsWith("0-rescue")) {
                kernels.add(new KernelState.Installed(
                        release,
                        files.contains("initrd.img-" + release) || files.contains("initramfs-" + release + ".img")));
            }
        }
        return Reading.of(List.copyOf(kernels));
    }

    static Reading<KernelState.BootLoader> bootLoader(String text) {
        Map<String, String> said = new LinkedHashMap<>();
        Map<String, String> entries = new LinkedHashMap<>();
        for (String line : Text.lines(text)) {
            Matcher entry = ENTRY.matcher(line);
            int equals = line.indexOf('=');
            if (entry.matches()) {
                entries.putIfAbsent(entry.group(1), entry.group(2));
            } else if (line.startsWith("setting ") || line.startsWith("default ")) {
                said.put(line.substring(0, 7), line.substring(8).strip());
            } else if (line.startsWith("saved_entry=") || line.startsWith("next_entry=")) {
                said.put(line.substring(0, equals), line.substring(equals + 1).strip());
            } else if (!line.isBlank()) {
                return Reading.unknown("not a line of the boot loader: " + Text.shorten(line, 80));
            }
        }
        if (entries.isEmpty()) {
            return Reading.unknown("the boot loader has no entry of a kernel");
        }
        return loader(said, entries);
    }

    private static Reading<KernelState.BootLoader> loader(Map<String, String> said, Map<String, String> entries) {
        String setting = said.getOrDefault("setting", "");
        String saved = said.getOrDefault("saved_entry", "");
        String chosen = setting.equals("saved") ? saved : setting;
        Optional<String> kernel = Optional.ofNullable(said.get("default")).or(() -> kernelOf(chosen, entries));
        if (kernel.isEmpty()) {
            return Reading.unknown("no entry of the boot loader is called " + Text.shorten(chosen, 80));
        }
        String once = said.getOrDefault("next_entry", "");
        Map<String, String> names = new LinkedHashMap<>();
        entries.forEach((name, release) -> {
            // The entry of a submenu is of one kernel; the first of the menu is of whichever is newest.
            if (name.contains(">") || !names.containsKey(release)) {
                names.put(release, name);
            }
        });
        return Reading.of(new KernelState.BootLoader(
                kernel.get(),
                once.isEmpty() ? "" : kernelOf(once, entries).orElse("entry " + once),
                setting,
                saved,
                Map.copyOf(names)));
    }

    /** Returns the kernel of an entry by its name, with or without that of its submenu; nothing and 0 are the first. */
    private static Optional<String> kernelOf(String chosen, Map<String, String> entries) {
        if (entries.containsKey(chosen)) {
            return Optional.ofNullable(entries.get(chosen));
        }
        if (chosen.isEmpty() || chosen.equals("0")) {
            return entries.values().stream().findFirst();
        }
        return entries.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(">" + chosen))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    static Reading<KernelState.Nouveau> nouveau(String text) {
        List<String> lines = Text.lines(text);
        boolean understood = lines.size() == 2
                && lines.get(0).matches("loaded (yes|no)")
                && lines.get(1).matches("denied (yes|no)");
        return understood
                ? Reading.of(new KernelState.Nouveau(
                        lines.get(0).endsWith("yes"), lines.get(1).endsWith("yes")))
                : Reading.unknown("neither loaded nor denied: " + Text.shorten(text, 80));
    }

    /** Returns the free space; {@code df -Pk} prints one line per argument, in their order. */
    static Reading<Map<String, Long>> free(String text) {
        List<String> lines = Text.lines(text);
        Map<String, Long> free = new LinkedHashMap<>();
        for (int i = 1; i < lines.size() && i <= MOUNTS.size(); i++) {
            Matcher row = FREE.matcher(lines.get(i).strip());
            if (row.matches() && row.group(1).length() < 16) {
                free.put(MOUNTS.get(i - 1), Long.parseLong(row.group(1)) * 1024);
            }
        }
        return free.size() >= FEWEST && free.size() == Math.min(lines.size() - 1, MOUNTS.size())
                ? Reading.of(free)
                : Reading.unknown("not the lines of df: " + Text.shorten(text, 80));
    }

    static Reading<KernelState.Tools> tools(String text) {
        List<String> lines = Text.lines(text);
        if (lines.isEmpty() || !lines.getLast().matches("journal (kept|lost at boot)")) {
            return Reading.unknown("not a list of tools: " + Text.shorten(text, 80));
        }
        List<String> present = lines.stream()
                .filter(line -> line.startsWith("have "))
                .map(line -> line.substring("have ".length()))
                .toList();
        return present.size() == lines.size() - 1
                ? Reading.of(new KernelState.Tools(present, lines.getLast().endsWith("kept")))
                : Reading.unknown("not a list of tools: " + Text.shorten(text, 80));
    }
}
