package dev.slipway.fake;

import dev.slipway.model.FailureType;
import java.util.List;
import java.util.stream.IntStream;

/** A failure of the {@code nth} call of a port's method, before or after it had its effect. */
public record Fault(String method, int nth, When when, FailureType type) {

    /** One call more than any port tries by itself. */
    private static final int LONG = 13;

    /**
     * How {@code call}, such as {@code Nodes.facts#2}, fails: once, but where the failure is one that a run waits for,
     * more often than any port tries by itself.
     */
    public static List<Fault> at(String call, When when, FailureType type) {
        String[] parts = call.split("#", 2);
        int nth = Integer.parseInt(parts[1]);
        return IntStream.range(nth, nth + (type.waitedFor() ? LONG : 1))
                .mapToObj(n -> new Fault(parts[0], n, when, type))
                .toList();
    }

    public enum When {
        BEFORE,
        AFTER
    }
}
