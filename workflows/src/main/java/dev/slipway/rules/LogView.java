package dev.slipway.rules;

import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.XidEvent;
import java.util.List;
import java.util.function.Predicate;

/** Answers what the kernel's log of the running boot blames. */
public record LogView(NodeView node) {
    private static final String LOAD = "kernel log";
    private static final List<String> FIRMWARE = List.of("gsp_", "RmInitAdapter", "rm_init_adapter", "initialize GSP");

    private Reading<List<Trouble>> troubles() {
        return node.facts().load().troubles();
    }

    /** A line states that the driver does not run for one of these reasons. */
    public Judgement blames(Trouble.Kind... kinds) {
        return Judgement.of(
                LOAD,
                troubles(),
                all -> Judgement.any(all.stream()
                        .filter(t -> List.of(kinds).contains(t.kind()))
                        .map(Trouble::line)
                        .limit(1)
                        .toList()));
    }

    /** Returns the first line that states why the driver does not run. */
    public String firstTrouble() {
        return troubles().or(List.of()).stream()
                .findFirst()
                .map(Trouble::line)
                .orElse("the kernel's log does not mention it");
    }

    /**
     * The firmware of the GPUs' system processors is the cause: it did not load, or an adapter could not be set up. One
     * of two readings of the same log is enough for a no; lines of an earlier boot do not count.
     */
    public Judgement firmwareToBlame() {
        Judgement load = blames(Trouble.Kind.GSP_FIRMWARE, Trouble.Kind.ADAPTER);
        Judgement events = event(event -> FIRMWARE.stream().anyMatch(event.text()::contains));
        if (load.isUnknown() && events.isUnknown()) {
            return load.or(events);
        }
        return load.isYes() || events.isUnknown() ? load : events;
    }

    /** An event of the running boot is of that kind. */
    public Judgement event(Predicate<XidEvent> kind) {
        return Judgement.of(
                "kernelEvents",
                node.facts().eventsOfThisBoot(),
                all -> Judgement.any(
                        all.stream().filter(kind).map(XidEvent::text).limit(1).toList()));
    }
}
