package dev.slipway.activities.nodes;

import dev.slipway.ledger.FactsStore;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.Gpu;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Lists GPUs of a machine by the serials of their boards, from stored facts. */
record GpuBoards(FactsStore store) {

    /**
     * Returns serials that answer in the later facts and were not in the machine before; none if none was known before.
     */
    List<String> strange(String before, String now) {
        List<String> known = known(before);
        return known.isEmpty()
                ? List.of()
                : store.byId(now).stream()
                        .flatMap(GpuBoards::serials)
                        .filter(serial -> !known.contains(serial))
                        .toList();
    }

    /** Returns the serials that were in the machine, including those that were silent just then. */
    List<String> known(String before) {
        Optional<NodeFacts> facts = store.byId(before);
        return List.copyOf(new TreeSet<>(Stream.concat(facts.stream(), facts.flatMap(store::whole).stream())
                .flatMap(GpuBoards::serials)
                .toList()));
    }

    static Stream<String> serials(NodeFacts facts) {
        return facts.hardware().gpus().or(List.of()).stream().map(Gpu::serial).filter(serial -> !serial.isBlank());
    }
}
