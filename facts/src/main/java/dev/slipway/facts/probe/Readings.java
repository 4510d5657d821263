package dev.slipway.facts.probe;

import dev.slipway.model.facts.Reading;
import java.util.function.BiFunction;

/** Joins readings: the result is unknown as soon as one part is, with that part's reason. */
final class Readings {
    private Readings() {}

    static <A, B, R> Reading<R> both(Reading<A> a, Reading<B> b, BiFunction<A, B, R> join) {
        if (a.value().isEmpty()) {
            return Reading.unknown(a.error());
        }
        if (b.value().isEmpty()) {
            return Reading.unknown(b.error());
        }
        return Reading.of(join.apply(a.value().get(), b.value().get()));
    }
}
