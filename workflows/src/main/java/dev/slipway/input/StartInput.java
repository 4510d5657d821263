package dev.slipway.input;

import io.temporal.common.converter.DataConverterException;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Ends a run whose input cannot be used, with a sentence and before its first step. Otherwise its first workflow task
 * would fail for ever. The worker decodes: every workflow has a constructor with {@code @WorkflowInit}, in which the
 * SDK does so. The constructor calls {@link #check}.
 *
 * <p>A run that another one continues is different: its input was written by this product, and its node may be
 * cordoned. Unreadable input there is a difference between two versions, so the workflow task fails until a worker
 * comes that can read it.
 */
public final class StartInput extends WorkerInterceptorBase {
    private static final Pattern CHAIN = Pattern.compile("\\(through reference chain: [^)]*\\)");
    /** Finds {@code node} and {@code name} in {@code Trigger["node"]->NodeRef["name"]}. */
    private static final Pattern PART = Pattern.compile("\\[\"(\\w+)\"]");

    @Override
    public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
        return new WorkflowInboundCallsInterceptorBase(next) {
            @Override
            public void init(WorkflowOutboundCallsInterceptor outbound) {
                try {
                    super.init(outbound);
                } catch (DataConverterException undecodable) {
                    throw continued() ? undecodable : refused(misshapen(undecodable));
                }
            }
        };
    }

    /** Fails the run if {@code value} or a part of it is missing or excessive. */
    public static void check(String name, @Nullable Object value) {
        if (!continued()) {
            InputCheck.flaw(name, value).ifPresent(flaw -> {
                throw refused(flaw);
            });
        }
    }

    /** Fails the run if {@code value} names nothing. */
    public static void checkNamed(String name, String value) {
        if (value.isBlank() && !continued()) {
            throw refused(name + " is blank");
        }
    }

    /** Returns where the input differs from its form, without the names of classes that the message is made of. */
    private static String misshapen(DataConverterException undecodable) {
        Matcher chain = CHAIN.matcher(String.valueOf(undecodable.getMessage()));
        String part = PART.matcher(chain.find() ? chain.group() : "")
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.joining("."));
        return "it has not the form that " + Workflow.getInfo().getWorkflowType() + " takes"
                + (part.isEmpty() ? "" : ", at " + part);
    }

    private static boolean continued() {
        return Workflow.getInfo().getContinuedExecutionRunId().isPresent();
    }

    private static ApplicationFailure refused(String flaw) {
        return ApplicationFailure.newNonRetryableFailure(
                "The input of this run cannot be used, and nothing was done: " + Input.cut(flaw)
                        + ". Start it again by slipway, or with the input that slipway gives.",
                UnusableInput.class.getSimpleName());
    }
}
