package dev.slipway.facts;

import dev.slipway.model.LoadState.Trouble;
import dev.slipway.model.LoadState.Trouble.Kind;
import dev.slipway.model.Reading;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why the driver does not run, from this boot's lines of the kernel log. What was said before the driver was loaded last is
 * of an attempt that is over, and does not count.
 */
final class LoadTroubles {
    private static final int MOST = 40;
    private static final int SHOWN = 240;
    private static final Pattern SOURCE =
            Pattern.compile("\\A# (source=(journal|dmesg)|not looked: nvidia-smi answers)(\\n|\\z)");
    private static final Pattern LOADING = Pattern.compile("NVRM: loading NVIDIA UNIX");
    private static final Map<Kind, Pattern> BLAMES = new EnumMap<>(Map.of(
            Kind.OTHER_KERNEL,
            pattern("nvidia\\S*: (disagrees about version of symbol|version magic)|nvidia\\S*.*Invalid module format"),
            Kind.UNKNOWN_SYMBOL,
            pattern("nvidia\\S*: Unknown symbol"),
            Kind.KEY_REJECTED,
            pattern("unavailable key is rejected|Key was rejected|unsigned module (loading )?is re(stricted|jected)"),
            Kind.GSP_FIRMWARE,
            pattern("gsp_\\w+\\.bin|Cannot initialize GSP|NVRM:.*GSP firmware"),
            Kind.ADAPTER,
            pattern("NVRM:.*(RmInitAdapter|rm_init_adapter) failed"),
            Kind.VERSION_MISMATCH,
            pattern("NVRM:.*API mismatch"),
            Kind.OTHER_DRIVER,
            pattern("NVRM:.*probe routine was not called|NVRM:.*a driver such as"),
            Kind.UNSUPPORTED,
            pattern("NVRM:.*(is not supported by|requires use of the NVIDIA open)")));

    private LoadTroubles() {}

    private static Pattern pattern(String text) {
        return Pattern.compile(text, Pattern.CASE_INSENSITIVE);
    }

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

    /** The first lines of a storm are kept, and one of each kind whatever came before it. */
    private static void add(List<Trouble> to, Kind kind, String line) {
        if (to.size() < MOST || to.stream().noneMatch(trouble -> trouble.kind() == kind)) {
            to.add(new Trouble(kind, Text.shorten(line.strip(), SHOWN)));
        }
    }

    private static Optional<Kind> blamed(String line) {
        return BLAMES.entrySet().stream()
                .filter(blame -> blame.getValue().matcher(line).find())
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
