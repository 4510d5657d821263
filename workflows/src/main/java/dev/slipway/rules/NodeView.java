package dev.slipway.rules;

import dev.slipway.model.Baseline;
import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.Field;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.util.List;
import java.util.Optional;

/**
 * Answers questions about a node: its facts beside its baseline, if there is one. Questions of several tables are here
 * or in the views below, once; a part that was not read makes the answer unknown.
 */
public record NodeView(NodeFacts facts, Optional<Baseline> baseline) {
    /** Is what a question lacks that only a baseline answers. */
    public static final String NO_BASELINE = "a baseline: which GPUs and versions the node must have";

    /** Returns facts beside a baseline. */
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

    public KernelView kernel() {
        return new KernelView(this);
    }

    public LogView log() {
        return new LogView(this);
    }

    /** Returns the baseline of a table, which always has one. */
    public Baseline goal() {
        return baseline.orElseThrow();
    }

    /** Returns everything in which the node is not at its baseline. */
    public List<Difference> differences() {
        return Differences.of(facts, goal()).all();
    }

    /** Returns no if machine and boot are known; unknown otherwise. */
    public Judgement identified() {
        return Judgement.read("identity", facts.identity()).or(Judgement.read("boot", facts.boot()));
    }

    /** Returns the same, for what every table that changes a driver needs: the bus, the owner, the packages. */
    public Judgement readForDriver() {
        return identified()
                .or(Judgement.read("gpusOnBus", facts.hardware().gpusOnBus()))
                .or(Judgement.read("driverOwner", facts.driverOwner()))
                .or(Judgement.read("packages", facts.software().packages()));
    }

    /** Returns what the baseline pins; unknown if it pins nothing. */
    public Reading<String> pin(Field field) {
        return baseline.map(goal -> goal.pins().getOrDefault(field, ""))
                .filter(pin -> !pin.isBlank())
                .map(Reading::of)
                .orElseGet(() -> Reading.unknown("the baseline names no " + field.key()));
    }
}
