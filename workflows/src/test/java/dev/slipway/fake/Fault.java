package dev.slipway.fake;

import dev.slipway.model.FailureType;
import dev.slipway.verdict.ShareOfTheDay;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A failure of the {@code nth} call of a port's method, before or after it had its effect. */
public record Fault(String method, int nth, When when, FailureType type) {

    /** One call more than any port tries by itself. */
    private static final int LONG = 13;

    /** A call of a run such as {@code Nodes.facts#2}, and whether it has had its effect by then. */
    public record Place(String call, When when) {
        /** Returns today's share of both places of each call of a journal; another one for another failure. */
        public static List<Place> of(List<String> journal, FailureType type) {
            List<Place> all = journal.stream()
                    .flatMap(call -> Arrays.stream(When.values()).map(when -> new Place(call, when)))
                    .toList();
            return ShareOfTheDay.of(all, type.name().hashCode());
        }

        @Override
        public String toString() {
            return when + " " + call;
        }
    }

    /** How the first so many attempts at {@code place} fail. */
    public static List<Fault> tries(Place place, int attempts, FailureType type) {
        String[] parts = place.call().split("#", 2);
        int nth = Integer.parseInt(parts[1]);
        return IntStream.range(nth, nth + attempts)
                .mapToObj(n -> new Fault(parts[0], n, place.when(), type))
                .toList();
    }

    /** How {@code place} fails: once, but more often than any port tries where a run waits for such a failure. */
    public static List<Fault> at(Place place, FailureType type) {
        return tries(place, type.waitedFor() ? LONG : 1, type);
    }

    public enum When {
        BEFORE,
        AFTER
    }
}
