package dev.slipway.starter.api;

import com.google.protobuf.Timestamp;
import dev.slipway.starter.Installation;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowQueryException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateHandle;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.client.WorkflowUpdateTimeoutOrCancelledException;
import io.temporal.failure.ApplicationFailure;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.stereotype.Component;

/**
 * Temporal, one run at a time: start, decide, ask. Visibility is never asked. What Temporal refuses becomes a {@link Refused};
 * what does not answer stays the exception of the client, which {@link Problems} turns into a 503.
 */
@Component
public final class Runs {
    /** How long a worker may take to accept an update before the caller is told that none did. */
    private static final int UPDATE_SECONDS = 5;

    private final Installation installation;
    private final ScheduledExecutorService deadlines = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("deadlines").factory());

    public Runs(Installation installation) {
        this.installation = installation;
    }

    /** A run to start: its type, its id, which is a lock, and one line for people. */
    public record Start(String type, String id, String summary, Map<String, Object> memo) {}

    /** A run as Temporal describes it now. */
    public record Run(
            String workflowId,
            String runId,
            String type,
            String status,
            Instant started,
            Optional<Instant> closed,
            String memoAlert) {
        public boolean open() {
            return status.equals("running");
        }
    }

    /** Starts a run and returns its run id; refused while a run with that id is open. */
    public String start(Start start, Object... input) {
        WorkflowOptions options = WorkflowOptions.newBuilder()
                .setWorkflowId(start.id())
                .setTaskQueue(installation.config().site().temporal().taskQueue())
                .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
                .setStaticSummary(shortened(start.summary()))
                .setMemo(start.memo())
                .build();
        try {
            return within(
                    10,
                    () -> installation
                            .temporal()
                            .newUntypedWorkflowStub(start.type(), options)
                            .start(input)
                            .getRunId());
        } catch (WorkflowExecutionAlreadyStarted e) {
            String holder = describe(start.id())
                    .map(r -> r.type() + " since " + r.started())
                    .orElse("a run that has just ended");
            throw Refused.notNow(
                    start.id() + " is busy: " + holder, "see slipway status; wait for it or abort it, then ask again");
        }
    }

    /**
     * Sends an update and returns its answer. Nothing is retried: a decision is never made twice. A run is asked for its
     * view first: an update that is sent while no worker is there is kept by the server and would be carried out later.
     */
    public String update(String id, String name, Object... input) {
        if (!answers(id)) {
            throw nobodyTookIt(name, "it was not sent");
        }
        return send(id, name, input);
    }

    private boolean answers(String id) {
        try {
            within(
                    UPDATE_SECONDS,
                    () -> installation.temporal().newUntypedWorkflowStub(id).query("view", Object.class));
            return true;
        } catch (WorkflowNotFoundException e) {
            throw Refused.notNow(id + " has no open run", "see slipway status");
        } catch (WorkflowServiceException | StatusRuntimeException e) {
            if (nobodyThere(e)) {
                return false;
            }
            throw e;
        }
    }

    private String send(String id, String name, Object... input) {
        WorkflowStub stub = installation.temporal().newUntypedWorkflowStub(id);
        UpdateOptions<String> options = UpdateOptions.newBuilder(String.class)
                .setUpdateName(name)
                .setWaitForStage(WorkflowUpdateStage.ACCEPTED)
                .build();
        try {
            WorkflowUpdateHandle<String> handle = within(UPDATE_SECONDS, () -> stub.startUpdate(options, input));
            String answer =
                    handle.getResultAsync(UPDATE_SECONDS, TimeUnit.SECONDS).get();
            return answer == null ? name + " accepted" : answer;
        } catch (WorkflowUpdateException e) {
            throw Refused.notNow(sentence(e), "see what can be done: slipway status");
        } catch (WorkflowUpdateTimeoutOrCancelledException e) {
            throw nobodyTookIt(name, "it may still be taken when one comes");
        } catch (WorkflowNotFoundException e) {
            throw Refused.notNow(id + " has no open run", "see slipway status");
        } catch (java.util.concurrent.ExecutionException e) {
            return unfinished(name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Refused.away("interrupted while " + name + " was sent", "ask slipway status, then decide again");
        } catch (WorkflowServiceException | StatusRuntimeException e) {
            throw nobodyThere(e) ? nobodyTookIt(name, "it may still be taken when one comes") : e;
        }
    }

    /** The latest run under an id. */
    public Optional<Run> describe(String id) {
        DescribeWorkflowExecutionRequest request = DescribeWorkflowExecutionRequest.newBuilder()
                .setNamespace(installation.temporal().getOptions().getNamespace())
                .setExecution(WorkflowExecution.newBuilder().setWorkflowId(id))
                .build();
        try {
            WorkflowExecutionInfo info = within(
                    5,
                    () -> installation
                            .temporal()
                            .getWorkflowServiceStubs()
                            .blockingStub()
                            .describeWorkflowExecution(request)
                            .getWorkflowExecutionInfo());
            return Optional.of(run(info));
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** What a run says of itself; empty when no worker answers or the run does not know the question. */
    public <T> Optional<T> query(String id, String name, Class<T> type) {
        try {
            return Optional.ofNullable(within(
                    3, () -> installation.temporal().newUntypedWorkflowStub(id).query(name, type)));
        } catch (WorkflowNotFoundException | WorkflowQueryException e) {
            return Optional.empty();
        } catch (WorkflowServiceException | StatusRuntimeException e) {
            if (nobodyThere(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** What a run returned, waited for at most so long; empty while it has not. A failed run is refused with its reason. */
    public <T> Optional<T> result(String id, Class<T> type, int seconds) {
        try {
            return Optional.of(
                    installation.temporal().newUntypedWorkflowStub(id).getResult(seconds, TimeUnit.SECONDS, type));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (WorkflowNotFoundException e) {
            throw Refused.unknown("there is no run " + id, "see slipway status");
        } catch (WorkflowFailedException e) {
            throw Refused.notNow(id + " failed: " + rootMessage(e), "see " + link(id));
        }
    }

    private static String rootMessage(Throwable e) {
        String message = String.valueOf(e.getMessage());
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            message = cause instanceof ApplicationFailure failure ? failure.getOriginalMessage() : message;
        }
        return message;
    }

    /** The page of one run in Temporal's UI: an id has many, and the newest need not be the one that is meant. */
    public String link(String id, String runId) {
        return link(id) + "/" + runId;
    }

    /** The page of the newest run under an id in Temporal's UI. */
    public String link(String id) {
        String base = installation.config().site().temporal().ui().toString();
        return (base.endsWith("/") ? base : base + "/") + "namespaces/"
                + installation.temporal().getOptions().getNamespace() + "/workflows/"
                + URLEncoder.encode(id, StandardCharsets.UTF_8);
    }

    private Run run(WorkflowExecutionInfo info) {
        String alert = info.getMemo().getFieldsMap().containsKey("alert")
                ? installation
                        .temporal()
                        .getOptions()
                        .getDataConverter()
                        .fromPayload(info.getMemo().getFieldsOrThrow("alert"), String.class, String.class)
                : "";
        return new Run(
                info.getExecution().getWorkflowId(),
                info.getExecution().getRunId(),
                info.getType().getName(),
                info.getStatus()
                        .name()
                        .replace("WORKFLOW_EXECUTION_STATUS_", "")
                        .toLowerCase(java.util.Locale.ROOT),
                at(info.getStartTime()),
                info.hasCloseTime() ? Optional.of(at(info.getCloseTime())) : Optional.empty(),
                alert);
    }

    private static Instant at(Timestamp time) {
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }

    private <T> T within(int seconds, Callable<T> call) {
        try (Context.CancellableContext limit =
                Context.current().withDeadlineAfter(seconds, TimeUnit.SECONDS, deadlines)) {
            return limit.call(call);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Refused nobodyTookIt(String name, String fate) {
        return Refused.away(
                "no worker took '" + name + "' within " + UPDATE_SECONDS + " s; " + fate,
                "start a worker: slipway worker; then look at slipway status before you decide again");
    }

    private static String unfinished(String name, java.util.concurrent.ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof TimeoutException || cause instanceof WorkflowUpdateTimeoutOrCancelledException) {
            return name + " accepted; it takes effect at the run's next safe point";
        }
        if (cause instanceof WorkflowUpdateException refused) {
            throw Refused.notNow(sentence(refused), "see what can be done: slipway status");
        }
        throw new IllegalStateException(e);
    }

    private static String sentence(WorkflowUpdateException e) {
        return e.getCause() instanceof ApplicationFailure failure
                ? failure.getOriginalMessage()
                : String.valueOf(e.getMessage());
    }

    private static boolean nobodyThere(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof StatusRuntimeException status) {
                Status.Code code = status.getStatus().getCode();
                // A server that saw no worker lately says FAILED_PRECONDITION at once instead of waiting for one.
                return code == Status.Code.DEADLINE_EXCEEDED
                        || code == Status.Code.CANCELLED
                        || code == Status.Code.FAILED_PRECONDITION;
            }
        }
        return false;
    }

    private static String shortened(String summary) {
        return summary.length() <= 200 ? summary : summary.substring(0, 199) + "…";
    }
}
