package dev.slipway.input;

import dev.slipway.model.Durations;
import dev.slipway.model.Who;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a decoded value has all its parts. Jackson leaves null what the JSON does not have, and the code
 * behind it relies on every part of a record that is not {@link Optional}. The server would later refuse an excessive
 * text or span, as part of a command, and that would also fail the workflow task.
 */
final class InputCheck {
    /** Leaves room: Temporal accepts ids of up to 1,000 bytes, and ours add a few words to the given name. */
    private static final int LONGEST_NAME = 800;

    private static final Duration LONGEST_SPAN = Duration.ofDays(3_650);

    private InputCheck() {}

    /** Returns the first part that is missing or excessive, in words; empty if the value is complete. */
    static Optional<String> flaw(Object value) {
        return flaw("it", value);
    }

    static Optional<String> flaw(String name, @Nullable Object value) {
        return switch (value) {
            case null -> Optional.of(name + " is missing");
            case String text
            when text.length() > LONGEST_NAME -> Optional.of(name + " is longer than " + LONGEST_NAME + " characters");
            case Duration span when span.isNegative() -> Optional.of(name + " is negative");
            case Duration span
            when span.compareTo(LONGEST_SPAN) > 0 ->
                Optional.of(name + " is longer than " + Durations.words(LONGEST_SPAN));
            case Optional<?> part -> part.flatMap(p -> flaw(name, p));
            case Map<?, ?> parts -> flaws(name, parts.values());
            case Collection<?> parts -> flaws(name, parts);
            case Who cutByItself -> Optional.empty();
            case Record parts -> flawOfRecord(name, parts);
            default -> Optional.empty();
        };
    }

    private static Optional<String> flaws(String name, Collection<?> parts) {
        for (Object part : parts) {
            Optional<String> flaw = flaw("an entry of " + name, part);
            if (flaw.isPresent()) {
                return flaw;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> flawOfRecord(String name, Record of) {
        for (RecordComponent component : List.of(of.getClass().getRecordComponents())) {
            Optional<String> flaw = flaw(name + "." + component.getName(), part(component, of));
            if (flaw.isPresent()) {
                return flaw;
            }
        }
        return Optional.empty();
    }

    private static @Nullable Object part(RecordComponent component, Record of) {
        try {
            return component.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record of a port is public, with public parts: " + of.getClass(), e);
        }
    }
}
