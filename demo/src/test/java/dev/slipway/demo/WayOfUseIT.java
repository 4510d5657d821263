package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.activities.kubernetes.client.ClusterRights;
import dev.slipway.demo.UsedSite.Said;
import dev.slipway.model.node.NodeState;
import dev.slipway.rollout.RolloutSummary;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The way of use on a real Temporal server, with a real worker on a simulated fleet, by the commands that a person types.
 * What was done to nodes is judged by the observer, which sees only the fleet.
 */
@Tag("dev-server")
class WayOfUseIT {
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final String FLEET = "rack-a";
    private static final Wanted CONVERGED = Wanted.whole(SoftwareSet.pinned());
    private static final Wanted LEFT = Wanted.untouched(false);
    private static final Wanted KEPT_OUT = Wanted.untouched(true);

    @TempDir
    Path folder;

    /** Nodes gpu-001 and up: all have drifted, and all serve a pod that may be evicted. */
    private UsedSite drifted(int nodes) {
        return drifted(nodes, nodes);
    }

    private UsedSite drifted(int nodes, int of) {
        FleetPlan plan = FleetPlan.whole(7, of);
        for (int i = 1; i <= nodes; i++) {
            plan = plan.changing("gpu-00" + i, node -> node.with(OLD).serving(2));
        }
        return new UsedSite(folder, plan);
    }

    /** A run whose drain failed for good: the cluster does not let us evict. */
    private static void stuck(UsedSite site, String node) {
        site.fleet.kubernetes().deny("create", "pods/eviction");
        site.does("run", "image-drift", "--node", node, "--reason", "drift");
        site.awaitState(node, NodeState.DECISION);
        site.fleet.kubernetes().allowEverything();
    }

    /** A drift check of the whole fleet, by its name. */
    private static String checked(UsedSite site) {
        Said said = site.slipway("drift", "check");
        assertThat(said.exit()).as("drift was found").isEqualTo(1);
        return said.text().replaceAll("(?s).*--from (\\S+) .*", "$1");
    }

    @Test
    void doctorLooksThroughTheWorkerAndSaysWhatIsWrongAndWhatToDo() throws Exception {
        try (UsedSite site = drifted(2)) {
            assertThat(site.does("doctor", "--all"))
                    .containsPattern("ok +search attributes +5 present")
                    .containsPattern("ok +SSH rack-a +each of 2 nodes")
                    .containsPattern("ok +RBAC rack-a +cluster demo grants all 11 rights");

            site.fleet.kubernetes().deny("create", "pods/eviction");
            Path known = site.fleet.ssh().knownHosts();
            String hosts = Files.readString(known);
            Files.writeString(known, "\n");
            Said wrong = site.slipway("doctor");
            assertThat(wrong.exit()).isEqualTo(1);
            assertThat(wrong.text())
                    .containsPattern("wrong +SSH rack-a +gpu-001: .*host key.*→ if the node was reinstalled")
                    .containsPattern("wrong +RBAC rack-a +cluster demo refuses: create pods/eviction +→ kubectl apply");
            Files.writeString(known, hosts);
            site.fleet.kubernetes().allowEverything();

            site.stopWorker();
            Said alone = site.slipway("doctor");
            assertThat(alone.exit()).isEqualTo(1);
            assertThat(alone.text())
                    .containsPattern("not checked +SSH rack-a")
                    .containsPattern("not checked +RBAC rack-a");
            assertThat(site.violations(Map.of("gpu-001", LEFT, "gpu-002", LEFT)))
                    .isEmpty();
        }
    }

    @Test
    void aDryRunShowsRowPlanAndCommandsAndChangesNothing() throws Exception {
        try (UsedSite site = drifted(2)) {
            assertThat(site.does("run", "image-drift", "--node", "gpu-001", "--dry-run", "--reason", "look"))
                    .contains("D17")
                    .contains("cordon → drain → converge packages → reboot → verify → readmit")
                    .containsPattern("apt-get .*install .*570.133.20");
            String check = checked(site);
            assertThat(site.does("rollout", "start", "--from", check, "--dry-run", "--reason", "look"))
                    .containsPattern("1 +gpu-001 +D17")
                    .containsPattern("2 +gpu-002 +D17")
                    .containsPattern("apt-get .*install .*570.133.20")
                    .contains("Nothing was changed");
            assertThat(site.fleet.kubernetes().auditLog())
                    .noneMatch(entry -> entry.path().contains("/nodes/"));
            assertThat(site.violations(Map.of("gpu-001", LEFT, "gpu-002", LEFT)))
                    .isEmpty();
        }
    }

