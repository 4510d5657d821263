package dev.slipway.starter.doctor;

import com.google.protobuf.util.Timestamps;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.config.SiteConfig;
import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.config.temporal.TemporalTrouble;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.model.Causes;
import dev.slipway.model.CheckResult;
import dev.slipway.model.Durations;
import dev.slipway.model.Finding;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.Attributes;
import io.temporal.api.enums.v1.TaskQueueType;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeTaskQueueRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Looks at configuration, ledger and its growth, Temporal, namespace, search attributes and workers, and has a worker
 * look at SSH, at BMCs and at rights in clusters. Safe to repeat: creates missing search attributes and changes nothing
 * else.
 */
@Component
final class Doctor {
    /**
     * Limits the age of a poll: a worker polls again after at most a minute; Temporal remembers one that is gone for
     * five.
     */
    private static final Duration POLLS_WITHIN = Duration.ofSeconds(70);

    /** Limits the wait for one answer: a busy site answers late, and a Temporal that is not there refuses at once. */
    private static final int ANSWER_WITHIN_SECONDS = 10;

    private final Installation installation;
    private final WorkerHealth worker;

    Doctor(Installation installation, WorkerHealth worker) {
        this.installation = installation;
        this.worker = worker;
    }

    /** Takes {@code all}: every node of every fleet, not one of each. */
    List<CheckResult> check(boolean all) {
        List<CheckResult> looks = new ArrayList<>();
        looks.add(configuration());
        looks.add(part("ledger", "bring its database back", () -> {
            installation.ledger().ping();
            return installation.ledger().singleProcess() ? "H2, for this process alone" : "PostgreSQL";
        }));
        looks.add(part(
                "ledger growth",
                "bring its database back",
                () -> installation.ledger().growth().measured().words()));
        CheckResult namespace = temporal();
        looks.add(namespace);
        if (namespace.finding() == Finding.OK) {
            looks.add(part(
                    "search attributes", "create them: temporal operator search-attribute create", this::attributes));
            looks.addAll(workers(all));
        } else {
            String next = "try again when Temporal answers";
            looks.add(CheckResult.notChecked("search attributes", "Temporal does not answer", next));
            looks.add(CheckResult.notChecked("workers", "Temporal does not answer", next));
            looks.addAll(worker.notChecked("Temporal does not answer", next));
        }
        return looks;
    }

    private CheckResult configuration() {
        Config config = installation.config();
        return config.missingFleet()
                .map(missing -> CheckResult.wrong("configuration", missing.sentence(), missing.next()))
                .orElseGet(() -> CheckResult.ok(
                        "configuration",
                        "fleets " + String.join(", ", config.fleets().keySet())));
    }

    private static CheckResult part(String part, String next, Supplier<String> look) {
        try {
            return CheckResult.ok(part, look.get());
        } catch (RuntimeException e) {
            return CheckResult.wrong(part, Causes.words(e), next);
        }
    }

    private CheckResult temporal() {
        SiteConfig.Temporal at = installation.config().site().temporal();
        try {
            return CheckResult.ok(
                    "Temporal", namespace() + " at " + at.target() + ", " + TemporalConnection.protection(at));
        } catch (RuntimeException e) {
            if (TemporalConnection.failed(e)) {
                TemporalTrouble trouble = TemporalConnection.explain(e, at);
                return CheckResult.wrong("Temporal", trouble.what(), trouble.next());
            }
            return CheckResult.wrong("Temporal", Causes.words(e), "correct `temporal` in slipway.yaml");
        }
    }

    private String namespace() {
        String name = installation.temporal().getOptions().getNamespace();
        stubs().blockingStub()
                .withDeadlineAfter(ANSWER_WITHIN_SECONDS, TimeUnit.SECONDS)
                .describeNamespace(
                        DescribeNamespaceRequest.newBuilder().setNamespace(name).build());
        return "namespace " + name;
    }

    private String attributes() {
        List<String> created = new Attributes(installation).created();
        return created.isEmpty() ? SearchKeys.ALL.size() + " present" : "created " + String.join(", ", created);
    }

    private List<CheckResult> workers(boolean all) {
        String queue = installation.config().site().temporal().taskQueue();
        CheckResult polling = polled("workers", queue, TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW, "");
        List<CheckResult> looks = new ArrayList<>(List.of(polling));
        remoteQueues()
                .forEach((remote, fleets) -> looks.add(polled(
                        "workers " + remote, remote, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY, ", of fleet " + fleets)));
        if (polling.finding() != Finding.OK) {
            looks.addAll(
                    worker.notChecked("only a worker can check this, and none polls", "start one: slipway worker"));
            return looks;
        }
        try {
            looks.addAll(worker.check(all));
        } catch (RuntimeException e) {
            looks.addAll(worker.notChecked("a worker could not be asked: " + Causes.words(e), "try again"));
        }
        return looks;
    }

    /** Returns the task queues besides the site's own, each with the fleets whose activities run there. */
    private Map<String, String> remoteQueues() {
        Map<String, String> queues = new TreeMap<>();
        for (FleetConfig fleet : installation.config().fleets().values()) {
            fleet.taskQueue().ifPresent(queue -> queues.merge(queue, fleet.name(), (some, more) -> some + ", " + more));
        }
        queues.remove(installation.config().site().temporal().taskQueue());
        return queues;
    }

    private CheckResult polled(String part, String queue, TaskQueueType type, String whose) {
        return part(part, "start one that listens there: slipway worker", () -> {
            int pollers = pollers(queue, type);
            if (pollers == 0) {
                throw new IllegalStateException("no worker polls the task queue " + queue + whose);
            }
            return pollers + " polled the task queue " + queue + whose + " in the last "
                    + Durations.words(POLLS_WITHIN);
        });
    }

    private int pollers(String queue, TaskQueueType type) {
        long since = installation.now().minus(POLLS_WITHIN).toEpochMilli();
        return Math.toIntExact(stubs()
                .blockingStub()
                .withDeadlineAfter(ANSWER_WITHIN_SECONDS, TimeUnit.SECONDS)
                .describeTaskQueue(DescribeTaskQueueRequest.newBuilder()
                        .setNamespace(installation.temporal().getOptions().getNamespace())
                        .setTaskQueue(TaskQueue.newBuilder().setName(queue))
                        .setTaskQueueType(type)
                        .build())
                .getPollersList()
                .stream()
                .filter(poller -> Timestamps.toMillis(poller.getLastAccessTime()) >= since)
                .count());
    }

    private WorkflowServiceStubs stubs() {
        return installation.temporal().getWorkflowServiceStubs();
    }
}
