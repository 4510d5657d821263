package dev.slipway.rules;

import dev.slipway.model.Baseline;
import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.Field;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import java.util.List;
import java.util.Optional;

/**
 * Answers questions about a node: its facts beside its baseline, where there is one. Whatever several tables ask is
 * asked here or in the views below, once; a part that was not read makes the answer unknown.
 */
public record NodeView(NodeFacts facts, Optional<Baseline> baseline) {
    /** What a question lacks that only a baseline answers. */
    public static final String NO_BASELINE = "a baseline: which GPUs and versions the node must have";

    /** Facts beside a baseline. */
    public static NodeView of(NodeFacts facts, Baseline goal) {
        return new NodeView(facts, Optional.of(goal));
    }

    public GpuView gpus() {
        return new GpuView(this);
    }

    public DriverView driver() {
        return new DriverView(this);
    }

    public FabricView fabric() {
        return new FabricView(this);
    }

    public LogView log() {
        return new LogView(this);
    }

    /** The baseline of a table, which has one always. */
    public Baseline goal() {
        return baseline.orElseThrow();
    }

    /** Everything in which the node is not at its baseline. */
    public List<Difference> differences() {
        return Differences.of(facts, goal()).all();
    }

    /** No where it is known which machine this is and which boot; unknown otherwise. */
    public Judgement identified() {
        return Judgement.read("identity", facts.identity()).or(Judgement.read("boot", facts.boot()));
    }

    /** The same, and what every table stands on that changes a driver: the bus, the owner, the packages. */
    public Judgement readForDriver() {
        return identified()
                .or(Judgement.read("gpusOnBus", facts.hardware().gpusOnBus()))
                .or(Judgement.read("driverOwner", facts.driverOwner()))
                .or(Judgement.read("packages", facts.software().packages()));
    }

    /** What the baseline pins; unknown where it names nothing. */
    public Reading<String> pin(Field field) {
        return baseline.map(goal -> goal.pins().getOrDefault(field, ""))
                .filter(pin -> !pin.isBlank())
                .map(Reading::of)
                .orElseGet(() -> Reading.unknown("the baseline names no " + field.key()));
    }
}
