package dev.slipway.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.kubernetes.resource.Kube;
import dev.slipway.simulator.kubernetes.resource.Rendering;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.kubernetes.resource.Templates;
import dev.slipway.simulator.kubernetes.spec.BudgetSpec;
import dev.slipway.simulator.kubernetes.spec.Controller;
import dev.slipway.simulator.kubernetes.spec.DaemonSetSpec;
import dev.slipway.simulator.kubernetes.spec.Denied;
import dev.slipway.simulator.kubernetes.spec.Faults;
import dev.slipway.simulator.kubernetes.spec.KubeletReport;
import dev.slipway.simulator.kubernetes.spec.NodeSpec;
import dev.slipway.simulator.kubernetes.spec.PodSpec;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Is a Kubernetes API server for a simulated fleet, on the loopback address over plain HTTP. It answers clients as the
 * real server does, plays the controllers and kubelets that they meet, can misbehave on request, and logs what was done
 * to it. Safe for use by many threads; ends with {@link #close()}.
 */
public final class SimulatedKubernetes implements AutoCloseable {
    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-node-lease");

    private final SimulatedKubernetesOptions options;
    private final Cluster cluster;
    private final Faults faults = new Faults();
    private final Rights rights;
    private final HttpFront front;

    private SimulatedKubernetes(SimulatedKubernetesOptions options) {
        this.options = options;
        this.cluster = new Cluster(options);
        this.rights = new Rights(options.access());
        FaultyApi api = new FaultyApi(cluster, new Api(cluster, rights), faults);
        this.front = new HttpFront(options.port(), cluster.watches, api::answer);
    }

    /** Starts a cluster with the usual namespaces and no nodes; it answers when this returns. */
    public static SimulatedKubernetes start(SimulatedKubernetesOptions options) {
        SimulatedKubernetes started = new SimulatedKubernetes(options);
        NAMESPACES.forEach(started::addNamespace);
        started.cluster.time.start();
        started.front.start();
        return started;
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + front.port());
    }

    public String token() {
        return options.access().token();
    }

    /** Writes a kubeconfig for this cluster; safe to repeat. */
    public void kubeconfig(Path file) throws IOException {
        Files.writeString(file, """
                apiVersion: v1
                kind: Config
                current-context: simulated
                clusters:
                - name: simulated
                  cluster:
                    server: %s
                contexts:
                - name: simulated
                  context:
                    cluster: simulated
                    user: simulated
                users:
                - name: simulated
                  user:
                    token: %s
                """.formatted(url(), token()));
    }

    /** Registers a ready node. */
    public void addNode(NodeSpec spec) {
        cluster.state.run(() -> cluster.kubelets.add(spec));
    }

    /** Adds a pod, and its owner and namespace where they are missing. */
    public void addPod(PodSpec spec) {
        cluster.state.run(() -> {
            ensureNamespace(spec.namespace());
            ObjectNode pod = Manifests.pod(spec);
            spec.owner().kind().type().ifPresent(type -> {
                ObjectNode owner = cluster.workloads.adopt(type, spec.owner().name(), pod);
                Templates.own(pod, owner, type);
            });
            Admission.prepare(ResourceType.PODS, pod);
            cluster.store.create(ResourceType.PODS, pod);
        });
    }

    /** Adds a DaemonSet, and its namespace where it is missing. */
    public void addDaemonSet(DaemonSetSpec spec) {
        add(ResourceType.DAEMON_SETS, spec.namespace(), Manifests.daemonSet(spec));
    }

    /** Adds a PodDisruptionBudget, and its namespace where it is missing. */
    public void addBudget(BudgetSpec spec) {
        add(ResourceType.BUDGETS, spec.namespace(), Manifests.budget(spec));
    }

    /** Installs the definitions of the GPU Operator's custom resources, of which there are none yet. */
    public void installOperator() {
        cluster.operatorInstalled = true;
    }

    /** Adds a ClusterPolicy or an NVIDIADriver, and their definitions where they are missing. */
    public void addCustomResource(ResourceType type, String name, ObjectNode spec) {
        installOperator();
        ObjectNode object = Kube.object("", name);
        object.set("spec", spec);
        cluster.state.run(() -> cluster.store.create(type, object));
    }

    /** Takes a label off a node, as its operator or a person would. */
    public void removeLabel(String node, String label) {
        cluster.state.run(() -> cluster.store.edit(
                ResourceType.NODES,
                node,
                object -> Kube.child(Kube.metadata(object), "labels").remove(label)));
    }

    /** Adds a namespace; safe to repeat. */
    public void addNamespace(String name) {
        cluster.state.run(() -> ensureNamespace(name));
    }

    private void add(ResourceType type, String namespace, ObjectNode object) {
        cluster.state.run(() -> {
            ensureNamespace(namespace);
            cluster.store.create(type, object);
        });
    }

    private void ensureNamespace(String name) {
        if (cluster.store.find(ResourceType.NAMESPACES, name).isEmpty()) {
            ObjectNode namespace = Kube.object("", name);
            Admission.prepare(ResourceType.NAMESPACES, namespace);
            cluster.store.create(ResourceType.NAMESPACES, namespace);
        }
    }

    /**
     * Takes a kubelet's report about its machine; safe to repeat. Registers the Node if it is missing. A boot id other
     * than the last one means that all containers of the node were lost.
     */
    public void kubeletReports(KubeletReport report) {
        cluster.state.run(() -> cluster.kubelets.report(report));
    }

    /** A kubelet stops reporting, as in a reboot or a network cut: after 50 simulated seconds the node is Unknown. */
    public void kubeletFallsSilent(String node) {
        cluster.state.run(() -> cluster.kubelets.fallSilent(node));
    }

    /** Nobody can pull this image any more. */
    public void loseImage(String image) {
        cluster.state.run(() -> cluster.lives.loseImage(image));
    }

    /** Ends the containers of a running pod with that code, after they printed {@code output}. */
    public void podExits(PodOnNode pod, int code, String output) {
        cluster.podLogs.put(pod.uid(), output);
        cluster.state.run(() -> cluster.lives.exit(pod, code));
    }

    /** Lets a part of the fleet follow which pods run where, from now on. */
    public void attach(FleetPart part) {
        cluster.news.attach(part);
    }

    /** Returns the plan of what goes wrong. */
    public Faults faults() {
        return faults;
    }

    /** Takes a right away from the client's account. */
    public void deny(String verb, String resource) {
        rights.deny(new Denied(verb, resource));
    }

    /** Gives the client's account all rights again. */
    public void allowEverything() {
        rights.allowEverything();
    }

    /** Forgets the history: watches and pages that began before are too old from now on. */
    public void compact() {
        cluster.state.run(cluster.store::compact);
    }

    /** Breaks all open watches off. */
    public void cutWatches() {
        cluster.watches.cutAll();
    }

    /** Stops a controller; what it misses waits for it. */
    public void stop(Controller controller) {
        cluster.controllers.stop(controller);
    }

    public void resume(Controller controller) {
        cluster.controllers.resume(controller);
    }

    /** Returns a copy of one object as it is now; the namespace is empty for nodes and namespaces. */
    public Optional<ObjectNode> find(ResourceType type, String namespace, String name) {
        return cluster.state.call(() -> cluster.store
                .find(type, Kube.key(namespace, name))
                .map(found -> Rendering.whole(type, found.deepCopy())));
    }

    /** Returns the pods bound to a node, those on their way out included. */
    public List<PodOnNode> podsOn(String node) {
        return cluster.state.call(
                () -> cluster.pods.on(node).stream().map(PodOnNode::of).toList());
    }

    /**
     * Waits until something holds, checked again after each change of the cluster; false if real time ran out. The
     * condition may call this object, but not over HTTP: the cluster is locked meanwhile.
     */
    public boolean await(Duration limit, BooleanSupplier holds) throws InterruptedException {
        return cluster.state.await(limit, holds);
    }

    /** Returns every attempt to remove a pod, in order. */
    public List<EvictionEntry> evictionsLog() {
        return cluster.log.evictions();
    }

    /** Returns every request for a change, in order. */
    public List<AuditEntry> auditLog() {
        return cluster.log.writes();
    }

    /** Shows each request for a change after it was carried out and before its answer. */
    public void listen(Consumer<AuditEntry> listener) {
        cluster.log.listen(listener);
    }

    /** Returns how many requests of each verb came, answered or not. */
    public Map<String, Long> requestCounts() {
        return cluster.log.counts();
    }

    @Override
    public void close() {
        front.close();
        cluster.time.close();
        cluster.news.close();
    }
}
