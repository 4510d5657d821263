package dev.slipway.rules.triage;

import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuFindings;
import dev.slipway.rules.triage.RecurrenceRules.Repeat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the GPUs that are to be inspected or replaced: by their present state, and by their past if it is known. */
final class RmaCandidates {
    private RmaCandidates() {}

    static List<Repeat> of(RoutingInput routingInput) {
        NodeFacts facts = routingInput.facts();
        List<Repeat> found = new ArrayList<>();
        for (Gpu gpu : facts.hardware().gpus().or(List.of())) {
            if (gpu.health().remapFailure().equalsIgnoreCase("Yes")) {
                found.add(new Repeat(
                        gpu.serial(),
                        Repeat.Wanted.RMA,
                        "a row could not be remapped; the field diagnostic confirms it"));
            }
            sramWorn(facts, gpu).ifPresent(why -> found.add(new Repeat(gpu.serial(), Repeat.Wanted.RMA, why)));
        }
        List<GpuEvent> events = new ArrayList<>(routingInput.past().or(List.of()));
        events.addAll(GpuEvents.xids(facts));
        found.addAll(RecurrenceRules.of(events, facts.collectedAt()));
        return List.copyOf(found);
    }

    /** Returns what exceeds NVIDIA's limit for a GPU; empty if the GPU has fewer, or if they are not counted. */
    static Optional<String> sramWorn(NodeFacts facts, Gpu gpu) {
        return sram(facts, gpu)
                .filter(GpuFindings::sramWorn)
                .map(errors -> errors + " uncorrectable SRAM errors in its life");
    }

    private static Optional<Long> sram(NodeFacts facts, Gpu gpu) {
        return Optional.ofNullable(facts.details().gpus().get(gpu.bdf()))
                .flatMap(parts -> Optional.ofNullable(parts.get("sramUncorrectable")))
                .map(reading -> reading.or(""))
                .filter(count -> count.matches("[0-9]{1,15}"))
                .map(Long::parseLong);
    }
}
