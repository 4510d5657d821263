package dev.slipway.starter.api;

import dev.slipway.ledger.Freezes;
import dev.slipway.model.Who;
import dev.slipway.starter.Installation;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
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

    @PostMapping
    Frozen freeze(@RequestBody Wish wish, Principal caller) {
        Who who = Asked.who(caller, wish.who(), wish.reason());
        String fleet = known(Asked.text(wish.fleet(), "fleet"));
        boolean heat = Asked.yes(wish.heat());
        audit.note(who, "freeze", fleet, heat ? "for heat" : "");
        Freezes.Freeze holds =
                installation.ledger().freezes().freeze(new Freezes.Freeze(fleet, who, installation.now(), heat));
        return new Frozen(
                fleet, true, holds.heat(), holds.who().toString(), holds.since().toString());
    }

    @DeleteMapping("/{fleet}")
    Frozen unfreeze(@PathVariable String fleet, @RequestBody Decided decided, Principal caller) {
        Who who = decided.by(caller);
        String known = known(fleet);
        audit.note(who, "unfreeze", known, "");
        installation.ledger().freezes().unfreeze(known);
        return new Frozen(known, false, false, "", "");
    }

    private String known(String fleet) {
        return fleet.equals(Freezes.EVERY_FLEET) ? fleet : members.fleet(fleet).name();
    }

    /** Which fleet, whether for heat (left out: not), who and why; {@code *} is every fleet. */
    record Wish(
            @Nullable String fleet,
            @Nullable Boolean heat,
            @Nullable String who,
            @Nullable String reason) {}

    /** Whether a fleet is frozen now, and for heat, by whom and why. */
    record Frozen(String fleet, boolean frozen, boolean heat, String reason, String since) {}
}
