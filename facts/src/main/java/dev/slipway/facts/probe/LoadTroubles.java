package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.DriverFailure;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.LoadState.Trouble.Kind;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds why the driver does not run, from this boot's lines of the kernel log. Messages from before the last load of
 * the driver belong to an earlier attempt, and do not count.
 */
final class LoadTroubles {
    private static final int MOST = 40;
    private static final int SHOWN = 240;
    private static final Pattern SOURCE =
            Pattern.compile("\\A# (source=(journal|dmesg)|not looked: nvidia-smi answers)(\\n|\\z)");
    private static final Pattern LOADING = Pattern.compile("NVRM: loading NVIDIA UNIX");
    private static final Map<DriverFailure, Kind> BLAMES = new EnumMap<>(Map.ofEntries(
            Map.entry(DriverFailure.WRONG_KERNEL, Kind.OTHER_KERNEL),
            Map.entry(DriverFailure.UNKNOWN_SYMBOL, Kind.UNKNOWN_SYMBOL),
            Map.entry(DriverFailure.KEY_REJECTED, Kind.KEY_REJECTED),
            Map.entry(DriverFailure.NO_FIRMWARE, Kind.GSP_FIRMWARE),
            Map.entry(DriverFailure.GSP_INIT, Kind.GSP_FIRMWARE),
            Map.entry(DriverFailure.RM_INIT, Kind.ADAPTER),
            Map.entry(DriverFailure.VERSION_MISMATCH, Kind.VERSION_MISMATCH),
            Map.entry(DriverFailure.PROBE_NOT_CALLED, Kind.OTHER_DRIVER),
            Map.entry(DriverFailure.UNSUPPORTED, Kind.UNSUPPORTED),
            Map.entry(DriverFailure.LEGACY, Kind.UNSUPPORTED)));

    private LoadTroubles() {}

    static Reading<List<Trouble>> parse(String text) {
        if (!SOURCE.matcher(text).find()) {
            return Reading.unknown("not a log of the kernel: " + Text.shorten(text, 80));
        }
        List<Trouble> troubles = new ArrayList<>();
        for (String line : Text.lines(text)) {
            if (LOADING.matcher(line).find()) {
                troubles.clear();
            } else {
                blamed(line).ifPresent(kind -> add(troubles, kind, line));
            }
        }
        return Reading.of(List.copyOf(troubles));
    }

    /** Adds a line: the first lines of a storm, and at least one of each kind. */
    private static void add(List<Trouble> to, Kind kind, String line) {
        if (to.size() < MOST || to.stream().noneMatch(trouble -> trouble.kind() == kind)) {
            to.add(new Trouble(kind, Text.shorten(line.strip(), SHOWN)));
        }
    }

    /** An unknown symbol of another module, or a failure that names no cause, blames nothing. */
    private static Optional<Kind> blamed(String line) {
        return DriverFailure.in(line)
                .filter(failure -> failure == DriverFailure.KEY_REJECTED || failure.ofTheDriver(line))
                .map(BLAMES::get);
    }
}
