package dev.slipway.worker;

import dev.slipway.activities.ansible.AnsiblePackages;
import dev.slipway.activities.kubernetes.ClusterConnections;
import dev.slipway.activities.kubernetes.KubernetesNodes;
import dev.slipway.activities.kubernetes.KubernetesOperands;
import dev.slipway.activities.kubernetes.KubernetesWorkloads;
import dev.slipway.activities.kubernetes.OperandsByScheduler;
import dev.slipway.activities.modules.SshFabric;
import dev.slipway.activities.modules.SshGpus;
import dev.slipway.activities.modules.SshModules;
import dev.slipway.activities.modules.SshPersistence;
import dev.slipway.activities.packages.PackagesByMeans;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.JobNames;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.model.Act;
import dev.slipway.model.NodeRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The ports of a reload and of a reset: the driver's modules on a node, its GPUs and their fabric, and the operator's pods that use them. */
record Drivers(Parts parts, NodeTools tools, ClusterConnections clusters) {
    SshModules modules(Baselines baselines, Guard guard) {
        return new SshModules(tools, baselines, guard, act -> pods(act, guard));
    }

    /** With settings the containers are told of the driver. */
    PackagesByMeans packages(Means means, Baselines baselines, Guard guard, BiConsumer<Act, List<String>> evidence) {
        AnsiblePackages.Safety safety = new AnsiblePackages.Safety(guard::beforeMutation, evidence);
        return means.packages(tools, baselines, safety, modules(baselines, guard)::cdi);
    }

    Object fabric(Baselines baselines, Guard guard) {
        return new SshFabric(tools, baselines, guard::beforeMutation, act -> pods(act, guard));
    }

    Object persistence(Baselines baselines, Guard guard) {
        return new SshPersistence(
                tools, baselines, new SshPersistence.Safety(guard::beforeAddition, guard::beforePuttingBack));
    }

    Object gpus(Guard guard) {
        return new SshGpus(tools, guard::beforeMutation, act -> pods(act, guard));
    }

    private Map<String, String> pods(Act act, Guard guard) {
        return onKubernetes(act) ? kubernetes(guard).podNames(act) : Map.of();
    }

    /** What computes on the GPUs of a node, by names that people know. */
    JobNames names(SlurmReach slurm) {
        return new JobNames(
                node -> Optional.of(node).filter(this::hasPods).map(new KubernetesWorkloads(clusters)::of),
                slurm::learn);
    }

    /** The same for one of many nodes that are read at once. */
    JobNames names(SlurmReach slurm, KubernetesNodes watched) {
        return new JobNames(node -> Optional.of(node).filter(this::hasPods).map(watched::workloads), slurm::learn);
    }

    private boolean hasPods(NodeRef node) {
        return parts.config()
                .fleetOf(node)
                .filter(fleet -> fleet.scheduler().kubernetes())
                .isPresent();
    }

    Object operands(Guard guard) {
        return new OperandsByScheduler(this::onKubernetes, kubernetes(guard));
    }

    private KubernetesOperands kubernetes(Guard guard) {
        return new KubernetesOperands(clusters, guard::beforeMutation, parts.clock());
    }

    private boolean onKubernetes(Act act) {
        return parts.config()
                .fleet(act.fleet())
                .filter(fleet -> fleet.scheduler().kubernetes())
                .isPresent();
    }
}
