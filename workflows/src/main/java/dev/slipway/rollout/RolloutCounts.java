package dev.slipway.rollout;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts how the nodes of a rollout ended, over all waves, and computes what the next wave may do. */
final class RolloutCounts {
    /** Is counted beside the outcomes of nodes: no wave reported how the node ended. */
    private static final String UNKNOWN = "UNKNOWN";

    private static final int SIGNALS_SHOWN = 20;
    private final RolloutPlan plan;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<String> approvals = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    /** The first only, so that the result stays small, whatever is sent. */
    private final FirstLines dropped = new FirstLines(SIGNALS_SHOWN, "see the history of this run");

    private final List<Integer> gaveWay = new ArrayList<>();

    RolloutCounts(RolloutPlan plan) {
        this.plan = plan;
    }

    void add(WaveResult result) {
        result.outcomes().forEach((outcome, n) -> outcomes.merge(outcome, n, Integer::sum));
        problems.addAll(result.problems());
        gaveWay.addAll(result.gaveWay());
    }

    /** A wave that was closed by force, and so has no result: how each of its nodes ends is in the ledger alone. */
    void lost(WavePlan wave) {
        int nodes =
                wave.bounds().to() - wave.bounds().from() + wave.later().again().size();
        outcomes.merge(UNKNOWN, nodes, Integer::sum);
    }

    /** Records who let the rollout begin: no problem, and so not listed among them. */
    void approved(String by) {
        approvals.add("approved by " + by);
    }

    void remark(String line) {
        problems.add(line);
    }

    /** Records a signal that was dropped, and why. */
    void dropped(String signal) {
        dropped.add(signal);
    }

    private List<String> problems() {
        return Stream.concat(problems.stream(), dropped.lines().stream()).toList();
    }

    /** Counts the nodes from {@code from} on, and the skipped ones, as untouched. */
    void leave(int from) {
        int left = plan.nodes() - from + gaveWay.size();
        if (left > 0) {
            outcomes.merge("UNTOUCHED", left, Integer::sum);
        }
    }

    /** Returns how many skipped nodes are to be tried again. */
    int again() {
        return gaveWay.size();
    }

    /** Returns a wave over these nodes of the plan. */
    WavePlan wave(int number, int from, int to) {
        return wave(number, new WavePlan.Bounds(from, to, window(number)), new WavePlan.Later(List.of(), true));
    }

    /** Returns a wave over the skipped nodes, which no longer count as skipped. */
    WavePlan again(int number, boolean handsBack) {
        WavePlan.Later later = new WavePlan.Later(List.copyOf(gaveWay), handsBack);
        WavePlan next = wave(number, new WavePlan.Bounds(0, 0, window(number)), later);
        gaveWay.clear();
        return next;
    }

    /** Takes back a wave that did not begin: its skipped nodes stay skipped. */
    void takeBack(WavePlan wave) {
        gaveWay.addAll(wave.later().again());
    }

    private WavePlan wave(int number, WavePlan.Bounds bounds, WavePlan.Later later) {
        int mayFail = plan.terms().mayFail() - bad();
        return new WavePlan(
                plan.change(), plan.fleet(), plan.workflowType(), plan.planId(), number, bounds, mayFail, later);
    }

    /** Returns one node at a time until the change has converged a node: a skipped canary has proved nothing. */
    private int window(int number) {
        boolean unseen = !gaveWay.isEmpty() && !outcomes.containsKey("CONVERGED");
        return number == 1 || unseen ? 1 : plan.window();
    }

    /** Counts the nodes that ended badly so far, and those with an unknown end. */
    private int bad() {
        return outcomes.getOrDefault("HELD", 0)
                + outcomes.getOrDefault("ROLLED_BACK", 0)
                + outcomes.getOrDefault("RMA_CANDIDATE", 0)
                + outcomes.getOrDefault(UNKNOWN, 0);
    }

    RolloutSummary summary(String state, String why) {
        return new RolloutSummary(
                plan.change(), state, plan.nodes(), Map.copyOf(outcomes), List.copyOf(approvals), problems(), why);
    }

    @Override
    public String toString() {
        return "so far: " + outcomes
                + approvals.stream().map("\n- "::concat).collect(Collectors.joining())
                + "\n- problems: " + problems();
    }
}
