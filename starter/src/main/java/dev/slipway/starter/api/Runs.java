package dev.slipway.starter.api;

import com.google.protobuf.Timestamp;
import dev.slipway.config.SiteConfig;
import dev.slipway.frame.engine.Failures;
import dev.slipway.model.Causes;
import dev.slipway.starter.Installation;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowQueryException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.common.SearchAttributes;
import io.temporal.failure.TemporalFailure;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.stereotype.Component;

/**
 * Calls Temporal, one run at a time: start, decide, query. It never uses visibility. A refusal of Temporal becomes an
 * {@link ApiException}; a missing answer stays the exception of the client, which {@link ApiExceptionHandler} turns
 * into a 503.
 */
@Component
public final class Runs {
    private static final int ANSWER_SECONDS = 3;
    private static final int TAKEN_SECONDS = 15;

    private final Installation installation;
    private final Updates updates;

    public Runs(Installation installation) {
        this.installation = installation;
        this.updates = new Updates(installation.temporal());
    }

    /**
     * Describes a run to start: its type, its id, which is a lock, one line for people, and what it can be found by.
     */
    public record Start(String type, String id, String summary, Found by, Optional<Duration> within) {
        public Start(String type, String id, String summary, Found by) {
            this(type, id, summary, by, Optional.empty());
        }

        /** Returns a run that a person waits for now, and that is useless later. */
        public static Start brief(String type, String id, String summary, Duration within) {
            return new Start(type, id, summary, Found.by(SearchAttributes.EMPTY), Optional.of(within));
        }
    }

    /** Holds what a run can be found by besides its id: a memo, and search attributes. */
    public record Found(Map<String, Object> memo, SearchAttributes attributes) {
        static Found by(SearchAttributes attributes) {
            return new Found(Map.of(), attributes);
        }
    }

    /** Holds a run as Temporal describes it now; {@code parent} is the id of the run that started it, or blank. */
    public record Run(
            String workflowId,
            String runId,
            String type,
            String status,
            Instant started,
            Optional<Instant> closed,
            String memoAlert,
            String parent) {
        public boolean open() {
            return status.equals("running");
        }
    }

    /** Starts a run and returns its run id; refused while a run with that id is open. */
    public String start(Start start, Object... input) {
        return begun(start, input).orElseThrow(() -> {
            String holder = describe(start.id())
                    .map(r -> r.type() + " since " + r.started())
                    .orElse("a run that has just ended");
            return ApiException.notNow(
                    start.id() + " is busy: " + holder, "wait until it has ended; see: slipway status");
        });
    }

    /** Starts a run in place of one that is open under its id, and which is terminated. Not for a lock. */
    void replace(Start start, Object... input) {
        started(
                start.type(),
                options(start, WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_TERMINATE_EXISTING),
                input);
    }

    /** Starts a run and returns its run id; empty while a run with that id is open. */
    Optional<String> begun(Start start, Object... input) {
        try {
            return Optional.of(started(
                    start.type(), options(start, WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL), input));
        } catch (WorkflowExecutionAlreadyStarted e) {
            return Optional.empty();
        }
    }

    private WorkflowOptions options(Start start, WorkflowIdConflictPolicy conflict) {
        WorkflowOptions.Builder options = WorkflowOptions.newBuilder()
                .setWorkflowId(start.id())
                .setTaskQueue(installation.config().site().temporal().taskQueue())
                .setWorkflowIdConflictPolicy(conflict)
                .setStaticSummary(shortened(start.summary()))
                .setMemo(start.by().memo())
                .setTypedSearchAttributes(start.by().attributes());
        start.within().ifPresent(options::setWorkflowExecutionTimeout);
        return options.build();
    }

    /** Waits until the run under an id has closed, at most so long. */
    void awaitClosed(String id, int seconds) {
        try {
            installation.temporal().newUntypedWorkflowStub(id).getResult(seconds, TimeUnit.SECONDS, Object.class);
        } catch (TimeoutException | WorkflowNotFoundException | WorkflowFailedException e) {
            // It has closed in its own way, or not yet: the next caller gets the right answer.
            return;
        }
    }

