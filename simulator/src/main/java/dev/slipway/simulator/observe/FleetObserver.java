package dev.slipway.simulator.observe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.slipway.simulator.fleet.PlannedNode;
import dev.slipway.simulator.fleet.SimulatedFleet;
import dev.slipway.simulator.kubernetes.AuditEntry;
import dev.slipway.simulator.kubernetes.EvictionEntry;
import dev.slipway.simulator.kubernetes.PodOnNode;
import dev.slipway.simulator.kubernetes.resource.ResourceType;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.KernelLog;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.NodeListener;
import dev.slipway.simulator.node.PackageEntry;
import dev.slipway.simulator.node.SimulatedNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Watches a fleet from outside and judges what is done to it. It sees nodes and cluster only, never reports about them.
 * It begins with its construction.
 */
public final class FleetObserver implements NodeListener {
    private static final String OWNER = "slipway.dev/owner";
    private static final Set<NodeEvent.Kind> DISTURBING = Set.of(
            NodeEvent.Kind.TRANSACTION,
            NodeEvent.Kind.REBOOT_STARTED,
            NodeEvent.Kind.IMAGE_WRITTEN,
            NodeEvent.Kind.MODULES,
            NodeEvent.Kind.GPU_RESET,
            NodeEvent.Kind.SERVICE);

    private final SimulatedFleet fleet;
    private final Map<String, Integer> eventsBefore = new HashMap<>();
    private final Set<String> cordonedBefore = new TreeSet<>();
    private final Set<String> out = ConcurrentHashMap.newKeySet();
    private final int requestsBefore;
    private final int evictionsBefore;
    private final List<String> unsafe = new CopyOnWriteArrayList<>();
    private final List<String> unproven = new CopyOnWriteArrayList<>();

    @SuppressWarnings("this-escape")
    public FleetObserver(SimulatedFleet fleet) {
        this.fleet = fleet;
        this.requestsBefore = fleet.kubernetes().auditLog().size();
        this.evictionsBefore = fleet.kubernetes().evictionsLog().size();
        for (SimulatedNode node : fleet.nodes()) {
            eventsBefore.put(node.name(), node.clock().call(() -> node.events().size()));
            if (cordon(node.name()).cordoned()) {
                cordonedBefore.add(node.name());
            }
            node.listen(this);
        }
        out.addAll(cordonedBefore);
        fleet.kubernetes().listen(this::request);
    }

    @Override
    public void event(SimulatedNode node, NodeEvent event) {
        // A job holds its GPUs awake itself, and notices nothing of the daemon that holds the others.
        boolean unnoticed = event.detail().endsWith(" nvidia-persistenced");
        if (!DISTURBING.contains(event.kind()) || accident(event) || unnoticed) {
            return;
        }
        String act = event.kind() + " (" + event.detail() + ") on " + node.name();
        String slurm = fleet.slurm().state(node.name());
        if (!cordon(node.name()).cordoned() && !slurm.contains("DRAIN")) {
            unsafe.add(act + " while it was not cordoned");
        }
        if (slurm.startsWith("ALLOCATED")) {
            unsafe.add(act + " under a job: " + slurm);
        }
        List<String> work = gpuPods(node.name());
        List<String> processes = computing(node, process -> true);
        if (!work.isEmpty() || !processes.isEmpty()) {
            unsafe.add(act + " while it was not empty: pods " + work + ", processes " + processes);
        }
    }

    /** Returns whether nobody did that: the node lost its power. */
    static boolean accident(NodeEvent event) {
        return event.kind() == NodeEvent.Kind.REBOOT_STARTED && event.detail().equals("power");
    }

    /** At the moment when a node is made schedulable, only pods may compute on it. */
    private void request(AuditEntry entry) {
        if (!Returns.returns(entry, out)) {
            return;
        }
        Outages.node(entry).map(fleet::node).ifPresent(node -> {
            Set<String> pods = fleet.kubernetes().podsOn(node.name()).stream()
                    .map(PodOnNode::uid)
                    .collect(Collectors.toSet());
            List<String> processes =
                    node.clock().call(() -> computing(node, process -> !pods.contains(process.owner())));
            if (!processes.isEmpty()) {
                unproven.add(node.name() + " was made schedulable while " + processes + " computed on its GPUs");
            }
        });
    }

    private static List<String> computing(SimulatedNode node, Predicate<GpuProcess> which) {
        return node.processes().stream()
                .filter(process -> !process.mps())
                .filter(which)
                .map(GpuProcess::command)
                .distinct()
                .toList();
    }

