package dev.slipway.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.model.node.Trigger;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.RawValue;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that is started with what it cannot use ends with a sentence; its workflow task never fails. */
class EveryStartTest {
    private static final WorkflowsAlone engine = new WorkflowsAlone();

    static List<Handlers> workflows() {
        return Handlers.all();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void unusableInputEndsARunWithASentence(Handlers of) {
        Map<HostileInputs.Arguments, WorkflowStub> runs = new LinkedHashMap<>();
        inputs(of.start()).forEach(sent -> runs.put(sent, engine.start(of, sent.array())));

        List<String> refusals = new ArrayList<>();
        runs.forEach((sent, run) -> {
            engine.assertNoTaskFailed(run, of + " started with " + sent.name());
            end(run).map(Failure::getMessage).ifPresent(refusals::add);
        });
        assertThat(refusals)
                .hasSizeGreaterThan(5)
                .allSatisfy(sentence -> assertThat(sentence)
                        .startsWith("The input of this run cannot be used, and nothing was done: ")
                        .endsWith("Start it again by slipway, or with the input that slipway gives.")
                        .doesNotContain("dev.slipway", "com.fasterxml", "java.", "[class")
                        .hasSizeLessThan(1_500));
    }

    @Test
    void aRefusalNamesThePartThatIsWrong() {
        Handlers of = workflows().stream()
                .filter(workflow -> workflow.toString().equals("ImageDrift"))
                .findFirst()
                .orElseThrow();
        assertThat(refusal(of, "node", Map.of("name", List.of())))
                .contains(": it has not the form that ImageDrift takes, at node.name. Start");
        assertThat(refusal(of, "node", "PT1H")).contains(": it has not the form that ImageDrift takes, at node. Start");
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void wholeInputIsTaken(Handlers of) {
        WorkflowStub run = engine.start(of);

        engine.assertNoTaskFailed(run, of + " with whole input");
        assertThat(end(run)).isEmpty();
    }

    /** Nothing at all, and each argument wrong in each way while the others are whole. */
    private static List<HostileInputs.Arguments> inputs(Method start) {
        List<HostileInputs.Arguments> all = new ArrayList<>();
        all.add(new HostileInputs.Arguments("nothing", List.of()));
        Class<?>[] types = start.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            List<RawValue> wrong = new ArrayList<>(HostileInputs.values());
            Samples.spoilt(types[i]).forEach(tree -> wrong.add(HostileInputs.json(tree)));
            for (RawValue value : wrong) {
                List<RawValue> values = new ArrayList<>(Arrays.stream(types)
                        .map(type -> HostileInputs.json(Samples.JSON.valueToTree(Samples.of(type))))
                        .toList());
                values.set(i, value);
                all.add(new HostileInputs.Arguments("argument " + i + " " + HostileInputs.shown(value), values));
            }
        }
        return all;
    }

    /** What a runbook answers to a trigger of which one part is wrong. */
    private static String refusal(Handlers of, String part, Object wrong) {
        ObjectNode trigger = Samples.JSON.valueToTree(Samples.of(Trigger.class));
        trigger.set(part, Samples.JSON.valueToTree(wrong));
        WorkflowStub run = engine.start(of, new Object[] {HostileInputs.json(trigger)});
        engine.assertNoTaskFailed(run, of + " with a wrong " + part);
        return end(run).orElseThrow().getMessage();
    }

    private static Optional<Failure> end(WorkflowStub run) {
        HistoryEvent last = engine.history(run).getLast();
        return last.getEventType() == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED
                ? Optional.of(last.getWorkflowExecutionFailedEventAttributes().getFailure())
                : Optional.empty();
    }
}
