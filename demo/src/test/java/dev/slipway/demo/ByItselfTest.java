package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.fleet.FleetConfigFiles;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a site does by itself where its policy lets it: a drift check opens a rollout through the starter's door, the rollout
 * waits for a person, the fleet's own queue serves its nodes, and people hear of a node that stays out.
 */
class ByItselfTest {
    private static final String DRIFTED = "gpu-002";
    private static final String LOST = "gpu-003";
    private static final String QUEUE = "far-site";

    @TempDir
    private Path folder = Path.of("");

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final HttpServer webhook;
    private final int port;

    ByItselfTest() throws IOException {
        webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        webhook.createContext("/", exchange -> {
            heard.add(exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        webhook.start();
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    @AfterEach
    void stop() {
        webhook.stop(0);
    }

    private void configure(Path site) {
        Path policy = site.resolve("policies/" + FleetConfigFiles.POLICY + ".yaml");
        SimulatedSite.change(policy, "rollout: false", "rollout: true");
        SimulatedSite.change(policy, "decide: true", "decide: false");
        SimulatedSite.append(policy, "driftCheck: { autoRollout: true }\n");
        SimulatedSite.change(
                site.resolve("fleets/rack-a.yaml"),
                "scheduler: kubernetes",
                "scheduler: kubernetes\ntaskQueue: " + QUEUE);
        SimulatedSite.write(site.resolve("hook-token"), "s3cret\n");
        SimulatedSite.write(site.resolve("slipway.yaml"), """
                ledger: { file: ledger }
                evidence: { directory: evidence }
                starter: { tokenFile: token, address: "127.0.0.1:%d" }
                notifications:
                  channels:
                    - { kind: webhook, url: "http://127.0.0.1:%d/hook", tokenFile: hook-token }
                """.formatted(
                        port, webhook.getAddress().getPort()));
    }

    @Test
    void aDriftCheckOpensARolloutThatAPersonApprovesAndPeopleHearOfWhatStaysOut() {
        FleetPlan plan = FleetPlan.whole(13, 8)
                .timeFactor(300)
                .changing(DRIFTED, n -> n.with(new Condition.Runs(SoftwareSet.previous())))
                .changing(LOST, n -> n.with(new Condition.GpuLost(3)));
        try (SimulatedSite site = new SimulatedSite(plan, folder, (at, fleet) -> configure(at))) {
            String change = site.api
                    .post("/api/v1/drift-checks", Map.of("fleet", "rack-a"))
                    .path("id")
                    .asText()
                    .replaceFirst("^drift/", "");
            UsedSite.until(
                    "the rollout waits for a person", () -> state(site, change).equals("waits for approval"));
            assertThat(site.fleet
                            .node(DRIFTED)
                            .clock()
                            .call(() -> site.fleet.node(DRIFTED).events()))
                    .as("nothing but its first boot")
                    .hasSize(1);

            site.api.post(
                    "/api/v1/rollouts/" + change + "/approve", Map.of("who", "grace", "reason", "looked at the plan"));
            UsedSite.until("the rollout is done", () -> state(site, change).equals("done"));

            NodeRef node = new NodeRef(plan.cluster(), DRIFTED);
            assertThat(site.ledger.outcomes().ofNode(node, 1))
                    .singleElement()
                    .asString()
                    .contains("CONVERGED");
            assertThat(queues(site, node)).containsExactly(QUEUE);

            assertThat(site.run(LOST).toString()).startsWith("RMA_CANDIDATE(RMA candidate: fell off the bus");
            assertThat(heard).hasSize(2);
            assertThat(heard.getFirst())
                    .contains("8 of 8 answered, 6 match, 1 drifted, 1 broken", "slipway rollout approve " + change)
                    .contains("slipway drift check --show drift/");
            assertThat(heard.getLast()).contains("Bearer s3cret", LOST, "RMA_CANDIDATE", "gpu-fault-rma");
        }
    }

    private static String state(SimulatedSite site, String change) {
        try {
            return site.api.get("/api/v1/rollouts/" + change).path("status").asText();
        } catch (RuntimeException notYet) {
            return "not there: " + notYet.getMessage();
        }
    }

    /** The queues of the activities that touched the node or asked it. */
    private static List<String> queues(SimulatedSite site, NodeRef node) {
        return site.engine.client().fetchHistory(node.workflowId()).getEvents().stream()
                .filter(event -> event.hasActivityTaskScheduledEventAttributes())
                .map(event -> event.getActivityTaskScheduledEventAttributes()
                        .getTaskQueue()
                        .getName())
                .distinct()
                .toList();
    }
}