    private String started(String type, WorkflowOptions options, Object... input) {
        Callable<String> call = () -> installation
                .temporal()
                .newUntypedWorkflowStub(type, options)
                .start(input)
                .getRunId();
        try {
            return RpcDeadline.within(10, call);
        } catch (WorkflowServiceException e) {
            if (!Attributes.unknown(e)) {
                throw e;
            }
            // A namespace that nobody prepared: no alert at night may be lost over that.
            new Attributes(installation).created();
            return RpcDeadline.within(10, call);
        }
    }

    /** Sends an update to an open run, once, and returns its answer; refused where no worker takes it in time. */
    public String update(String id, String name, Object... input) {
        return updates.send(id, name, input);
    }

    /** Returns whether Temporal itself answers, within two seconds. */
    boolean temporalAnswers() {
        try {
            installation
                    .temporal()
                    .getWorkflowServiceStubs()
                    .blockingStub()
                    .withDeadlineAfter(2, TimeUnit.SECONDS)
                    .getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Returns the latest run under an id. */
    public Optional<Run> describe(String id) {
        DescribeWorkflowExecutionRequest request = DescribeWorkflowExecutionRequest.newBuilder()
                .setNamespace(installation.temporal().getOptions().getNamespace())
                .setExecution(WorkflowExecution.newBuilder().setWorkflowId(id))
                .build();
        try {
            WorkflowExecutionInfo info = RpcDeadline.within(
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

    /** Returns a run's answer to a query; empty if no worker answers or the run does not know the query. */
    public <T> Optional<T> query(String id, String name, Class<T> type) {
        return query(id, name, type, ANSWER_SECONDS);
    }

    /** Returns whether a worker took the run, which answers {@code view}; a busy one may take a while. */
    public boolean taken(String id) {
        return query(id, "view", Object.class, TAKEN_SECONDS).isPresent();
    }

    private <T> Optional<T> query(String id, String name, Class<T> type, int seconds) {
        try {
            return Optional.ofNullable(RpcDeadline.within(
                    seconds,
                    () -> installation.temporal().newUntypedWorkflowStub(id).query(name, type)));
        } catch (WorkflowNotFoundException | WorkflowQueryException e) {
            return Optional.empty();
        } catch (WorkflowServiceException | StatusRuntimeException e) {
            if (RpcDeadline.nobodyThere(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Waits at most so long for the result of a run; empty without one. A failed run is refused with its reason. */
    public <T> Optional<T> result(String id, Class<T> type, int seconds) {
        try {
            return Optional.of(
                    installation.temporal().newUntypedWorkflowStub(id).getResult(seconds, TimeUnit.SECONDS, type));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (WorkflowNotFoundException e) {
            throw ApiException.unknown("there is no run " + id, "see slipway status");
        } catch (WorkflowFailedException e) {
            throw ApiException.notNow(id + " failed: " + reason(e), "see " + linkOrName(id));
        }
    }

    private static String reason(WorkflowFailedException failed) {
        return failed.getCause() instanceof TemporalFailure cause ? Failures.text(cause) : Causes.words(failed);
    }

    /**
     * Returns the page of one run in Temporal's UI: an id has many runs, and the newest need not be the right one.
     * Blank without a UI.
     */
    public String link(String id, String runId) {
        String newest = link(id);
        return newest.isBlank() ? "" : newest + "/" + runId;
    }

    /** Returns the page of the newest run under an id in Temporal's UI; blank without a UI. */
    public String link(String id) {
        String base = installation.config().site().temporal().ui().toString();
        return base.equals(SiteConfig.Temporal.NO_UI)
                ? ""
                : (base.endsWith("/") ? base : base + "/") + "namespaces/"
                        + installation.temporal().getOptions().getNamespace() + "/workflows/"
                        + URLEncoder.encode(id, StandardCharsets.UTF_8);
    }

    /** Returns where a person finds the newest run under an id: its page, or its id where there is no UI. */
    public String linkOrName(String id) {
        String link = link(id);
        return link.isBlank() ? "run " + id + " in Temporal" : link;
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
                alert,
                info.getParentExecution().getWorkflowId());
    }

    private static Instant at(Timestamp time) {
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }

    private static String shortened(String summary) {
        return summary.length() <= 200 ? summary : summary.substring(0, 199) + "…";
    }
}
