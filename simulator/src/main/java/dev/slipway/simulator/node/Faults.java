package dev.slipway.simulator.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Plans what will go wrong: the n-th call of a script or tool, before, during or after its effect. */
public final class Faults {
    private final List<Rule> rules;
    private final Map<String, Integer> calls = new HashMap<>();

    Faults(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** States when a fault strikes, relative to the effect of the call. */
    public enum Moment {
        BEFORE,
        DURING,
        AFTER
    }

    /** {@code call} counts from 1; 0 is every call. {@code on} names a script or tool, as {@code slipway-start}. */
    public record Rule(String on, int call, Moment moment, Fault fault) {}

    /** Lists how an answer is damaged. */
    public enum Shape {
        EMPTY,
        HALF,
        GARBAGE,
        HUNDRED_MEGABYTES
    }

    /** Is one thing that goes wrong. */
    public sealed interface Fault {
        /** The connection drops; a detached job that it strikes is killed without a trace. */
        record Drop() implements Fault {}

        /** The command ends with this exit status and this on its standard error; its effect depends on the moment. */
        record Exit(int code, String text) implements Fault {}

        /** The answer is damaged; exit status and effect are as they would be. */
        record Spoil(Shape shape) implements Fault {}

        /** The node becomes worse and the call goes on. */
        record Becomes(Condition condition) implements Fault {}

        /** The node loses power and boots. */
        record PowerLoss() implements Fault {}
    }

    /** Counts a call of {@code name} and returns what strikes it, in planned order. */
    public List<Rule> strike(String name) {
        int number = calls.merge(name, 1, Integer::sum);
        List<Rule> struck = new ArrayList<>();
        for (Rule rule : rules) {
            if (rule.on().equals(name) && (rule.call() == 0 || rule.call() == number)) {
                struck.add(rule);
            }
        }
        return struck;
    }

    /** Returns how often {@code name} was called so far. */
    public int calls(String name) {
        return calls.getOrDefault(name, 0);
    }
}
