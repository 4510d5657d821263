package dev.slipway.starter.api;

import dev.slipway.ledger.Freezes;
import dev.slipway.model.Who;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.DecisionRequest;
import dev.slipway.starter.client.FreezeRequest;
import dev.slipway.starter.client.FreezeState;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import java.security.Principal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Freezes and unfreezes fleets; the guard on the workers reads the same rows before every mutation. */
@RestController
@RequestMapping("/api/v1/freezes")
final class FreezeController {
    private final Installation installation;
    private final Members members;
    private final Audit audit;

    FreezeController(Installation installation, Members members, Audit audit) {
        this.installation = installation;
        this.members = members;
        this.audit = audit;
    }

    @Operation(summary = "Stop every new mutation of a fleet")
    @PostMapping
    FreezeState freeze(@RequestBody FreezeRequest request, Principal caller) {
        Who who = Asked.who(caller, request.who(), request.reason());
        String fleet = known(Asked.text(request.fleet(), "fleet"));
        boolean heat = Asked.yes(request.heat());
        audit.note(who, "freeze", fleet, heat ? "for heat" : "");
        Freezes.Freeze holds =
                installation.ledger().freezes().freeze(new Freezes.Freeze(fleet, who, installation.now(), heat));
        return new FreezeState(
                fleet, true, holds.heat(), holds.who().toString(), holds.since().toString());
    }

    @Operation(summary = "Let changes of a fleet go on")
    @DeleteMapping("/{fleet}")
    FreezeState unfreeze(
            @Parameter(description = "The fleet; * is every fleet.") @PathVariable String fleet,
            @RequestBody DecisionRequest decision,
            Principal caller) {
        Who who = Asked.who(caller, decision);
        String known = known(fleet);
        audit.note(who, "unfreeze", known, "");
        installation.ledger().freezes().unfreeze(known);
        return new FreezeState(known, false, false, "", "");
    }

    private String known(String fleet) {
        return fleet.equals(Freezes.EVERY_FLEET) ? fleet : members.fleet(fleet).name();
    }
}
