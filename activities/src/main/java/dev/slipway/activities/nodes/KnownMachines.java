package dev.slipway.activities.nodes;

import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.MachineIds;
import dev.slipway.activities.spi.MachineReading;
import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.FactsStore;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Takeover;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Knows which machine belongs under a node's name. A kubelet reports it. If no scheduler does, the names in the fleets'
 * files and the stored facts are compared: hostname, product UUID, and the serials of the GPUs' boards.
 */
public final class KnownMachines {
    /** So many earlier facts are looked through for some that name the machine. */
    private static final int LOOKED_BACK = 10;

    private final FactsStore store;
    /** Holds by cluster and hostname the members with that name. */
    private final Map<String, Map<String, Set<String>>> names = new HashMap<>();

    public KnownMachines(Config config, FactsStore store) {
        this.store = store;
        for (FleetConfig fleet : config.fleets().values()) {
            Map<String, Set<String>> ofCluster = names.computeIfAbsent(fleet.cluster(), c -> new HashMap<>());
            for (FleetConfig.Member member : fleet.nodes()) {
                Stream.concat(Stream.of(member.name()), member.slurm().stream())
                        .forEach(name -> ofCluster
                                .computeIfAbsent(hostname(name), n -> new TreeSet<>())
                                .add(member.name()));
            }
        }
    }

    /** Returns a store of earlier facts that holds only those of the right machine. */
    FactsStore store() {
        return store;
    }

    /**
     * Safe to repeat: reads only. Returns why the machine that was read is not the one of the node, and what a person
     * can do; empty if it is, and if there is nothing to compare.
     */
    public Optional<String> another(MachineReading read) {
        NodeRef node = read.facts().node();
        Optional<String> difference = read.reported().differs(read.answering());
        if (difference.isEmpty() && !read.reported().named()) {
            difference = namedAsAnother(node, read.answering(), read.reported());
        }
        if (difference.isPresent() || read.reported().named() || read.adopted()) {
            return difference.map(text -> ReportedMachine.sentence(node, read.answering(), text));
        }
        return changed(read.facts(), read.answering())
                .map(text -> ReportedMachine.sentence(node, read.answering(), text)
                        + "; if the machine was replaced, say so: " + Takeover.command("RUNBOOK", node));
    }

    /** Compares the hostname; one that is no member's name proves nothing: an alias, or one that nobody set. */
    private Optional<String> namedAsAnother(NodeRef node, AnsweringMachine answering, ReportedMachine reported) {
        String own = hostname(answering.hostname());
        Set<String> members = names.getOrDefault(node.cluster(), Map.of()).getOrDefault(own, Set.of());
        boolean ours = members.contains(node.name())
                || own.equals(hostname(node.name()))
                || own.equals(hostname(reported.hostname()));
        return ours || members.isEmpty()
                ? Optional.empty()
                : Optional.of("that is the name of another member, " + String.join(", ", members));
    }

    private static String hostname(String name) {
        return name.strip().toLowerCase(Locale.ROOT).replaceFirst("\\..*", "");
    }

    private Optional<String> changed(NodeFacts now, AnsweringMachine answering) {
        String product = answering.identity().productUuid();
        List<FactsRef> history = store.history(now.node(), LOOKED_BACK);
        Optional<FactsRef> before = history.stream()
                .filter(ref -> MachineIds.known(ref.identity().productUuid()))
                .findFirst();
        if (before.isEmpty() || !MachineIds.known(product)) {
            return history.stream().findFirst().flatMap(ref -> otherBoards(ref, now));
        }
        String known = before.get().identity().productUuid();
        return MachineIds.differ(known, product)
                ? Optional.of("its product UUID is " + product + ", and was " + known + " on "
                        + before.get().collectedAt())
                : Optional.empty();
    }

    /** Compares boards, without a product UUID on either side: GPUs of which none was in the machine before. */
    private Optional<String> otherBoards(FactsRef before, NodeFacts now) {
        List<String> known = new GpuBoards(store).known(before.id());
        List<String> serials = GpuBoards.serials(now).toList();
        return known.isEmpty() || serials.isEmpty() || serials.stream().anyMatch(known::contains)
                ? Optional.empty()
                : Optional.of(
                        "none of its GPUs, " + String.join(", ", serials) + ", was in it on " + before.collectedAt());
    }
}
