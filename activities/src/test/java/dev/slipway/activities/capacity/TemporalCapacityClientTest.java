package dev.slipway.activities.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.inventory.ExampleConfig;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.input.Input;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.capacity.CapacityLimit;
import dev.slipway.model.capacity.CapacityRequest;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import dev.slipway.rollout.Capacity;
import dev.slipway.rollout.CapacityState;
import dev.slipway.rollout.CapacityView;
import io.temporal.client.WorkflowClient;
import io.temporal.common.converter.RawValue;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.workflow.Workflow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporalCapacityClientTest {
    private static final CapacityLimit LIMIT = new CapacityLimit(4, 10);

    private final TestWorkflowEnvironment engine = TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder().setUseTimeskipping(false).build());

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID(), "", Optional.empty());

    @TempDir
    Path directory = Path.of("");

    /** A budget that only remembers who asked. */
    public static final class RememberingBudget implements Capacity {
        private final List<CapacityRequest> waiting = new ArrayList<>();

        @Override
        public void serve(CapacityState state) {
            Workflow.await(() -> false);
        }

        @Override
        public void ask(@Nullable RawValue request) {
            waiting.add(Input.read(request, CapacityRequest.class));
        }

        @Override
        public void giveBack(@Nullable RawValue request) {
            String holder = Input.read(request, CapacityRequest.class).holder();
            waiting.removeIf(asked -> asked.holder().equals(holder));
        }

        @Override
        public CapacityView view() {
            return new CapacityView(4, List.of(), Reading.unknown("no scheduler here"), List.copyOf(waiting));
        }
    }

    @BeforeEach
    void start() {
        engine.newWorker("slipway").registerWorkflowImplementationTypes(RememberingBudget.class);
        engine.start();
    }

    @AfterEach
    void end() {
        ledger.close();
        engine.close();
    }

    private TemporalCapacityClient client() {
        List<FleetRoster.Member> members = List.of(
                new FleetRoster.Member(new NodeRef("c1", "gpu-000"), "r0", true),
                new FleetRoster.Member(new NodeRef("c1", "gpu-001"), "r0", false));
        return new TemporalCapacityClient(
                engine.getWorkflowClient(), ExampleConfig.in(directory), fleet -> members, ledger.capacityGrants());
    }

    private static CapacityRequest request(String node, String domain) {
        NodeRef ref = new NodeRef("c1", node);
        return new CapacityRequest(domain, "prod-a", ref, ref.workflowId(), "run-1");
    }

    private List<String> waiting() {
        WorkflowClient client = engine.getWorkflowClient();
        return client.newWorkflowStub(Capacity.class, "capacity/c1/prod-a").view().waiting().stream()
                .map(CapacityRequest::holder)
                .toList();
    }

    @Test
    void startsTheOneBudgetOfADomainWithTheFirstRequest() {
        TemporalCapacityClient client = client();

        client.ask(request("gpu-000", "c1/prod-a"));
        client.ask(request("gpu-001", "prod-a"));
        assertThat(waiting()).containsExactly("node/c1/gpu-000", "node/c1/gpu-001");

        client.giveBack(request("gpu-000", "c1/prod-a"));
        assertThat(waiting()).containsExactly("node/c1/gpu-001");
    }

    @Test
    void givingBackWhatNobodyEverAskedForIsNothing() {
        client().giveBack(request("gpu-000", "prod-a"));

        assertThat(client().closed(List.of("capacity/c1/prod-a"))).containsExactly("capacity/c1/prod-a");
    }

    @Test
    void knowsWhichHoldersAreClosed() {
        TemporalCapacityClient client = client();
        client.ask(request("gpu-000", "prod-a"));

        assertThat(client.closed(List.of("capacity/c1/prod-a", "node/c1/gpu-009")))
                .containsExactly("node/c1/gpu-009");
    }

    @Test
    void i14_countsWhoIsOutWhoeverTookThemOut() {
        assertThat(client().room("prod-a").out()).containsExactly("gpu-001");
    }

    @Test
    void i14_theLimitIsTheOneOfTheFleetsPolicyWhoeverAsks() {
        assertThat(client().room("prod-a").limit()).isEqualTo(LIMIT.of(20));
    }
}
