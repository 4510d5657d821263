package dev.slipway.starter.api;

import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Bounds how long Temporal, and a worker behind it, may take to answer a caller who waits. */
final class RpcDeadline {
    private static final ScheduledExecutorService DEADLINES = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("deadlines").factory());

    private RpcDeadline() {}

    /** Returns the answer of a call, or the client's error when the seconds are over. */
    static <T> T within(int seconds, Callable<T> call) {
        try (Context.CancellableContext limit =
                Context.current().withDeadlineAfter(seconds, TimeUnit.SECONDS, DEADLINES)) {
            return limit.call(call);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether Temporal answered, and no worker did. */
    static boolean nobodyThere(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof StatusRuntimeException status) {
                Status.Code code = status.getStatus().getCode();
                // A server that saw no worker lately returns FAILED_PRECONDITION at once instead of waiting for one.
                return code == Status.Code.DEADLINE_EXCEEDED
                        || code == Status.Code.CANCELLED
                        || code == Status.Code.FAILED_PRECONDITION;
            }
        }
        return false;
    }
}
