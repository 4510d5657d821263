package dev.slipway.facts;

import dev.slipway.model.Field;
import dev.slipway.model.facts.ClockSkew;
import dev.slipway.model.facts.NodeFacts;
import java.util.List;

/** Summarises facts in one line for a person. */
public final class FactsSummary {
    private static final int LIMIT = 200;

    private FactsSummary() {}

    /** Returns driver, kernel, image, GPUs and fabric, then what is unknown; at most 200 characters. */
    public static String of(NodeFacts facts) {
        String gpus =
                facts.hardware().gpus().map(List::size).map(String::valueOf).or("?");
        String bus = facts.hardware().gpusOnBus().map(String::valueOf).or("?");
        String fabric = facts.hardware().fabric().map(NodeFacts.Fabric::state).or("?");
        String line = "driver " + facts.version(Field.DRIVER_VERSION).or("?")
                + ", kernel " + facts.version(Field.KERNEL).or("?")
                + ", image " + facts.version(Field.IMAGE_VERSION).or("?")
                + ", " + gpus + " of " + bus + " GPUs answer, fabric " + fabric;
        var errors = facts.errors();
        line += facts.clockSkew()
                .filter(ClockSkew::remarkable)
                .map(skew -> ", clock " + skew)
                .orElse("");
        return Text.shorten(errors.isEmpty() ? line : line + "; unknown: " + String.join(", ", errors.keySet()), LIMIT);
    }
}
