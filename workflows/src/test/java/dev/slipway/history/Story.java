package dev.slipway.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.slipway.frame.engine.Failures;
import dev.slipway.model.node.Trigger;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a run shows and answers to people while it is replayed: the answer to each update, each signal to another
 * workflow, what it showed in Temporal's details when somebody spoke to it, and what it shows there last. One run at a
 * time.
 */
final class Story extends WorkerInterceptorBase {
    private static final ObjectMapper JSON =
            JacksonJsonPayloadConverter.newDefaultObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private final List<String> told = new CopyOnWriteArrayList<>();
    private String last = "";
    private String latest = "";
    private boolean open;

    /** Forgets what the run before told. */
    void begin() {
        told.clear();
        last = "";
        latest = "";
        open = true;
    }

    /**
     * What was told since {@link #begin}, a line each, and a line break after the last; of a run that has not ended
     * also what it shows while it waits.
     */
    String text() {
        Stream<String> shown = open ? Stream.concat(Stream.of("is open:"), latest.lines()) : Stream.of();
        return Stream.concat(told.stream(), shown).map(line -> line + '\n').collect(Collectors.joining());
    }

    /** Where the run is, without the lines of what it did, unless that was told before. */
    private void shows() {
        String now = shown().lines()
                .filter(line -> !line.isBlank() && !Character.isDigit(line.charAt(0)))
                .map(line -> "    " + line)
                .collect(Collectors.joining("\n"));
        if (!now.equals(last) && !now.isEmpty()) {
            told.add(now);
        }
        last = now;
    }

    private static String shown() {
        return Objects.requireNonNullElse(Workflow.getCurrentDetails(), "");
    }

    private void waits() {
        latest = shown();
    }

    private void ends(String how) {
        open = false;
        told.add("ends: " + how);
        shown().lines().forEach(told::add);
    }

    /** What goes to the next run of the workflow, but for what it was started with. */
    private static String carried(Object... args) {
        Object first = args.length == 1 ? args[0] : args;
        return words(first instanceof Trigger trigger ? trigger.carried() : first);
    }

    private static String words(@Nullable Object value) {
        try {
            return value instanceof String text ? text : JSON.writeValueAsString(value);
        } catch (JsonProcessingException unwritable) {
            throw new IllegalStateException(unwritable);
        }
    }

    @Override
    public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
        return new Inbound(next);
    }

    /** Hears who speaks to the run. */
    private final class Inbound extends WorkflowInboundCallsInterceptorBase {
        private final WorkflowInboundCallsInterceptor next;

        Inbound(WorkflowInboundCallsInterceptor next) {
            super(next);
            this.next = next;
        }

        @Override
        public void init(WorkflowOutboundCallsInterceptor outbound) {
            next.init(new Outbound(outbound));
        }

        @Override
        public WorkflowOutput execute(WorkflowInput input) {
            try {
                WorkflowOutput output = next.execute(input);
                ends(words(output.getResult()));
                return output;
            } catch (RuntimeException failed) {
                ends(Failures.text(failed));
                throw failed;
            }
        }

        @Override
        public void handleSignal(SignalInput input) {
            told.add("signal " + input.getSignalName());
            shows();
            next.handleSignal(input);
        }

        @Override
        public UpdateOutput executeUpdate(UpdateInput input) {
            told.add("update " + input.getUpdateName());
            shows();
            UpdateOutput output = next.executeUpdate(input);
            told.add("update " + input.getUpdateName() + " is answered: " + words(output.getResult()));
            shows();
            return output;
        }
    }

    /** Hears whom the run speaks to. */
    private final class Outbound extends WorkflowOutboundCallsInterceptorBase {
        Outbound(WorkflowOutboundCallsInterceptor next) {
            super(next);
        }

        @Override
        public <R> ActivityOutput<R> executeActivity(ActivityInput<R> input) {
            waits();
            return super.executeActivity(input);
        }

        @Override
        public void await(String reason, Supplier<Boolean> unblocked) {
            waits();
            super.await(reason, unblocked);
        }

        @Override
        public SignalExternalOutput signalExternalWorkflow(SignalExternalInput input) {
            told.add("signals " + input.getExecution().getWorkflowId() + ": " + input.getSignalName() + " "
                    + words(input.getArgs()));
            return super.signalExternalWorkflow(input);
        }

        @Override
        public void continueAsNew(ContinueAsNewInput input) {
            ends("continues as new with " + carried(input.getArgs()));
            super.continueAsNew(input);
        }
    }
}
