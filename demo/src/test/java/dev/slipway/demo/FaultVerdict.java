package dev.slipway.demo;

import dev.slipway.model.Outcome;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.simulator.observe.Expectations;
import dev.slipway.simulator.observe.Expectations.Wanted;
import dev.slipway.simulator.observe.Observation;
import dev.slipway.simulator.observe.ObservedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was wrong with the runs of a site: as its observer saw them, and by the table. One sentence each. */
record FaultVerdict(
        List<String> lost, List<String> unproven, List<String> unsafe, List<String> doubled, List<String> notAllowed) {

    static FaultVerdict none() {
        return new FaultVerdict(
                new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** Judges each run by itself; what is known to end wrong goes to {@code knownRed}. */
    static FaultVerdict of(FaultSite site, List<FaultSite.End> ends, FaultVerdict knownRed) {
        FaultVerdict verdict = none();
        Observation seen = site.bench().observer.observe();
        for (FaultSite.End end : ends) {
            boolean known = FaultTable.knownRed(end.pair()).isPresent();
            (known ? knownRed : verdict).judge(site, end, seen);
        }
        for (String partner : site.partners()) {
            if (site.bench().observer.cordoned(partner) && !site.told(partner)) {
                verdict.lost.add(partner + ", a partner, is cordoned, and nobody is told");
            }
        }
        return verdict;
    }

    private void judge(FaultSite site, FaultSite.End end, Observation seen) {
        FaultPair pair = end.pair();
        String said = pair + " → "
                + end.outcome().map(outcome -> outcome + " " + outcome.path()).orElse(end.otherwise());
        of(pair, seen.unproven(), said, unproven);
        of(pair, seen.unsafe(), said, unsafe);
        if (end.outcome().isEmpty()) {
            lost.add(said);
            return;
        }
        NodeOutcome outcome = end.outcome().get();
        FaultTable.wrong(pair, outcome).ifPresent(why -> notAllowed.add(said + ": " + why));
        Expectations expected = Expectations.atMostOut(Integer.MAX_VALUE).node(pair.node(), wanted(pair, outcome));
        boolean gone = !end.outOfService() && site.bench().observer.cordoned(pair.node());
        List<String> differences = gone ? lost : end.outOfService() ? notAllowed : unproven;
        seen.differences(expected).forEach(difference -> differences.add(said + ": " + difference));
        ObservedNode view = Optional.ofNullable(seen.nodes().get(pair.node())).orElseThrow();
        twice(pair, outcome, view, DoneTo.node(site.bench().fleet.node(pair.node())))
                .ifPresent(what -> doubled.add(said + ": " + what));
    }

    private static void of(FaultPair pair, List<String> findings, String said, List<String> to) {
        findings.stream()
                .distinct()
                .filter(finding -> finding.contains(pair.node()))
                .forEach(finding -> to.add(said + ": " + finding));
    }

    /** Schedulable or not as its run said; and whole, at the set that it was to have. */
    private static Wanted wanted(FaultPair pair, NodeOutcome outcome) {
        boolean backWithoutPlan = outcome.outcome() == Outcome.ROLLED_BACK && pair.undisturbed() != Outcome.ROLLED_BACK;
        Outcome as = backWithoutPlan ? Outcome.UNTOUCHED : outcome.outcome();
        return WantedAfter.run(as, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** More than the way of that run has, and more than what went wrong may add to it. */
    private static Optional<String> twice(FaultPair pair, NodeOutcome outcome, ObservedNode view, DoneTo done) {
        Fate.Acts most = pair.fate().most();
        int ways = outcome.outcome() == pair.undisturbed() ? 1 : 2;
        boolean hardware = FaultTable.ofHardware(pair.fault());
        int boots = Math.max(ways - 1, ways * most.boots()) + (hardware ? 3 : 0);
        int transactions = Math.max(ways - 1, ways * most.transactions()) + (hardware ? 1 : 0);
        int acts = hardware ? 2 : 0;
        List<String> twice = new ArrayList<>();
        more(view.boots(), boots, "boots", twice);
        more(view.transactions().size(), transactions, "transactions", twice);
        more(done.resets(), ways * most.resets() + acts, "resets of GPUs", twice);
        more(done.restarts(), ways * most.restarts() + acts, "restarts of the fabric manager", twice);
        return twice.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", twice));
    }

    private static void more(int found, int most, String what, List<String> twice) {
        if (found > most) {
            twice.add(found + " " + what + ", at most " + most + " were right");
        }
    }

    FaultVerdict and(FaultVerdict other) {
        lost.addAll(other.lost);
        unproven.addAll(other.unproven);
        unsafe.addAll(other.unsafe);
        doubled.addAll(other.doubled);
        notAllowed.addAll(other.notAllowed);
        return this;
    }

    /** Every sentence, with the word for its kind. */
    List<String> all() {
        List<String> all = new ArrayList<>();
        lost.forEach(line -> all.add("LOST " + line));
        unproven.forEach(line -> all.add("UNPROVEN " + line));
        unsafe.forEach(line -> all.add("UNSAFE " + line));
        doubled.forEach(line -> all.add("DOUBLED " + line));
        notAllowed.forEach(line -> all.add("NOT ALLOWED " + line));
        return all;
    }
}
