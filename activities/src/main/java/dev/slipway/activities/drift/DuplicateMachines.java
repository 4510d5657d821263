package dev.slipway.activities.drift;

import dev.slipway.activities.spi.MachineIds;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.MemberAnswer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds members with one machine-id or one product UUID: one machine that was read twice, or two that were cloned. */
final class DuplicateMachines {
    private final Map<NodeRef, Identity> identities = new HashMap<>();
    private final Map<String, List<NodeRef>> byMachineId = new HashMap<>();
    private final Map<String, List<NodeRef>> byProduct = new HashMap<>();

    DuplicateMachines(Collection<MemberAnswer> answers) {
        for (MemberAnswer answer : answers) {
            answer.identity().ifPresent(identity -> {
                identities.put(answer.node(), identity);
                note(byMachineId, identity.machineId(), answer.node());
                note(byProduct, identity.productUuid(), answer.node());
            });
        }
    }

    private static void note(Map<String, List<NodeRef>> known, String id, NodeRef node) {
        if (!MachineIds.known(id)) {
            return;
        }
        known.computeIfAbsent(id, i -> new ArrayList<>()).add(node);
    }

    /** Returns why {@code node} cannot be distinguished from another member; empty if it can. */
    Optional<MemberAnswer> of(NodeRef node) {
        Identity identity = identities.get(node);
        if (identity == null) {
            return Optional.empty();
        }
        List<String> machine = others(byMachineId, identity.machineId(), node);
        List<String> product = others(byProduct, identity.productUuid(), node);
        if (machine.isEmpty() && product.isEmpty()) {
            return Optional.empty();
        }
        String same =
                product.isEmpty() ? "machine-id " + identity.machineId() : "product UUID " + identity.productUuid();
        List<String> others = product.isEmpty() ? machine : product;
        return Optional.of(MemberAnswer.without(
                node,
                MemberAnswer.Kind.TWICE,
                node.name() + " shows the " + same + " of " + String.join(", ", others),
                product.isEmpty()
                        ? "give a cloned system an id of its own: rm /etc/machine-id; systemd-machine-id-setup"
                        : "two names lead to one machine: correct the addresses in fleets/"));
    }

    private static List<String> others(Map<String, List<NodeRef>> known, String id, NodeRef node) {
        return known.getOrDefault(id, List.of()).stream()
                .filter(other -> !other.equals(node))
                .map(NodeRef::name)
                .sorted()
                .toList();
    }
}
