package dev.slipway.activities.drift;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.inventory.ExampleConfig;
import dev.slipway.activities.nodes.KnownMachines;
import dev.slipway.activities.spi.AnsibleComparison;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.JobNames;
import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import dev.slipway.runbook.InstalledRunbooks;
import dev.slipway.runbook.imagedrift.ImageDriftTable;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.ssh.SimulatedSsh;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A few members of the fleet {@code prod-a}, each a simulated node behind SSH unless a test puts another way to it. */
final class ScannedFleet implements AutoCloseable {
    static final String REPORT = "drift/prod-a-1";
    static final String FLEET = "prod-a";

    final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID(), "", Optional.empty());
    JobNames jobs = JobNames.none();
    private boolean kubelets;
    private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
    private final Map<String, SshTarget> ways = new ConcurrentHashMap<>();
    private final Config config;
    private final AnsibleComparison second;
    private final SimulatedSsh server;
    private final SshNodes ssh;

    ScannedFleet(Path folder, NodePlan... plans) {
        this(folder, AnsibleComparison.none(), plans);
    }

    ScannedFleet(Path folder, AnsibleComparison second, NodePlan... plans) {
        this.second = second;
        config = ExampleConfig.in(folder.resolve("config"));
        for (NodePlan plan : plans) {
            nodes.put(plan.name(), new SimulatedNode(plan));
        }
        server = SimulatedSsh.start(folder.resolve("ssh"), List.copyOf(nodes.values()));
        nodes.keySet().forEach(name -> ways.put(name, to(server.port(name), server.knownHosts())));
        ssh = new SshNodes(
                this::way, OneNode.CLOCK, new SshNodes.Options(Duration.ofSeconds(30), 50, Duration.ofMinutes(1)));
    }

    /** A whole node. */
    static NodePlan whole(int number) {
        return NodePlan.clean("gpu-%03d".formatted(number), number);
    }

    static NodeRef ref(int number) {
        return new NodeRef("c1", "gpu-%03d".formatted(number));
    }

    private SshTarget way(NodeRef node) {
        return Optional.ofNullable(ways.get(node.name())).orElseThrow();
    }

    SshTarget to(int port, Path knownHosts) {
        return new SshTarget("127.0.0.1", port, "slipway", server.clientKey(), knownHosts);
    }

    SimulatedSsh server() {
        return server;
    }

    SimulatedNode node(int number) {
        return Optional.ofNullable(nodes.get(ref(number).name())).orElseThrow();
    }

    void way(int number, SshTarget way) {
        ways.put(ref(number).name(), way);
    }

    /** How often the probe ran on a node. */
    int probes(int number) {
        SimulatedNode node = node(number);
        return node.clock().call(() -> node.faults().calls("slipway-probe"));
    }

    /** The cluster knows each member's machine as its kubelet reports it. */
    void hasKubelets() {
        kubelets = true;
    }

    private FleetRoster.Member member(String name) {
        FleetRoster.Member member = new FleetRoster.Member(new NodeRef("c1", name), "r01", true);
        SimulatedNode node = Optional.ofNullable(nodes.get(name)).orElseThrow();
        ReportedMachine reported = node.clock()
                .call(() -> new ReportedMachine(
                        node.machine().machineId(),
                        node.machine().productUuid(),
                        node.power().bootId(),
                        ""));
        return kubelets
                ? new FleetRoster.Member(member.node(), member.rack(), true, member.outside(), reported)
                : member;
    }

    /** The activities of one worker. */
    FleetDrift worker(ActivityClock clock) {
        NodeFactsReader reader = new NodeFactsReader(ssh, InstantSource.system());
        return new FleetDrift(
                config,
                fleet -> ways.keySet().stream().sorted().map(this::member).toList(),
                new FleetDrift.Reading(
                        new MemberReader(reader, this::way, InstantSource.system()),
                        new InstalledRunbooks(List.of(new ImageDriftTable()), Set.of()),
                        OneNode::baseline,
                        second,
                        clock,
                        new FleetDrift.Besides(
                                silent -> Optional.of("its BMC answers"),
                                jobs,
                                kubelets
                                        ? new KnownMachines(config, ledger.facts())::another
                                        : any -> Optional.empty())),
                ledger,
                report -> "");
    }

    /** One check from its beginning to its report. */
    DriftReport check() {
        FleetDrift drift = worker(OneNode.CLOCK);
        int members = drift.begin(REPORT, FLEET);
        drift.scan(REPORT, FLEET, 0, members);
        return drift.finish(REPORT, FLEET);
    }

    MemberAnswer answer(int number) {
        return Optional.ofNullable(ledger.fleetScans().answers(REPORT).get(ref(number)))
                .orElseThrow();
    }

    @Override
    public void close() {
        ssh.close();
        server.close();
        nodes.values().forEach(SimulatedNode::close);
        ledger.close();
    }
}
