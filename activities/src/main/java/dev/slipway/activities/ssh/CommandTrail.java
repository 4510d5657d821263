package dev.slipway.activities.ssh;

import dev.slipway.model.ShortList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Records the commands that one piece of work sent to nodes, in order, the same ones counted once. To record them, run
 * the work inside {@link #around}; outside of it nothing is recorded. Arguments are shown, scripts by their name.
 */
public final class CommandTrail {
    private static final ScopedValue<CommandTrail> CURRENT = ScopedValue.newInstance();
    private static final int SHOWN = 4_000;
    private static final int KEPT = 40;

    private record Sent(int times, String end, boolean loss) {}

    private final Map<String, Sent> sent = new LinkedHashMap<>();

    /** Runs {@code work} on this thread, keeping what it sends. */
    public <T> T around(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /**
     * Returns one line per command: what was sent, how often, and how it ended the last time. What destroys data comes
     * first, all of it; of the rest the first ones.
     */
    public synchronized List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<String> others = new ArrayList<>();
        sent.forEach((command, end) -> (end.loss() ? lines : others)
                .add(command + (end.times() > 1 ? " ×" + end.times() : "") + " → " + end.end()));
        lines.addAll(ShortList.of(others, KEPT));
        return lines;
    }

    static void ended(RemoteCommand command, String end) {
        note(command.toString(), end);
    }

    /** Keeps a line about something that was sent elsewhere than to a node. Holds no secret. */
    public static void note(String sent, String end) {
        note(sent, end, false);
    }

    /** Adds a line about what destroys data: it is shown in full, however many there are. Holds no secret. */
    public static void noteLoss(String sent, String end) {
        note(sent, end, true);
    }

    private static void note(String sent, String end, boolean loss) {
        if (CURRENT.isBound()) {
            CURRENT.get().add(sent, end, loss);
        }
    }

    private synchronized void add(String command, String end, boolean loss) {
        String line = command.replace("\n", "; ");
        String shown = line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
        sent.merge(shown, new Sent(1, end, loss), (old, now) -> new Sent(old.times() + 1, now.end(), loss));
    }
}
