package dev.slipway.demo;

import dev.slipway.simulator.fleet.FleetPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which runs there are and where each is hit. Most are hit at a gate: every step of the journal, before and after its
 * effect. The others are hit when their node itself shows something: a job or a transaction begins, it goes down, it is back.
 */
record KillPlan(List<Round> rounds) {
    private static final int GATES = 36;
    private static final int SHOWING = 5;
    /** Whole nodes of each round, to be partners in its two-node tests. */
    private static final int PARTNERS = 8;

    /** How many times faster than the clock its nodes and their cluster live. */
    static final double FASTER = 600;

    /** What a round has that waits for a sight: every node shows jobs and a reboot. */
    private static final Fate[] SHOWN = {
        Fate.CONVERGES, Fate.BUILDS, Fate.CONVERGES, Fate.RELOADS_BY_REBOOT, Fate.CONVERGES
    };

    /** What a node shows when the worker is to die. */
    enum Sight {
        JOB,
        TRANSACTION,
        DOWN,
        UP
    }

    /** A place where a run is stopped for the kill. */
    record Gate(StepGate.Place place, StepGate.Moment moment) {}

    /** One run: its node, what is to become of it, and its gate. */
    record Hit(String node, Fate fate, Optional<Gate> gate) {}

    /** Runs that are started together, and one kill: when all gates are taken, or when one node shows the sight. */
    record Round(List<Hit> hits, Optional<Sight> sight) {
        /** Whether one of its runs idles on its way to its gate. */
        boolean idles() {
            return hits.stream().anyMatch(hit -> hit.fate().idles());
        }

        /** The nodes that are written anew. */
        List<String> written() {
            return hits.stream()
                    .filter(hit -> hit.fate().byImage())
                    .map(Hit::node)
                    .toList();
        }

        boolean has(String node) {
            return hits.stream().anyMatch(hit -> hit.node().equals(node));
        }
    }

    /** So many runs; every step that a kill can hit has a gate among the first 266, and both of them among the first 512. */
    static KillPlan of(int runs) {
        return starting(0, 0, runs);
    }

    /**
     * A part of the whole, in two rounds: one with gates, and one with a sight. {@code parts()} of them hit every step
     * at both moments; the same {@code seed} is the same part.
     */
    static KillPlan sample(long seed) {
        int part = Math.floorMod(seed, parts());
        return starting(part * GATES, part, GATES + SHOWING);
    }

    /** How many samples there are. */
    static int parts() {
        return Math.ceilDiv(slots().size(), GATES);
    }

    private static KillPlan starting(int firstSlot, int firstSight, int runs) {
        List<Gate> slots = slots();
        List<Round> rounds = new ArrayList<>();
        int node = 0;
        int slot = firstSlot;
        while (node < runs) {
            boolean gated = rounds.size() % 2 == 0;
            List<Hit> hits = new ArrayList<>();
            int most = Math.min(gated ? GATES : SHOWING, runs - node);
            for (int i = 0; i < most; i++) {
                String name = name(node++);
                Gate gate = slots.get(slot % slots.size());
                slot += gated ? 1 : 0;
                hits.add(
                        gated
                                ? new Hit(name, Fate.with(gate.place().step()), Optional.of(at(name, gate)))
                                : new Hit(name, SHOWN[i % SHOWN.length], Optional.empty()));
            }
            Sight sight = Sight.values()[(firstSight + rounds.size() / 2) % Sight.values().length];
            rounds.add(new Round(List.copyOf(hits), gated ? Optional.empty() : Optional.of(sight)));
        }
        return new KillPlan(List.copyOf(rounds));
    }

    /**
     * Each step once, before its effect and after it in turn; then each at its other moment, those first that need a
     * partner: it may be lent to another.
     */
    private static List<Gate> slots() {
        List<Gate> first = new ArrayList<>();
        List<Gate> withPartner = new ArrayList<>();
        List<Gate> again = new ArrayList<>();
        StepGate.Moment[] moments = StepGate.Moment.values();
        List<String> steps = steps();
        for (int i = 0; i < steps.size(); i++) {
            String step = steps.get(i);
            first.add(new Gate(new StepGate.Place("", step), moments[i % moments.length]));
            boolean pair = step.endsWith("partner") || step.endsWith("nccl-pair");
            List<Gate> later = pair ? withPartner : again;
            later.add(new Gate(new StepGate.Place("", step), moments[(i + 1) % moments.length]));
        }
        return Stream.of(first, withPartner, again).flatMap(List::stream).toList();
    }

    /** The steps that this plan stops a run at. */
    Set<String> gated() {
        return hits().stream()
                .flatMap(hit -> hit.gate().stream())
                .map(gate -> gate.place().step())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static List<String> steps() {
        return Fate.all().stream().flatMap(fate -> fate.steps().stream()).toList();
    }

    private static Gate at(String node, Gate slot) {
        return new Gate(new StepGate.Place(node, slot.place().step()), slot.moment());
    }

    static String name(int index) {
        return String.format(java.util.Locale.ROOT, "gpu-%03d", index + 1);
    }

    List<Hit> hits() {
        return rounds.stream().flatMap(round -> round.hits().stream()).toList();
    }

    /** The nodes of a round's fleet: those of its runs, and its partners. */
    List<String> nodes(int round) {
        Stream<String> partners =
                IntStream.range(0, PARTNERS).mapToObj(i -> name(hits().size() + round * PARTNERS + i));
        return Stream.concat(rounds.get(round).hits().stream().map(Hit::node), partners)
                .toList();
    }

    /** A node for each run, drifted, with a pod on it where a drain is hit; and whole ones, to be partners. */
    FleetPlan fleet(long seed) {
        FleetPlan plan =
                FleetPlan.whole(seed, hits().size() + PARTNERS * rounds.size()).timeFactor(FASTER);
        for (Hit hit : hits()) {
            boolean drained = hit.gate()
                    .filter(gate -> gate.place().step().endsWith("drain"))
                    .isPresent();
            plan = plan.changing(hit.node(), node -> drained ? node.serving(2) : node);
            plan = hit.fate().on(plan, hit.node());
        }
        return plan;
    }
}