    @Test
    void aStepThatFailedForGoodIsDecidedByOurCommandByASignalOrByTemporalsOwnCommandLine() throws Exception {
        try (UsedSite site = drifted(3)) {
            stuck(site, "gpu-001");
            assertThat(site.slipway("retry", "gpu-001").exit())
                    .as("without a reason")
                    .isEqualTo(2);
            assertThat(site.does("retry", "gpu-001", "--reason", "rights are back"))
                    .contains("gpu-001");
            assertThat(site.awaitOutcome("gpu-001", 1)).startsWith("CONVERGED");

            stuck(site, "gpu-002");
            site.client()
                    .newUntypedWorkflowStub(site.ref("gpu-002").workflowId())
                    .signal("rollBack", Map.of("name", "oncall", "why", "not today"));
            site.awaitOutcome("gpu-002", 1);

            stuck(site, "gpu-003");
            site.temporal(
                    "workflow",
                    "signal",
                    "--workflow-id",
                    site.ref("gpu-003").workflowId(),
                    "--name",
                    "hold",
                    "--input",
                    "{\"name\":\"oncall\",\"why\":\"vendor looks at it\"}");
            assertThat(site.awaitOutcome("gpu-003", 1)).startsWith("HELD");
            assertThat(site.violations(Map.of("gpu-001", CONVERGED.atMost(1, 2), "gpu-002", LEFT, "gpu-003", KEPT_OUT)))
                    .isEmpty();
        }
    }

    @Test
    void aHeldNodeReturnsByAnAdoptingRunWithProofOrByAPersonWithout() throws Exception {
        try (UsedSite site = drifted(2)) {
            stuck(site, "gpu-001");
            site.does("hold", "gpu-001", "--reason", "look at it tomorrow");
            assertThat(site.awaitOutcome("gpu-001", 1)).startsWith("HELD");
            Said refused = site.slipway("run", "image-drift", "--node", "gpu-001", "--reason", "again");
            assertThat(refused.exit()).isEqualTo(4);
            assertThat(refused.text()).contains("is held since").contains("--adopt");
            site.does("run", "image-drift", "--node", "gpu-001", "--adopt", "--reason", "seen to");
            assertThat(site.awaitOutcome("gpu-001", 2)).startsWith("CONVERGED");

            stuck(site, "gpu-002");
            site.does("hold", "gpu-002", "--reason", "look at it tomorrow");
            site.awaitOutcome("gpu-002", 1);
            assertThat(site.does(
                            "node",
                            "release",
                            "gpu-002",
                            "--unverified",
                            "--reason",
                            "needed tonight",
                            "--until",
                            "2099-01-01T00:00:00Z"))
                    .contains("gpu-002")
                    .contains("seen before: driver 570.", "of 8 GPUs answer");
            UsedSite.until("gpu-002 is back", () -> !site.cordoned("gpu-002"));
            assertThat(site.does("node", "show", "gpu-002"))
                    .contains("release unverified")
                    .contains("needed tonight")
                    .contains("seen before: driver 570.");
            assertThat(site.violations(Map.of("gpu-001", CONVERGED.atMost(1, 2), "gpu-002", LEFT)))
                    .isEmpty();
        }
    }

    @Test
    void aFrozenFleetStartsNoMutationNotEvenOfARunThatIsUnderWay() throws Exception {
        try (UsedSite site = drifted(2)) {
            stuck(site, "gpu-001");
            site.does("freeze", "--fleet", FLEET, "--reason", "audit week");
            Said refused = site.slipway("run", "image-drift", "--node", "gpu-002", "--reason", "drift");
            assertThat(refused.exit()).isEqualTo(4);
            assertThat(refused.text()).contains("rack-a is frozen").contains("slipway unfreeze");
            site.does("retry", "gpu-001", "--reason", "rights are back");
            assertThat(site.awaitOutcome("gpu-001", 1)).startsWith("HELD").contains("frozen");
            assertThat(site.violations(Map.of("gpu-001", KEPT_OUT, "gpu-002", LEFT)))
                    .isEmpty();
            site.does("unfreeze", "--fleet", FLEET, "--reason", "it is over");
            site.does("run", "image-drift", "--node", "gpu-001", "--adopt", "--reason", "it is over");
            assertThat(site.awaitOutcome("gpu-001", 2)).startsWith("CONVERGED");
        }
    }

