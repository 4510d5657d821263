package dev.slipway.activities.modules;

import dev.slipway.model.LoadState.Trouble;
import dev.slipway.model.LoadState.Trouble.Kind;
import dev.slipway.model.Reading;
import dev.slipway.model.Tried;
import java.util.List;
import java.util.Locale;

/** Whose work a module is that did not load, by what modprobe said and what the kernel logged. Pure. */
final class LoadFailure {
    private LoadFailure() {}

    /** A log that could not be read blames nobody: then the next rung is tried. */
    static Tried of(String said, Reading<List<Trouble>> troubles) {
        List<Trouble> seen = troubles.or(List.of());
        String why = "the module was not loaded" + said
                + seen.stream().map(t -> "; " + t.line()).findFirst().orElse("");
        boolean rejected =
                said.toLowerCase(Locale.ROOT).contains("key was rejected") || blames(seen, Kind.KEY_REJECTED);
        if (rejected || blames(seen, Kind.OTHER_DRIVER)) {
            return Tried.needing("kernel-gpu-missing", why);
        }
        if (blames(seen, Kind.GSP_FIRMWARE) || blames(seen, Kind.ADAPTER)) {
            return Tried.needing("gsp-mismatch", why);
        }
        return Tried.not(why);
    }

    private static boolean blames(List<Trouble> troubles, Kind kind) {
        return troubles.stream().anyMatch(t -> t.kind() == kind);
    }
}
