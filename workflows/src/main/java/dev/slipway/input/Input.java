package dev.slipway.input;

import dev.slipway.model.Who;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.RawValue;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the input of a signal or an update. Temporal delivers what anybody sends: nothing, a text in place of an
 * object, a megabyte. The SDK passes null on where nothing was sent, drops a signal that it cannot decode, and fails
 * the workflow task if a handler throws; so handlers take the value as it came and read it here. The result depends
 * on the value alone, the same at each replay.
 */
public final class Input {
    /** Limits the length of a text from outside. */
    private static final int LONGEST = 1_000;

    private static final DataConverter JSON = DefaultDataConverter.STANDARD_INSTANCE;

    private Input() {}

    /** Returns the value, with every part that it must have. Fails with {@link UnusableInput}. */
    public static <T> T read(@Nullable Object sent, Class<T> type) {
        T value = required(sent, type);
        InputCheck.flaw(value).ifPresent(flaw -> {
            throw new UnusableInput("expected is " + form(type) + ", " + flaw + " in " + shown(sent));
        });
        return value;
    }

    /** Returns a text, cut where it is long. Fails with {@link UnusableInput}. */
    public static String text(@Nullable Object sent) {
        return cut(required(sent, String.class));
    }

    /**
     * Returns a text, cut where it is long; empty if nothing was sent. Fails with {@link UnusableInput} on anything
     * else.
     */
    public static Optional<String> optionalText(@Nullable Object sent) {
        return decoded(sent, String.class).map(Input::cut);
    }

    /**
     * Returns who sent it, without a name if nothing was sent. Fails with {@link UnusableInput} if it is anything else.
     */
    public static Who who(@Nullable Object sent) {
        return decoded(sent, Who.class).orElseGet(() -> new Who("", ""));
    }

    /** Returns who sent it, by name and with a reason. Fails with {@link UnusableInput}. */
    public static Who named(@Nullable Object sent) {
        Who who = who(sent);
        if (who.unauthenticated()) {
            throw new UnusableInput("say who you are and why: {\"name\": …, \"why\": …}");
        }
        return who;
    }

    /** Takes a signal in. One that cannot be used goes to {@code journal}, because a signal has nobody to answer to. */
    public static void take(String signal, Runnable handler, Consumer<String> journal) {
        try {
            handler.run();
        } catch (UnusableInput wrong) {
            journal.accept("signal " + signal + " dropped: " + wrong.getMessage());
        }
    }

    private static <T> T required(@Nullable Object sent, Class<T> type) {
        return decoded(sent, type)
                .orElseThrow(() -> new UnusableInput("expected is " + form(type) + ", and nothing was sent"));
    }

    private static <T> Optional<T> decoded(@Nullable Object sent, Class<T> type) {
        try {
            return sent == null ? Optional.empty() : Optional.ofNullable(fromJson(sent, type));
        } catch (DataConverterException e) {
            throw new UnusableInput("expected is " + form(type) + ", and this was sent: " + shown(sent));
        }
    }

    /** Returns the value; null if the JSON is {@code null}. */
    private static <T> @Nullable T fromJson(Object sent, Class<T> type) {
        Payload payload = sent instanceof RawValue raw
                ? raw.getPayload()
                : JSON.toPayload(sent).orElseThrow();
        return JSON.fromPayload(payload, type, type);
    }

    private static String form(Class<?> type) {
        RecordComponent[] parts = type.getRecordComponents();
        return parts == null
                ? (type == Boolean.class ? "true or false" : "a text")
                : Arrays.stream(parts)
                        .map(part -> "\"" + part.getName() + "\": …")
                        .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String shown(@Nullable Object sent) {
        String text;
        try {
            text = String.valueOf(sent instanceof RawValue raw ? fromJson(raw, Object.class) : sent);
        } catch (DataConverterException bytes) {
            text = String.valueOf(sent);
        }
        return cut(text).replaceAll("\\p{Cntrl}", " ");
    }

    static String cut(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }
}
