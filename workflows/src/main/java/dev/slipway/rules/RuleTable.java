package dev.slipway.rules;

import dev.slipway.model.Diagnosed;
import dev.slipway.model.Difference;
import dev.slipway.model.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds rules in order: the first that fits is taken. If the question of a rule cannot be answered, the table stops
 * there and returns its first rule, which reports what is missing; the last rule fits every node.
 */
public record RuleTable<V>(List<Rule<V>> rules) {

    /** Holds the rule that a node fits, and its evidence. */
    public record Fit<V>(Rule<V> rule, Judgement why) {

        /** Returns where it leads the node. */
        public Route route(V view) {
            return rule.then().route().apply(view, why);
        }
    }

    /** Returns a table whose first rule reports what is missing; {@code rest} are the others in order. */
    @SafeVarargs
    public static <V> RuleTable<V> of(Rule<V> incomplete, Rule<V>... rest) {
        List<Rule<V>> all = new ArrayList<>(List.of(incomplete));
        for (Rule<V> rule : rest) {
            all.add(rule);
        }
        return new RuleTable<>(List.copyOf(all));
    }

    /** Returns the first rule that fits, or the first of the table if a question before it has no answer. */
    public Fit<V> first(V view) {
        for (Rule<V> rule : rules) {
            Judgement answer = rule.when().apply(view);
            if (!answer.isNo()) {
                return new Fit<>(answer.isUnknown() ? rules.getFirst() : rule, answer);
            }
        }
        throw new IllegalStateException("the last rule of a table fits every node");
    }

    /** Returns the same as a diagnosis. */
    public Diagnosed diagnose(V view, List<Difference> differences) {
        Fit<V> fit = first(view);
        return new Diagnosed(fit.rule().id(), fit.rule().title(), fit.route(view), differences);
    }

    /** Returns the slugs of the runbooks that the rules lead to. */
    public Set<String> leadsTo() {
        return rules.stream().flatMap(rule -> rule.then().leadsTo().stream()).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the ids of all rules; the document of the runbook lists the same. */
    public List<String> ids() {
        return rules.stream().map(Rule::id).toList();
    }
}
