package dev.slipway.starter.api;

import dev.slipway.model.Who;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.Installation;
import dev.slipway.starter.client.Described;
import dev.slipway.starter.client.GpuHistory;
import dev.slipway.starter.client.ReseatRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.security.Principal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves one GPU by its serial: its past, and what a technician did with it. */
@RestController
@RequestMapping("/api/v1/gpus/{serial}")
final class GpuController {
    private static final int LONGEST = 900;

    private final Installation installation;
    private final Members members;
    private final GpuPasts pasts;
    private final Audit audit;

    GpuController(Installation installation, Members members, Audit audit) {
        this.installation = installation;
        this.members = members;
        this.pasts = new GpuPasts(installation);
        this.audit = audit;
    }

    @Operation(summary = "What happened to a GPU in each of its nodes, and what that requires")
    @ApiResponse(responseCode = "200", description = "The GPU.")
    @GetMapping
    GpuHistory show(@Parameter(description = Described.SERIAL) @PathVariable String serial) {
        return pasts.of(serial).orElseThrow(() -> unknown(serial));
    }

    /** Records that a person took the GPU out and put it back: after that, an XID 79 requires its replacement. */
    @Operation(summary = "Record that a GPU was taken out and put back, or into another slot")
    @ApiResponse(responseCode = "200", description = "The GPU as it is known from now on.")
    @PostMapping("/reseat")
    GpuHistory reseated(
            @Parameter(description = Described.SERIAL) @PathVariable String serial,
            @RequestBody ReseatRequest reseat,
            Principal caller) {
        Who who = Asked.who(caller, reseat.who(), reseat.reason());
        Instant at = at(reseat);
        NodeRef node = node(serial, reseat);
        String words = who.name() + ": " + who.why();
        audit.note(who, "gpu reseated", node.toString(), "GPU serial " + serial + " at " + at);
        installation
                .ledger()
                .gpuHistory()
                .add(new GpuEvent(
                        serial,
                        GpuEvent.Kind.RESEAT,
                        at,
                        words.length() > LONGEST ? words.substring(0, LONGEST - 1) + "…" : words,
                        node));
        return pasts.of(serial).orElseThrow(() -> unknown(serial));
    }

    private Instant at(ReseatRequest reseat) {
        Instant now = installation.now();
        try {
            Instant at = Asked.maybe(reseat.at()).map(Instant::parse).orElse(now);
            if (at.isAfter(now)) {
                throw ApiException.badRequest(
                        at + " is in the future", "give the time when it was done, or leave it out for now");
            }
            return at;
        } catch (DateTimeParseException e) {
            throw ApiException.badRequest("'" + reseat.at() + "' is not a time", "e.g. " + now);
        }
    }

    /** Returns the node of the GPU; a serial that was never read is a typing error. */
    private NodeRef node(String serial, ReseatRequest reseat) {
        Optional<NodeRef> named =
                Asked.maybe(reseat.node()).map(name -> members.find(name).node());
        Optional<GpuHistory> past = pasts.of(serial);
        if (past.isEmpty() && named.filter(node -> pasts.sits(serial, node)).isEmpty()) {
            throw unknown(serial);
        }
        return named.or(() -> past.map(known -> new NodeRef(known.cluster(), known.node())))
                .orElseThrow(() -> unknown(serial));
    }

    private static ApiException unknown(String serial) {
        return ApiException.unknown(
                "nothing is known of a GPU with serial " + serial,
                "is it right? name the node that it sits in, after: slipway facts --node NODE --fresh");
    }
}
