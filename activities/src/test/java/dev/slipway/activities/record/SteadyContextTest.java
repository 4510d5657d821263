package dev.slipway.activities.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.client.ActivityCanceledException;
import io.temporal.failure.TimeoutFailure;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that is stopped cancels a call for its wait; what is at work goes on to its end. */
class SteadyContextTest {
    private final List<Object> beats = new ArrayList<>();

    /** The engine, which answers a beat of an activity of that type so. */
    private ActivityExecutionContext engine(String type, Optional<RuntimeException> answer) {
        return answers(ActivityExecutionContext.class, (method, arguments) -> switch (method) {
            case "getInfo" -> info(type);
            case "heartbeat" -> {
                beats.add(arguments[0]);
                answer.ifPresent(failed -> {
                    throw failed;
                });
                yield Optional.empty();
            }
            default -> throw new IllegalStateException("not asked for: " + method);
        });
    }

    private static ActivityInfo info(String type) {
        return answers(ActivityInfo.class, (method, arguments) -> method.equals("getActivityType") ? type : "id");
    }

    /** What a part of the engine answers to a call. */
    private interface Answers {
        Object of(String method, Object[] arguments);
    }

    private static <T> T answers(Class<T> type, Answers answers) {
        Object proxy =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Object answer = answers.of(method.getName(), arguments);
                    return method.getReturnType() == void.class ? null : answer;
                });
        return type.cast(proxy);
    }

    private static ActivityCanceledException cancelled() {
        return new ActivityCanceledException(info("x"));
    }

    @Test
    void i8_workThatIsCancelledGoesOnToItsEndAndBeats() {
        ActivityExecutionContext steady = SteadyContext.of(engine("Packages.Converge", Optional.of(cancelled())));

        assertThatCode(() -> steady.heartbeat("half done")).doesNotThrowAnyException();
        assertThat(beats).containsExactly("half done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Nodes.Drain", "Diagnostics.Suspension", "Diagnostics.NcclPair"})
    void whatWaitsForOthersEndsWhenItIsCancelled(String type) {
        ActivityExecutionContext context = SteadyContext.of(engine(type, Optional.of(cancelled())));

        assertThatThrownBy(() -> context.heartbeat("waits")).isInstanceOf(ActivityCanceledException.class);
    }

    @Test
    void i9_aWorkerThatWasCutOffFromTemporalEndsItsWork() {
        TimeoutFailure cutOff = new TimeoutFailure("no beat", "", TimeoutType.TIMEOUT_TYPE_HEARTBEAT);
        ActivityExecutionContext steady = SteadyContext.of(
                engine("Packages.Converge", Optional.of(new ActivityCanceledException(info("x"), cutOff))));

        assertThatThrownBy(() -> steady.heartbeat("half done")).isInstanceOf(ActivityCanceledException.class);
    }
}
