package dev.slipway.starter.api;

import dev.slipway.config.SshConfig;
import dev.slipway.runbook.SearchKeys;
import dev.slipway.starter.Installation;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.enums.v1.TaskQueueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeTaskQueueRequest;
import io.temporal.common.SearchAttributeKey;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Looks at configuration, ledger, Temporal, namespace, search attributes, workers and SSH keys. Safe to repeat: creates
 * missing search attributes and changes nothing else.
 */
@Component
final class Doctor {
    private static final List<SearchAttributeKey<String>> WANTED =
            List.of(SearchKeys.FLEET, SearchKeys.RUNBOOK, SearchKeys.NODE_STATE, SearchKeys.REASON, SearchKeys.CHANGE);

    private final Installation installation;

    Doctor(Installation installation) {
        this.installation = installation;
    }

    /** One look. {@code verdict}: {@code ok}, {@code bad}, or {@code unknown} where the answer depends on something bad. */
    record Check(String part, String verdict, String saw, String next) {
        boolean well() {
            return verdict.equals("ok");
        }
    }

    List<Check> look() {
        List<Check> checks = new ArrayList<>();
        checks.add(new Check("configuration", "ok", fleets(), ""));
        checks.add(part("ledger", "bring its database back", () -> {
            installation.ledger().ping();
            return installation.ledger().singleProcess() ? "H2, for this process alone" : "PostgreSQL";
        }));
        Check namespace = part("Temporal", "start it, or correct `temporal` in slipway.yaml", this::namespace);
        checks.add(namespace);
        if (namespace.well()) {
            checks.add(part(
                    "search attributes", "create them: temporal operator search-attribute create", this::attributes));
            checks.add(part("workers", "start one: slipway worker", this::workers));
        } else {
            checks.add(new Check("search attributes", "unknown", "Temporal does not answer", ""));
            checks.add(new Check("workers", "unknown", "Temporal does not answer", ""));
        }
        checks.add(part("SSH", "write the key and known_hosts that `ssh` in slipway.yaml names", this::ssh));
        return checks;
    }

    private static Check part(String part, String next, Supplier<String> look) {
        try {
            return new Check(part, "ok", look.get(), "");
        } catch (RuntimeException e) {
            String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            return new Check(part, "bad", message.lines().findFirst().orElse(message), next);
        }
    }

    private String fleets() {
        return "fleets " + String.join(", ", installation.config().fleets().keySet());
    }

    private String namespace() {
        String name = installation.temporal().getOptions().getNamespace();
        stubs().blockingStub()
                .withDeadlineAfter(3, TimeUnit.SECONDS)
                .describeNamespace(
                        DescribeNamespaceRequest.newBuilder().setNamespace(name).build());
        return "namespace " + name + " at "
                + installation.config().site().temporal().target();
    }

    private String attributes() {
        String namespace = installation.temporal().getOptions().getNamespace();
        OperatorServiceStubs operator = OperatorServiceStubs.newServiceStubs(OperatorServiceStubsOptions.newBuilder()
                .setChannel(stubs().getRawChannel())
                .validateAndBuildWithDefaults());
        var known = operator.blockingStub()
                .withDeadlineAfter(3, TimeUnit.SECONDS)
                .listSearchAttributes(ListSearchAttributesRequest.newBuilder()
                        .setNamespace(namespace)
                        .build())
                .getCustomAttributesMap();
        List<String> missing = WANTED.stream()
                .map(SearchAttributeKey::getName)
                .filter(name -> !known.containsKey(name))
                .toList();
        if (missing.isEmpty()) {
            return WANTED.size() + " present";
        }
        AddSearchAttributesRequest.Builder add =
                AddSearchAttributesRequest.newBuilder().setNamespace(namespace);
        missing.forEach(name -> add.putSearchAttributes(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
        operator.blockingStub().withDeadlineAfter(10, TimeUnit.SECONDS).addSearchAttributes(add.build());
        return "created " + String.join(", ", missing);
    }

    private String workers() {
        String queue = installation.config().site().temporal().taskQueue();
        int pollers = pollers(queue, TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW);
        if (pollers == 0) {
            throw new IllegalStateException("no worker polls the task queue " + queue);
        }
        return pollers + " poll the task queue " + queue;
    }

    private int pollers(String queue, TaskQueueType type) {
        return stubs().blockingStub()
                .withDeadlineAfter(3, TimeUnit.SECONDS)
                .describeTaskQueue(DescribeTaskQueueRequest.newBuilder()
                        .setNamespace(installation.temporal().getOptions().getNamespace())
                        .setTaskQueue(TaskQueue.newBuilder().setName(queue))
                        .setTaskQueueType(type)
                        .build())
                .getPollersCount();
    }

    private String ssh() {
        SshConfig ssh = installation.config().site().ssh();
        for (Path file : List.of(ssh.key(), ssh.knownHosts())) {
            if (!Files.isReadable(file)) {
                throw new IllegalStateException(file + " is missing or cannot be read here");
            }
        }
        return "key and known_hosts are there; workers need the same";
    }

    private WorkflowServiceStubs stubs() {
        return installation.temporal().getWorkflowServiceStubs();
    }
}
