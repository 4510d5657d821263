package dev.slipway.activities.kubernetes;

import dev.slipway.model.ShortList;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes what a drain waits for, as a person reads it: what needs a person first, then what waits, then what ends by
 * itself.
 */
record DrainProgress(List<String> blocked, List<String> waiting, List<String> ending, String elsewhere) {
    private static final int NAMED = 3;
    /** Formats moments for people. */
    static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

    /** Returns everything that still occupies the node. */
    String remains() {
        List<String> parts = new ArrayList<>();
        add(parts, "blocked until a person acts: ", blocked);
        add(parts, "waits for ", waiting);
        add(parts, "ending: ", ending);
        if (!elsewhere.isEmpty()) {
            parts.add(elsewhere);
        }
        return parts.isEmpty() ? "nothing is known to be on the node" : String.join("; ", parts);
    }

    /** Returns the same with the time at which the drain gives up. */
    String until(Instant deadline) {
        return remains() + "; tries until " + TIME.format(deadline);
    }

    private static void add(List<String> parts, String what, List<String> pods) {
        if (!pods.isEmpty()) {
            parts.add(what + ShortList.words(pods, NAMED));
        }
    }
}
