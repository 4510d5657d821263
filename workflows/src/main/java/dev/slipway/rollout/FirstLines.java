package dev.slipway.rollout;

import java.util.ArrayList;
import java.util.List;

/** Keeps the first lines of a list that travels and so stays small, and counts the others. */
final class FirstLines {
    private final int most;
    private final String elsewhere;
    private final List<String> lines = new ArrayList<>();
    private int more;

    /** Keeps the first {@code most} lines; {@code elsewhere} names where all of them are. */
    FirstLines(int most, String elsewhere) {
        this.most = most;
        this.elsewhere = elsewhere;
    }

    void add(String line) {
        if (lines.size() < most) {
            lines.add(line);
        } else {
            more++;
        }
    }

    /** Returns the lines; if there were more, the last one states how many and where they are. */
    List<String> lines() {
        List<String> all = new ArrayList<>(lines);
        if (more > 0) {
            all.add("and " + more + " more: " + elsewhere);
        }
        return List.copyOf(all);
    }
}