    @Test
    void withoutAGrantNoNodeIsCordonedAndTheEndOfTheHolderFreesIt() throws Exception {
        try (UsedSite site = drifted(2)) {
            stuck(site, "gpu-001");
            site.does("run", "image-drift", "--node", "gpu-002", "--reason", "drift");
            UsedSite.until(
                    "gpu-002 waits for the budget",
                    () -> site.does("node", "show", "gpu-002").contains("capacity"));
            assertThat(site.cordoned("gpu-002")).isFalse();
            site.does("rollback", "gpu-001", "--reason", "let the other one go first");
            assertThat(site.awaitOutcome("gpu-002", 1)).startsWith("CONVERGED");
            assertThat(site.violations(Map.of("gpu-001", LEFT, "gpu-002", CONVERGED.atMost(1, 2))))
                    .isEmpty();
        }
    }

    @Test
    void anAlertOfTheAllowListStartsARunOnceAndAnyOtherProposesOne() throws Exception {
        try (UsedSite site = drifted(2, 3)) {
            assertThat(alerted(site, "GPUXidError", "gpu-001")).isEqualTo("started");
            assertThat(alerted(site, "GPUHot", "gpu-002")).isEqualTo("proposed");
            assertThat(site.awaitOutcome("gpu-001", 1)).startsWith("CONVERGED");
            assertThat(alerted(site, "GPUXidError", "gpu-001")).isEqualTo("started again");
            assertThat(alerted(site, "GPUXidError", "gpu-003"))
                    .as("a node that shows nothing")
                    .isEqualTo("proposed");
            assertThat(found(site, "SlipwayReason = 'alert'")).containsExactly("node/demo/gpu-001");
            assertThat(site.violations(Map.of("gpu-001", CONVERGED.atMost(1, 2), "gpu-002", LEFT, "gpu-003", LEFT)))
                    .isEmpty();
        }
    }

    /** What the starter made of Alertmanager's webhook with one firing alert. */
    private static String alerted(UsedSite site, String name, String node) {
        Map<String, Object> alert = Map.of(
                "status",
                "firing",
                "labels",
                Map.of("alertname", name, "Hostname", node),
                "startsAt",
                "2026-11-21T02:00:00Z",
                "fingerprint",
                name + node);
        JsonNode result = site.api
                .post("/api/v1/alerts", Map.of("version", "4", "alerts", List.of(alert)))
                .path("results")
                .path(0);
        return result.path("verdict").asText() + (result.path("again").asBoolean() ? " again" : "");
    }

    @Test
    void runsAreFoundByWhatTheyAreAboutAndUseNoMoreThanTheyMay() throws Exception {
        try (UsedSite site = drifted(2)) {
            site.does("rollout", "start", "--from", checked(site), "--change", "c1", "--reason", "drift");
            site.client().newUntypedWorkflowStub("rollout/c1").getResult(RolloutSummary.class);
            String all = "SlipwayFleet = 'rack-a' AND SlipwayRunbook = 'image-drift' AND SlipwayChange = 'c1'";
            UsedSite.until("visibility has caught up", () -> found(site, all).size() == 5);
            assertThat(found(site, all))
                    .contains("rollout/c1", "node/demo/gpu-001", "node/demo/gpu-002")
                    .filteredOn(id -> id.contains("wave"))
                    .hasSize(2);
            assertThat(found(site, all + " AND SlipwayReason = 'rollout' AND SlipwayNodeState = 'in-service'"))
                    .containsExactlyInAnyOrder("node/demo/gpu-001", "node/demo/gpu-002");
            for (String node : List.of("gpu-001", "gpu-002")) {
                String id = site.ref(node).workflowId();
                assertThat(site.client().fetchHistory(id).getEvents())
                        .as("events of " + id)
                        .hasSizeLessThanOrEqualTo(200);
            }
            Set<String> needed =
                    ClusterRights.NEEDED.stream().map(ClusterRights.Right::verb).collect(Collectors.toSet());
            assertThat(site.fleet.kubernetes().requestCounts().keySet()).isSubsetOf(needed);
        }
    }

    private static List<String> found(UsedSite site, String query) {
        return site.client()
                .listExecutions(query)
                .map(run -> run.getExecution().getWorkflowId())
                .toList();
    }
}
