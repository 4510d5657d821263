package dev.slipway.starter.api;

import dev.slipway.config.FleetConfig;
import dev.slipway.ledger.NodePins;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.DecisionRequest;
import dev.slipway.starter.client.Described;
import dev.slipway.starter.client.NodeAnswer;
import dev.slipway.starter.client.Pins;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lists the pins that rollbacks left on nodes, and ends one: from then on its node goes towards what its fleet names.
 */
@RestController
final class PinController {
    private final Installation installation;
    private final Members members;
    private final Audit audit;

    PinController(Installation installation, Members members, Audit audit) {
        this.installation = installation;
        this.members = members;
        this.audit = audit;
    }

    /** Returns the pin of a node that applies now. */
    static Optional<NodePins.Pin> of(Installation installation, Members.Member member) {
        return installation
                .ledger()
                .nodePins()
                .holding(member.node(), installation.config().ref(member.fleet().baseline()));
    }

    @Operation(summary = "Nodes that a rollback pinned to another baseline than their fleet's")
    @GetMapping("/api/v1/pins")
    Pins list() {
        List<Pins.Pin> pins = new ArrayList<>();
        for (FleetConfig fleet : installation.config().fleets().values()) {
            members.pins(fleet).forEach(pin -> pins.add(pin(fleet, pin)));
        }
        return new Pins(pins);
    }

    private static Pins.Pin pin(FleetConfig fleet, NodePins.Pin pin) {
        return new Pins.Pin(
                pin.node().cluster(),
                pin.node().name(),
                fleet.name(),
                pin.baseline().toString(),
                pin.failed().map(BaselineRef::toString).orElse(""),
                pin.since().toString(),
                pin.reason());
    }

    @Operation(summary = "End the pin that a rollback left on a node")
    @PostMapping("/api/v1/nodes/{cluster}/{node}/unpin")
    NodeAnswer unpin(
            @Parameter(description = Described.CLUSTER) @PathVariable String cluster,
            @Parameter(description = Described.NODE) @PathVariable String node,
            @RequestBody DecisionRequest decision,
            Principal caller) {
        Who who = Asked.who(caller, decision);
        Members.Member member = members.find(cluster, node);
        NodeRef ref = member.node();
        NodePins.Pin pin = of(installation, member)
                .orElseThrow(() -> ApiException.notNow(
                        ref + " is not pinned", "it follows its fleet: slipway node show " + ref.name()));
        String failed = pin.failed().map(BaselineRef::toString).orElse("its fleet's baseline");
        audit.note(who, "unpin", ref.toString(), "was pinned to " + pin.baseline() + ": " + pin.reason());
        installation.ledger().nodePins().remove(ref);
        return new NodeAnswer(
                ref.cluster(),
                ref.name(),
                "no longer pinned to " + pin.baseline() + "; the next run goes towards "
                        + member.fleet().baseline() + " again, where " + failed + " failed: " + pin.reason());
    }
}
