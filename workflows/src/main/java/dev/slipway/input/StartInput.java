package dev.slipway.input;

import io.temporal.common.converter.DataConverterException;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
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

    @Override
    public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
        return new WorkflowInboundCallsInterceptorBase(next) {
            @Override
            public void init(WorkflowOutboundCallsInterceptor outbound) {
                try {
                    super.init(outbound);
                } catch (DataConverterException undecodable) {
                    throw continued() ? undecodable : refused("it cannot be decoded: " + undecodable.getMessage());
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
