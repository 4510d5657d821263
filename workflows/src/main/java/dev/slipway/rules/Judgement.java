package dev.slipway.rules;

import dev.slipway.model.facts.Reading;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Answers whether something holds. {@code evidence} are the facts on which a yes rests, {@code missing} is what an
 * answer lacks. Unknown is no third value of the fact: the question could not be answered, and it is never a no.
 */
public record Judgement(Kind kind, List<String> evidence, List<Missing> missing) {

    /** Lists the three answers. */
    public enum Kind {
        YES,
        NO,
        UNKNOWN
    }

    /**
     * Names a part of the facts that an answer needs, and why it was not read; a blank reason means that none was
     * given.
     */
    public record Missing(String part, String why) {

        /** Returns the line for a list of what to read: {@code services: timed out}. */
        public String line() {
            return why.isEmpty() ? part : part + ": " + why;
        }

        @Override
        public String toString() {
            return why.isEmpty() ? part : part + " (" + why + ")";
        }
    }

    private static final Judgement NO = new Judgement(Kind.NO, List.of(), List.of());

    /** It holds, by these facts. */
    public static Judgement yes(String... facts) {
        return new Judgement(
                Kind.YES, Stream.of(facts).filter(fact -> !fact.isEmpty()).toList(), List.of());
    }

    /** It does not hold. */
    public static Judgement no() {
        return NO;
    }

    /** Returns unknown, because this part of the facts is missing. */
    public static Judgement unknown(String part, String why) {
        return new Judgement(Kind.UNKNOWN, List.of(), List.of(new Missing(part, why)));
    }

    /** Returns unknown, because these are missing. */
    public static Judgement unknown(List<String> missing) {
        return new Judgement(
                Kind.UNKNOWN,
                List.of(),
                missing.stream().map(part -> new Missing(part, "")).toList());
    }

    /** Returns yes by {@code facts} if {@code holds}, else no. */
    public static Judgement of(boolean holds, String... facts) {
        return holds ? yes(facts) : no();
    }

    /** Returns yes by all of {@code facts} if there are any, else no. */
    public static Judgement any(List<String> facts) {
        return facts.isEmpty() ? no() : yes(facts.toArray(String[]::new));
    }

    /** Returns the result of {@code judge} for the value of {@code part}; unknown if that was not read. */
    public static <T> Judgement of(String part, Reading<T> reading, Function<T, Judgement> judge) {
        return reading.value().map(judge).orElseGet(() -> unknown(part, reading.error()));
    }

    /**
     * Returns no if every reading is present, else unknown: for parts that rules need without a question about them.
     */
    public static Judgement read(String part, Reading<?> reading) {
        return reading.known() ? no() : unknown(part, reading.error());
    }

    public boolean isYes() {
        return kind == Kind.YES;
    }

    public boolean isNo() {
        return kind == Kind.NO;
    }

    public boolean isUnknown() {
        return kind == Kind.UNKNOWN;
    }

    /** Returns the opposite; a yes rests on {@code facts}. */
    public Judgement not(String... facts) {
        return switch (kind) {
            case YES -> no();
            case NO -> yes(facts);
            case UNKNOWN -> this;
        };
    }

    /** Returns yes if both are yes: a no is enough for a no. */
    public Judgement and(Judgement other) {
        if (isNo() || other.isNo()) {
            return no();
        }
        return isUnknown() || other.isUnknown() ? joined(Kind.UNKNOWN, other) : joined(Kind.YES, other);
    }

    /** Returns yes if either is yes: a yes is enough for a yes. */
    public Judgement or(Judgement other) {
        if (isYes() || other.isYes()) {
            return joined(Kind.YES, other);
        }
        return isUnknown() || other.isUnknown() ? joined(Kind.UNKNOWN, other) : no();
    }

    private Judgement joined(Kind of, Judgement other) {
        List<Judgement> both = Stream.of(this, other).filter(j -> j.kind == of).toList();
        return new Judgement(
                of,
                both.stream().flatMap(j -> j.evidence.stream()).distinct().toList(),
                both.stream().flatMap(j -> j.missing.stream()).distinct().toList());
    }

    /** Returns the same answer; a yes rests on {@code facts} instead. */
    public Judgement by(String... facts) {
        return isYes() ? yes(facts) : this;
    }

    /** Returns the evidence of a yes, or what is missing, in one line. */
    public String sentence() {
        return isUnknown()
                ? String.join(", ", missing.stream().map(Missing::toString).toList())
                : String.join("; ", evidence);
    }
}
