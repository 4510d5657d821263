package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.bmc.Chassis;
import dev.slipway.simulator.bmc.SimulatedRedfish;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.Ailment.Cure;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.SimulatedNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** gpu-fault-rma over everything: SSH, cluster, BMC, ledger, evidence and the site's tickets; a fault a node, all at once. */
class GpuFaultRmaFleetTest {
    private static final String RESET = "gpu-001";
    private static final String REBOOTED = "gpu-002";
    private static final String CYCLED = "gpu-003";
    private static final String LOST = "gpu-004";
    private static final String WORN = "gpu-005";
    private static final String PROGRAM = "gpu-006";
    private static final int SLOT = 3;

    @TempDir
    private Path folder = Path.of("");

    private final Map<String, String> tickets = new ConcurrentHashMap<>();
    private final Map<String, SimulatedRedfish> redfish = new TreeMap<>();
    private final ObjectMapper json = new ObjectMapper();
    private final HttpServer ticketServer;

    GpuFaultRmaFleetTest() throws IOException {
        ticketServer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void listen() {
        ticketServer.createContext("/", exchange -> {
            String once = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            tickets.merge(
                    once,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                    (first, again) -> first + again);
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        ticketServer.start();
    }

    @AfterEach
    void stop() {
        ticketServer.stop(0);
        redfish.values().forEach(SimulatedRedfish::close);
    }

    private static Map<String, List<Condition>> faults() {
        Map<String, List<Condition>> faults = new LinkedHashMap<>();
        faults.put(RESET, List.of(ails(Ailment.asking(SLOT, "Reset", Cure.RESET))));
        faults.put(REBOOTED, List.of(ails(Ailment.asking(SLOT, "Reset", Cure.REBOOT))));
        faults.put(CYCLED, List.of(ails(Ailment.offTheBus(SLOT, Cure.POWER_CYCLE)), new Condition.Xid(79, SLOT)));
        faults.put(LOST, List.of(new Condition.GpuLost(SLOT)));
        faults.put(WORN, List.of(ails(Ailment.rows(SLOT, Ailment.Rows.FAILED))));
        faults.put(PROGRAM, List.of(new Condition.Xid(31, SLOT)));
        return faults;
    }

    private static Condition ails(Ailment ailment) {
        return new Condition.GpuAils(ailment);
    }

    private void configure(Path site, SimulatedFleet fleet) {
        SimulatedRedfish bmc =
                SimulatedRedfish.start(folder.resolve("bmc"), Map.of(CYCLED, Chassis.of(fleet.node(CYCLED))));
        redfish.put(CYCLED, bmc);
        SimulatedSite.write(folder.resolve("password"), SimulatedRedfish.PASSWORD);
        for (String rack :
                fleet.plan().nodes().stream().map(n -> n.rack()).distinct().toList()) {
            Path file = site.resolve("fleets/rack-" + rack + ".yaml");
            SimulatedSite.append(
                    file,
                    "bmc: { user: %s, passwordFile: %s, certificateFile: %s }%n"
                            .formatted(SimulatedRedfish.USER, folder.resolve("password"), bmc.certificateFile()));
            if (fleet.plan().rack(rack).contains(CYCLED)) {
                SimulatedSite.change(
                        file,
                        "{ name: " + CYCLED + ",",
                        "{ name: %s, bmc: { address: 127.0.0.1, port: %d, system: %s },"
                                .formatted(CYCLED, bmc.port(), CYCLED));
            }
        }
        Path policy = site.resolve("policies/demo.yaml");
        SimulatedSite.change(policy, "count: 2, percent: 25%", "count: 8, percent: 100%");
        SimulatedSite.change(policy, "decide: true\n", "decide: false\n  powerCycle: true\n");
        SimulatedSite.append(
                site.resolve("slipway.yaml"),
                "tickets: { url: \"http://127.0.0.1:%d/rma\" }%n"
                        .formatted(ticketServer.getAddress().getPort()));
    }

    private static NodeRef ref(SimulatedSite site, String node) {
        return new NodeRef(site.fleet.plan().cluster(), node);
    }

    /** Read once while all is well: that is how a GPU that is gone can be named. */
    private static void readOnce(SimulatedSite site) {
        for (String rack :
                site.fleet.plan().nodes().stream().map(n -> n.rack()).distinct().toList()) {
            site.api.post("/api/v1/drift-checks", Map.of("fleet", "rack-" + rack));
        }
        UsedSite.until(
                "every node was read",
                () -> faults().keySet().stream()
                        .allMatch(node ->
                                site.ledger.facts().latest(ref(site, node)).isPresent()));
    }

    private static Map<String, NodeOutcome> run(SimulatedSite site) {
        faults().forEach((name, conditions) -> {
            SimulatedNode node = site.fleet.node(name);
            node.clock().run(() -> conditions.forEach(node::become));
        });
        faults().keySet()
                .forEach(node -> site.api.post(
                        "/api/v1/runs",
                        Map.of("runbook", "gpu-fault-rma", "node", node, "who", "test", "reason", "a fault")));
        Map<String, NodeOutcome> ends = new TreeMap<>();
        faults().keySet().forEach(node -> ends.put(node, end(site, node)));
        return ends;
    }

    private static NodeOutcome end(SimulatedSite site, String node) {
        return site.engine
                .client()
                .newUntypedWorkflowStub(ref(site, node).workflowId())
                .getResult(NodeOutcome.class);
    }

    private static List<String> said(SimulatedSite site, String name, NodeEvent.Kind kind) {
        SimulatedNode node = site.fleet.node(name);
        return node.clock()
                .call(() -> node.events().stream()
                        .filter(event -> event.kind() == kind)
                        .map(NodeEvent::detail)
                        .toList());
    }

    private static String serial(SimulatedSite site, String name) {
        SimulatedNode node = site.fleet.node(name);
        return node.clock().call(() -> node.machine().slots().get(SLOT).serial());
    }

    private static List<GpuEvent.Kind> history(SimulatedSite site, String node) {
        return site.ledger.gpuHistory().of(serial(site, node), Instant.EPOCH).reversed().stream()
                .map(GpuEvent::kind)
                .filter(kind -> kind != GpuEvent.Kind.XID)
                .toList();
    }

    @Test
    void i10_i11_i23_eachFaultTakesItsRungsAndWhatNoneMendsIsNamedForReplacement() throws IOException {
        try (SimulatedSite site = new SimulatedSite(FleetPlan.whole(41, 16).timeFactor(300), folder, this::configure)) {
            readOnce(site);

            Map<String, NodeOutcome> ends = run(site);
            String text = ends.toString();

            assertThat(ends)
                    .as(text)
                    .hasEntrySatisfying(RESET, end -> assertThat(end.toString()).isEqualTo("CONVERGED"));
            assertThat(said(site, RESET, NodeEvent.Kind.GPU_RESET)).containsExactly("3");
            assertThat(said(site, RESET, NodeEvent.Kind.BOOTED))
                    .as("its first boot")
                    .hasSize(1);
            assertThat(history(site, RESET)).containsExactly(GpuEvent.Kind.RESET);

            assertThat(ends)
                    .as(text)
                    .hasEntrySatisfying(
                            REBOOTED, end -> assertThat(end.toString()).isEqualTo("CONVERGED"));
            assertThat(said(site, REBOOTED, NodeEvent.Kind.BOOTED)).hasSize(2);

            assertThat(ends)
                    .as(text)
                    .hasEntrySatisfying(
                            CYCLED, end -> assertThat(end.toString()).isEqualTo("CONVERGED"));
            SimulatedNode cycled = site.fleet.node(CYCLED);
            assertThat(cycled.clock().call(() -> cycled.power().outages())).isEqualTo(1);

            assertThat(ends)
                    .as(text)
                    .hasEntrySatisfying(
                            PROGRAM, end -> assertThat(end.toString()).startsWith("UNTOUCHED(errors of programs only"));
            assertThat(said(site, PROGRAM, NodeEvent.Kind.COMMAND)).isEmpty();

            candidates(site, ends);
        }
    }

    private void candidates(SimulatedSite site, Map<String, NodeOutcome> ends) throws IOException {
        for (String node : List.of(LOST, WORN)) {
            assertThat(ends)
                    .hasEntrySatisfying(
                            node,
                            end -> assertThat(end.toString())
                                    .as(ends.toString())
                                    .startsWith("RMA_CANDIDATE(RMA candidate: ")
                                    .contains("ticket opened at 127.0.0.1"));
            assertThat(history(site, node)).as(node).endsWith(GpuEvent.Kind.RMA);
            assertThat(site.ledger.evidence().ofNode(ref(site, node), 10))
                    .extracting(EvidenceRef::path)
                    .as(node)
                    .anyMatch(path -> path.contains("/evidence-gpu-"))
                    .anyMatch(path -> path.contains("/rma-record-"));
        }
        Map<String, JsonNode> opened = new TreeMap<>();
        for (String ticket : new ArrayList<>(tickets.values())) {
            JsonNode fields = json.readTree(ticket);
            opened.put(fields.path("node").asText(), fields);
        }
        assertThat(opened).containsOnlyKeys(LOST, WORN).hasSize(tickets.size());
        for (Map.Entry<String, JsonNode> ticket : opened.entrySet()) {
            JsonNode gpu = ticket.getValue().path("gpus").path(0);
            assertThat(gpu.path("serial").asText()).as(ticket.toString()).isEqualTo(serial(site, ticket.getKey()));
            assertThat(ticket.getValue().path("evidence").path("sha256").asText())
                    .hasSize(64);
        }
    }
}
