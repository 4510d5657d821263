package dev.slipway.activities.ssh;

import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.facts.RuntimeSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A baseline like another one, but for what a test names. */
public final class ChangedBaseline {
    private final Baseline from;
    private String id;
    private Baseline.Provenance provenance;
    private Baseline.Profile profile;
    private Map<Field, String> pins;
    private Map<String, String> packages;
    private List<String> holds;
    private Optional<RuntimeSettings> runtime;
    private Baseline.GateProfile gates;

    private ChangedBaseline(Baseline from) {
        this.from = from;
        id = from.id();
        provenance = from.provenance();
        profile = from.profile();
        pins = from.pins();
        packages = from.packages();
        holds = from.holds();
        runtime = from.runtime();
        gates = from.gates();
    }

    public static ChangedBaseline of(Baseline from) {
        return new ChangedBaseline(from);
    }

    public ChangedBaseline id(String other) {
        id = other;
        return this;
    }

    public ChangedBaseline approvedBy(String approver) {
        provenance = new Baseline.Provenance(provenance.commit(), approver, provenance.adoptedAt());
        return this;
    }

    public ChangedBaseline profile(Baseline.Profile other) {
        profile = other;
        return this;
    }

    public ChangedBaseline pins(Map<Field, String> others) {
        pins = others;
        return this;
    }

    public ChangedBaseline packages(Map<String, String> others) {
        packages = others;
        return this;
    }

    public ChangedBaseline holds(List<String> others) {
        holds = others;
        return this;
    }

    public ChangedBaseline runtime(Optional<RuntimeSettings> other) {
        runtime = other;
        return this;
    }

    public ChangedBaseline gates(Baseline.GateProfile others) {
        gates = others;
        return this;
    }

    public Baseline baseline() {
        return new Baseline(
                id, from.previous(), provenance, profile, pins, packages, holds, runtime, gates, from.waivers());
    }
}
