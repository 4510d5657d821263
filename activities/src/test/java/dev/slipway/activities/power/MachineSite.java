package dev.slipway.activities.power;

import dev.slipway.activities.audit.AuditedActs;
import dev.slipway.activities.bmc.BmcDirectory;
import dev.slipway.activities.bmc.BmcPowerCycler;
import dev.slipway.activities.bmc.BmcSecret;
import dev.slipway.activities.bmc.BmcTarget;
import dev.slipway.activities.bmc.LastSeen;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.kubernetes.KubernetesNodes;
import dev.slipway.activities.kubernetes.NodeStatusView;
import dev.slipway.activities.kubernetes.client.ClusterConnections;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.spec.KubeletReport;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import dev.slipway.simulator.kubernetes.spec.WorkloadKind;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lab's machine v1 with what the reboot step needs around it: its SSH, its BMC behind Redfish, a simulated cluster that
 * has a pod on it, and a ledger. Only whether a process holds a GPU is not asked: nothing computes there.
 */
final class MachineSite implements AutoCloseable {
    static final NodeRef MACHINE = new NodeRef("lab", "v1");
    static final String POD = "ml/train-7";

    private static final double SPEED = 50;
    private static final Duration BOOTS_WITHIN = Duration.ofMinutes(20);
    private static final String[] BOOT = {
        "boot-id", "boot-time", "kernel", "cmdline", "system-state", "kernels", "next-kernel"
    };

    final Path lab = folder("SLIPWAY_LAB_VM");
    private final Instant started = Instant.now();
    private final ActivityClock clock = TestClock.running(1);
    private final SshNodes ssh = new SshNodes(
            node -> new SshTarget("127.3.0.1", 22, "slipway", lab.resolve("id"), lab.resolve("known_hosts")),
            clock,
            SshNodes.Options.normal());
    private final NodeTools tools = OneNode.tools(ssh, clock);
    private final SimulatedKubernetes server =
            SimulatedKubernetes.start(SimulatedKubernetesOptions.defaults().withSpeed(SPEED));
    private final ClusterConnections clusters = new ClusterConnections(Map.of(MACHINE.cluster(), access()));
    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:machine", "slipway", Optional.empty());
    final KubernetesNodes scheduler = new KubernetesNodes(
            clusters, act -> Reading.of(List.of()), TestClock.running(SPEED).began(started));
    private final AuditedActs cycles = AuditedActs.cycles(ledger.audit(), clock);
    private Duration silence = BOOTS_WITHIN;

    /** The cluster knows the machine under the boot that it runs now. */
    MachineSite() throws IOException {
        NodeSpec.Machine machine =
                new NodeSpec.Machine(boot(Instant.now()).bootId(), "", read(lab.resolve("v1/product_uuid")), "");
        server.addNode(NodeSpec.gpuNode(MACHINE.name()).withMachine(machine));
        server.addPod(PodSpec.pod("ml", "train-7").on(MACHINE.name()).ownedBy(WorkloadKind.REPLICA_SET, "train"));
    }

    /** What a kubelet on the machine would report. */
    void clusterSees(String bootId) {
        server.kubeletReports(new KubeletReport(MACHINE.name(), bootId, true, 8));
    }

    private Config access() {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl(server.url().toString())
                .withOauthToken(server.token())
                .build();
    }

    /** A node that cannot come back by itself need not be waited for as long as one that boots. */
    void isTakenForHungAfter(Duration silent) {
        silence = silent;
    }

    SshPower power() {
        return new SshPower(
                tools,
                guard(),
                (act, boot) -> Optional.empty(),
                act -> cycles.begun(act) ? BOOTS_WITHIN : silence,
                hung());
    }

    BmcPowerCycler hung() {
        return new BmcPowerCycler(
                node -> Optional.of(
                        new BmcDirectory.Entry(() -> redfish().open(TestClock.running(1)), Optional.empty(), true)),
                guard(),
                new LastSeen(() -> scheduler.registration(MACHINE).map(NodeStatusView::bootId)),
                cycles,
                clock);
    }

    private Guard guard() {
        return new Guard(
                act -> scheduler,
                act -> Reading.of(new AnsweringMachine(act.machine().orElseThrow())),
                act -> Reading.of(List.of()),
                fleet -> Optional.empty());
    }

    private static BmcTarget redfish() {
        Path bmc = folder("SLIPWAY_BMC");
        try {
            return new BmcTarget(
                    BmcTarget.Protocol.REDFISH,
                    new BmcTarget.Endpoint(
                            "127.0.0.1",
                            Integer.parseInt(read(bmc.resolve("redfish.port"))),
                            Optional.of(read(bmc.resolve("v1/system")))),
                    new BmcTarget.Login("power", new BmcSecret(Optional.of(bmc.resolve("password")), Optional.empty())),
                    BmcTarget.Trust.pinnedIn(bmc.resolve("tls.crt")),
                    BmcTarget.Limits.normal());
        } catch (IOException e) {
            throw new IllegalStateException("the lab's BMC is not there", e);
        }
    }

    /** The act of a run on this machine, bound to the UUID that its BMC must name too. */
    Act act(String token, int attempt) throws IOException {
        String product = read(lab.resolve("v1/product_uuid"));
        String uid = scheduler.registration(MACHINE).orElseThrow().nodeUid();
        return new Act(
                MACHINE,
                "lab",
                token,
                MACHINE.workflowId(),
                "image-drift",
                Step.REBOOT,
                attempt,
                Optional.of(new Identity("m", product, Optional.of(uid))),
                Instant.now().minusSeconds(60));
    }

    Boot boot(Instant t0) {
        return tools.facts().read(MACHINE, t0, BOOT).boot().value().orElseThrow();
    }

    int boots() throws IOException, InterruptedException {
        return Integer.parseInt(order("boots", "v1").strip());
    }

    String order(String... words) throws IOException, InterruptedException {
        Path script = Path.of("..", "lab", "vm").toAbsolutePath().normalize();
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + " failed: " + said);
        }
        return said;
    }

    static String read(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    private static Path folder(String variable) {
        return Path.of(Optional.ofNullable(System.getenv(variable)).orElseThrow());
    }

    @Override
    public void close() {
        scheduler.close();
        clusters.close();
        server.close();
        ssh.close();
        ledger.close();
    }
}
