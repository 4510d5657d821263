package dev.slipway.simulator.fleet;

import dev.slipway.facts.ShellWords;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.Seed;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.slurm.SimulatedSlurm;
import dev.slipway.simulator.ssh.SimulatedSsh;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a fleet: nodes behind SSH, and their Kubernetes and Slurm clusters. Ends with {@link #close()}. */
public final class SimulatedFleet implements AutoCloseable {
    /** The host, among those that SSH reaches, on which the commands of Slurm are. */
    public static final String LOGIN_HOST = "login-1";

    private final FleetPlan plan;
    private final Map<String, SimulatedNode> nodes;
    private final SimulatedSsh ssh;
    private final SimulatedKubernetes kubernetes;
    private final SimulatedSlurm slurm = new SimulatedSlurm(InstantSource.system());
    private final Path folder;

    private SimulatedFleet(FleetPlan plan, Map<String, SimulatedNode> nodes, Path folder) {
        this.plan = plan;
        this.nodes = nodes;
        this.folder = folder;
        this.ssh = SimulatedSsh.start(
                folder.resolve("ssh"),
                List.copyOf(nodes.values()),
                Map.of(LOGIN_HOST, line -> slurm.run(ShellWords.split(line))));
        this.kubernetes = SimulatedKubernetes.start(
                SimulatedKubernetesOptions.defaults().withSeed(plan.seed()).withSpeed(plan.timeFactor()));
    }

    /** Starts everything; keys, known hosts and the kubeconfig lie below {@code folder}. */
    public static SimulatedFleet start(FleetPlan plan, Path folder) {
        Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
        for (PlannedNode planned : plan.nodes()) {
            Seed seed = new Seed(plan.seed()).of(planned.name());
            nodes.put(
                    planned.name(),
                    new SimulatedNode(new NodePlan(
                            planned.name(), seed, plan.timeFactor(), planned.conditions(), planned.faults())));
        }
        SimulatedFleet fleet = new SimulatedFleet(plan, nodes, folder);
        PlayedKubelet kubelet = new PlayedKubelet(fleet.kubernetes, nodes);
        fleet.kubernetes.attach(kubelet);
        nodes.values().forEach(node -> node.listen(kubelet));
        nodes.values().forEach(fleet::joinSlurm);
        new FleetTenants(fleet.kubernetes, plan).moveIn(nodes);
        fleet.writeKubeconfig();
        return fleet;
    }

    private void joinSlurm(SimulatedNode node) {
        PlayedSlurmd slurmd = new PlayedSlurmd(slurm);
        node.clock().run(() -> {
            slurm.addNode(
                    node.name(), node.machine().present().size(), node.power().bootedAt());
            slurmd.counts(node);
        });
        node.listen(slurmd);
    }

    private void writeKubeconfig() {
        try {
            kubernetes.kubeconfig(kubeconfig());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + kubeconfig(), e);
        }
    }

    public FleetPlan plan() {
        return plan;
    }

    public Collection<SimulatedNode> nodes() {
        return nodes.values();
    }

    public SimulatedNode node(String name) {
        SimulatedNode node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("no such node: " + name);
        }
        return node;
    }

    public SimulatedSsh ssh() {
        return ssh;
    }

    public SimulatedKubernetes kubernetes() {
        return kubernetes;
    }

    /** Returns the Slurm cluster that the same nodes belong to; it matters to fleets that it schedules. */
    public SimulatedSlurm slurm() {
        return slurm;
    }

    /** Returns the kubeconfig of the cluster. */
    public Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    @Override
    public void close() {
        nodes.values().forEach(SimulatedNode::close);
        ssh.close();
        kubernetes.close();
    }
}
