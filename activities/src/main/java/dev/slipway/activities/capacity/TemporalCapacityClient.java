package dev.slipway.activities.capacity;

import dev.slipway.activities.spi.ConfiguredFleets;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.CapacityGrants;
import dev.slipway.model.FailureType;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.capacity.CapacityRoom;
import dev.slipway.model.capacity.GrantRecords;
import dev.slipway.model.capacity.HeldGrant;
import dev.slipway.port.CapacityClient;
import dev.slipway.rollout.Capacity;
import dev.slipway.rollout.CapacityState;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The budget of a domain is a workflow that the first request starts. */
public final class TemporalCapacityClient implements CapacityClient {
    /** A run that goes on as a new one, under another runbook, is not over. */
    private static final Set<WorkflowExecutionStatus> OPEN = EnumSet.of(
            WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING,
            WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW);

    private final WorkflowClient client;
    private final Config config;
    private final FleetRoster roster;
    private final CapacityGrants grants;

    public TemporalCapacityClient(WorkflowClient client, Config config, FleetRoster roster, CapacityGrants grants) {
        this.client = client;
        this.config = config;
        this.roster = roster;
        this.grants = grants;
    }

    @Override
    public void ask(CapacityRequest request) {
        String cluster = request.node().cluster();
        String domain = domain(request);
        WorkflowOptions options = WorkflowOptions.newBuilder()
                .setWorkflowId(Capacity.workflowId(cluster, domain))
                .setTaskQueue(config.site().temporal().taskQueue())
                .setStaticSummary("budget of " + cluster + "/" + domain)
                .build();
        client.newUntypedWorkflowStub(Capacity.class.getSimpleName(), options)
                .signalWithStart("ask", new Object[] {request}, new Object[] {
                    CapacityState.empty(cluster, domain, request.fleet())
                });
    }

    @Override
    public void giveBack(CapacityRequest request) {
        String id = Capacity.workflowId(request.node().cluster(), domain(request));
        try {
            client.newUntypedWorkflowStub(id).signal("giveBack", request);
        } catch (WorkflowNotFoundException neverAsked) {
            // Nothing is held without a request.
            return;
        }
    }

    /** A domain may be named with its cluster in front; the workflow id names the cluster once. */
    private static String domain(CapacityRequest request) {
        String prefix = request.node().cluster() + "/";
        return request.domain().startsWith(prefix) ? request.domain().substring(prefix.length()) : request.domain();
    }

    /** The limit is the one of the policy that the fleet has now; no run brings its own. */
    @Override
    public CapacityRoom room(String name) {
        FleetConfig fleet = ConfiguredFleets.named(config, name);
        List<FleetRoster.Member> seen = roster.members(name);
        int members =
                fleet.selector().isPresent() ? seen.size() : fleet.members().size();
        return new CapacityRoom(
                config.policyOf(fleet).capacityLimit().of(members),
                seen.stream()
                        .filter(member -> !member.inService())
                        .map(member -> member.node().name())
                        .toList());
    }

    @Override
    public List<String> closed(List<String> workflowIds) {
        List<String> closed = new ArrayList<>();
        for (String id : workflowIds) {
            if (!open(id)) {
                closed.add(id);
            }
        }
        return List.copyOf(closed);
    }

    @Override
    public GrantRecords records(String budget) {
        return grants.of(budget);
    }

    @Override
    public void record(String budget, List<HeldGrant> granted, List<HeldGrant> over) {
        grants.record(budget, granted, over);
    }

    /** Only an answer closes: a server that does not answer leaves the grant where it is. */
    private boolean open(String workflowId) {
        try {
            WorkflowExecutionStatus status = client.getWorkflowServiceStubs()
                    .blockingStub()
                    .describeWorkflowExecution(DescribeWorkflowExecutionRequest.newBuilder()
                            .setNamespace(client.getOptions().getNamespace())
                            .setExecution(WorkflowExecution.newBuilder().setWorkflowId(workflowId))
                            .build())
                    .getWorkflowExecutionInfo()
                    .getStatus();
            return OPEN.contains(status);
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
                return false;
            }
            throw FailureType.TRANSIENT.of("Could not ask whether " + workflowId + " is open: " + e.getStatus());
        }
    }
}
