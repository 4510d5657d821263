package dev.slipway.route;

import java.util.List;
import java.util.stream.Stream;

/**
 * Whether something holds. {@code said} are the facts on which a yes or a no rests, or what is missing for an answer.
 * Unknown is no third value of the fact: it is a question that could not be asked.
 */
public record Answer(Kind kind, List<String> said) {

    /** The three answers; what cannot be read is never a no. */
    public enum Kind {
        YES,
        NO,
        UNKNOWN
    }

    /** It holds, by these facts. */
    public static Answer yes(String... facts) {
        return new Answer(Kind.YES, List.of(facts));
    }

    /** It does not hold. */
    public static Answer no() {
        return new Answer(Kind.NO, List.of());
    }

    /** Nobody can say without these. */
    public static Answer unknown(String... missing) {
        return new Answer(Kind.UNKNOWN, List.of(missing));
    }

    /** Yes by {@code facts} where {@code holds}, else no. */
    public static Answer of(boolean holds, String... facts) {
        return holds ? yes(facts) : no();
    }

    boolean is(Kind wanted) {
        return kind == wanted;
    }

    /** Both: a no is enough for a no. */
    public Answer and(Answer other) {
        return is(Kind.NO) || other.is(Kind.NO) ? no() : joined(Kind.UNKNOWN, Kind.YES, other);
    }

    /** Either: a yes is enough for a yes. */
    public Answer or(Answer other) {
        return is(Kind.YES) || other.is(Kind.YES)
                ? joined(Kind.YES, Kind.YES, other)
                : joined(Kind.UNKNOWN, Kind.NO, other);
    }

    /** Of {@code strong} where one of the two is, with what those say, else of {@code weak} with what both say. */
    private Answer joined(Kind strong, Kind weak, Answer other) {
        boolean found = is(strong) || other.is(strong);
        Kind of = found ? strong : weak;
        List<String> all = Stream.of(this, other)
                .filter(answer -> answer.is(of))
                .flatMap(answer -> answer.said().stream())
                .distinct()
                .toList();
        return new Answer(of, all);
    }
}