    /** Looks at the whole fleet. */
    public Observation observe() {
        Map<String, ObservedNode> views = new TreeMap<>();
        Outages outages = new Outages(cordonedBefore);
        List<AuditEntry> requests = rest(fleet.kubernetes().auditLog(), requestsBefore);
        outages.requests(requests);
        List<String> returned = new ArrayList<>(unproven);
        for (SimulatedNode node : fleet.nodes()) {
            List<NodeEvent> events = node.clock().call(() -> rest(node.events(), before(node)));
            outages.events(events);
            List<KernelLog.Line> log = node.clock().call(() -> node.log().everWritten());
            returned.addAll(
                    new Returns(node.name(), cordonedBefore.contains(node.name()), requests, events, log).unproven());
            views.put(node.name(), view(node, events));
        }
        Map<String, Integer> racks = new LinkedHashMap<>();
        Map<String, String> rackOf =
                fleet.plan().nodes().stream().collect(Collectors.toMap(PlannedNode::name, PlannedNode::rack));
        for (String rack : new TreeSet<>(rackOf.values())) {
            racks.put(rack, outages.most(node -> rack.equals(rackOf.get(node))));
        }
        return new Observation(
                views, budgetsBroken(), List.copyOf(unsafe), List.copyOf(returned), outages.most(node -> true), racks);
    }

    private int before(SimulatedNode node) {
        return eventsBefore.getOrDefault(node.name(), 0);
    }

    private static <T> List<T> rest(List<T> all, int from) {
        return List.copyOf(all.subList(from, all.size()));
    }

    private List<String> budgetsBroken() {
        return rest(fleet.kubernetes().evictionsLog(), evictionsBefore).stream()
                .filter(EvictionEntry::brokeABudget)
                .map(e -> e.pod().namespace() + "/" + e.pod().name() + " by " + e.cause() + " of " + e.userAgent())
                .toList();
    }

    private ObservedNode view(SimulatedNode node, List<NodeEvent> events) {
        ObservedNode.Cordon cordon = cordon(node.name());
        List<String> pods = gpuPods(node.name());
        return node.clock()
                .call(() -> new ObservedNode(
                        node.driver().resident().orElse(""),
                        new ObservedNode.Packages(
                                node.packages().all().stream()
                                        .collect(Collectors.toMap(PackageEntry::name, PackageEntry::version)),
                                node.packages().held(),
                                node.packages().broken().stream()
                                        .map(PackageEntry::name)
                                        .toList()),
                        cordon,
                        (int) events.stream()
                                .filter(e -> e.kind() == NodeEvent.Kind.BOOTED)
                                .count(),
                        events.stream()
                                .filter(e -> e.kind() == NodeEvent.Kind.TRANSACTION)
                                .map(NodeEvent::detail)
                                .toList(),
                        pods));
    }

    private List<String> gpuPods(String node) {
        return fleet.kubernetes().podsOn(node).stream()
                .filter(p -> p.gpus() > 0 && !ended(p))
                .map(p -> p.namespace() + "/" + p.name())
                .toList();
    }

    /** A pod that has run to its end is still listed on its node, and holds nothing there. */
    private boolean ended(PodOnNode pod) {
        return fleet.kubernetes()
                .find(ResourceType.PODS, pod.namespace(), pod.name())
                .map(found -> found.path("status").path("phase").asText())
                .filter(phase -> phase.equals("Succeeded") || phase.equals("Failed"))
                .isPresent();
    }

    /** Returns whether the cluster gives no new work to that node now. */
    public boolean cordoned(String node) {
        return cordon(node).cordoned();
    }

    private ObservedNode.Cordon cordon(String node) {
        JsonNode object = fleet.kubernetes()
                .find(ResourceType.NODES, "", node)
                .map(JsonNode.class::cast)
                .orElseGet(JsonNodeFactory.instance::objectNode);
        boolean cordoned = object.path("spec").path("unschedulable").asBoolean(false);
        JsonNode annotations = object.path("metadata").path("annotations");
        Optional<String> owner =
                annotations.has(OWNER) ? Optional.of(annotations.path(OWNER).asText()) : Optional.empty();
        List<String> reasons = new ArrayList<>();
        annotations.properties().forEach(a -> {
            boolean speaks = a.getKey().startsWith("slipway.dev/") || a.getKey().endsWith("reason");
            if (speaks) {
                reasons.add(a.getKey() + "=" + a.getValue().asText());
            }
        });
        return new ObservedNode.Cordon(cordoned, owner, String.join(" ", reasons));
    }
}
