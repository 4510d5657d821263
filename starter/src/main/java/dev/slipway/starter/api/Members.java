package dev.slipway.starter.api;

import dev.slipway.config.Config;
import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.NodePins;
import dev.slipway.ledger.RosterReadings;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.Installation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Finds the nodes of the fleets by the names that people and alerts use. */
@Component
public final class Members {
    private final Installation installation;

    public Members(Installation installation) {
        this.installation = installation;
    }

    /** Pairs a node with the fleet that it is a member of. */
    public record Member(NodeRef node, FleetConfig fleet) {}

    /**
     * Returns the one node of that name; {@code name} may be {@code cluster/node}. It is refused if none or two match.
     */
    public Member find(String name) {
        int slash = name.indexOf('/');
        return slash < 0 ? find("-", name) : find(name.substring(0, slash), name.substring(slash + 1));
    }

    /** Returns the one node of that name in a cluster; {@code -} means any cluster. */
    public Member find(String cluster, String name) {
        List<Member> found = all(cluster, name);
        if (found.size() > 1) {
            throw ApiException.badRequest(
                    "more than one cluster knows a node " + name + ": "
                            + found.stream().map(m -> m.node().toString()).collect(Collectors.joining(", ")),
                    "name it with its cluster, e.g. " + found.getFirst().node());
        }
        if (found.isEmpty()) {
            throw ApiException.unknown(
                    "no fleet has a node " + (cluster.equals("-") ? name : cluster + "/" + name),
                    "add it to a file in fleets/ and restart the starter, or look: slipway status --all");
        }
        return found.getFirst();
    }

    /** Returns every member of that name. */
    public List<Member> all(String cluster, String name) {
        List<Member> found = new ArrayList<>();
        for (FleetConfig fleet : config().fleets().values()) {
            if (!cluster.equals("-") && !cluster.equals(fleet.cluster())) {
                continue;
            }
            NodeRef node = new NodeRef(fleet.cluster(), name);
            boolean listed = fleet.member(name).isPresent();
            if (listed || (fleet.selector().isPresent() && known(node, fleet))) {
                found.add(new Member(node, fleet));
            }
        }
        return found;
    }

    /** Returns whether a selector found the node, as its schedulers were read last, or a run of that fleet had it. */
    private boolean known(NodeRef node, FleetConfig fleet) {
        Optional<RosterReadings.Roster> last =
                installation.ledger().rosterReadings().last(fleet.name());
        return last.filter(roster -> roster.members().contains(node.name())
                                || roster.out().contains(node.name()))
                        .isPresent()
                || installation
                        .ledger()
                        .nodeRows()
                        .of(node)
                        .map(NodeNote::fleet)
                        .filter(fleet.name()::equals)
                        .isPresent();
    }

    /** Returns the pins that hold in a fleet: of its members, while it names the baseline that failed on them. */
    public List<NodePins.Pin> pins(FleetConfig fleet) {
        Optional<BaselineRef> wanted = config().ref(fleet.baseline());
        return installation.ledger().nodePins().ofCluster(fleet.cluster()).stream()
                .filter(pin -> pin.holds(wanted)
                        && all(fleet.cluster(), pin.node().name()).stream()
                                .anyMatch(member -> member.fleet().name().equals(fleet.name())))
                .toList();
    }

    /** Returns the fleet of that name, or the only one if {@code name} is empty. */
    public FleetConfig fleet(String name) {
        String known = String.join(", ", config().fleets().keySet());
        if (name.isBlank()) {
            if (config().fleets().size() == 1) {
                return config().fleets().values().iterator().next();
            }
            throw ApiException.badRequest("which fleet? There are: " + known, "name one: --fleet");
        }
        return config().fleet(name)
                .orElseThrow(() -> ApiException.unknown("there is no fleet " + name, "name one of: " + known));
    }

    private Config config() {
        return installation.config();
    }
}
