package dev.slipway.starter.api;

import dev.slipway.model.Causes;
import dev.slipway.model.Durations;
import io.grpc.StatusRuntimeException;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowQueryException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateHandle;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.client.WorkflowUpdateTimeoutOrCancelledException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends decisions to a run: each is sent once, and only while a worker is there to take it. */
final class Updates {
    /** Limits how long a worker may take to accept an update before the caller gets the error that none did. */
    private static final int UPDATE_SECONDS = 5;

    private final WorkflowClient temporal;

    Updates(WorkflowClient temporal) {
        this.temporal = temporal;
    }

    /**
     * Sends an update and returns its answer. Nothing is retried: a decision is never made twice. The run is queried
     * for its view first: the server stores an update that is sent while no worker is there, and it would take effect
     * later.
     */
    String send(String id, String name, Object... input) {
        if (!answers(id)) {
            throw nobodyTookIt(name, "it was not sent");
        }
        return sent(id, name, input);
    }

    private boolean answers(String id) {
        try {
            RpcDeadline.within(
                    UPDATE_SECONDS, () -> temporal.newUntypedWorkflowStub(id).query("view", Object.class));
            return true;
        } catch (WorkflowNotFoundException e) {
            throw ApiException.notNow(id + " has no open run", "see slipway status");
        } catch (WorkflowQueryException e) {
            throw ApiException.notNow(
                    "the run " + id + " does not show what can be decided about it; nothing was sent",
                    "look at it in the Temporal UI: it is of a kind that takes no decision, or it cannot go on");
        } catch (WorkflowServiceException | StatusRuntimeException e) {
            if (RpcDeadline.nobodyThere(e)) {
                return false;
            }
            throw e;
        }
    }

    private String sent(String id, String name, Object... input) {
        WorkflowStub stub = temporal.newUntypedWorkflowStub(id);
        UpdateOptions<String> options = UpdateOptions.newBuilder(String.class)
                .setUpdateName(name)
                .setWaitForStage(WorkflowUpdateStage.ACCEPTED)
                .build();
        try {
            WorkflowUpdateHandle<String> handle =
                    RpcDeadline.within(UPDATE_SECONDS, () -> stub.startUpdate(options, input));
            String answer =
                    handle.getResultAsync(UPDATE_SECONDS, TimeUnit.SECONDS).get();
            return answer == null ? name + " accepted" : answer;
        } catch (WorkflowUpdateException e) {
            throw ApiException.notNow(sentence(e), "see what can be done: slipway status");
        } catch (WorkflowUpdateTimeoutOrCancelledException e) {
            throw nobodyTookIt(name, "it may still be taken when one comes");
        } catch (WorkflowNotFoundException e) {
            throw ApiException.notNow(id + " has no open run", "see slipway status");
        } catch (java.util.concurrent.ExecutionException e) {
            return unfinished(name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.away(
                    "interrupted while " + name + " was sent", "look, then decide again: slipway status");
        } catch (WorkflowServiceException | StatusRuntimeException e) {
            throw RpcDeadline.nobodyThere(e) ? nobodyTookIt(name, "it may still be taken when one comes") : e;
        }
    }

    private static ApiException nobodyTookIt(String name, String fate) {
        return ApiException.away(
                "no worker took '" + name + "' within " + Durations.words(Duration.ofSeconds(UPDATE_SECONDS)) + "; "
                        + fate,
                "start one, and look at the node before you decide again: slipway worker");
    }

    private static String unfinished(String name, java.util.concurrent.ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof TimeoutException || cause instanceof WorkflowUpdateTimeoutOrCancelledException) {
            return name + " accepted; it takes effect at the run's next safe point";
        }
        if (cause instanceof WorkflowUpdateException refused) {
            throw ApiException.notNow(sentence(refused), "see what can be done: slipway status");
        }
        throw new IllegalStateException(e);
    }

    private static String sentence(WorkflowUpdateException e) {
        return e.getCause() instanceof ApplicationFailure failure
                ? failure.getOriginalMessage()
                : Causes.words(Objects.requireNonNullElse(e.getCause(), e));
    }
}
