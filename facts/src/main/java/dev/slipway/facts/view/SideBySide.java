package dev.slipway.facts.view;

import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.Identity;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Compares two readings of nodes, fact by fact. */
final class SideBySide {
    private static final Pattern OF_ONE_MACHINE = Pattern.compile(
            "identity\\.(machineId|productUuid|nodeUid|bmc|rack)|boot\\.boot(Id|Time)|gpus\\[.*]\\.(uuid|serial)");
    private static final Pattern OF_ONE_BOOT = Pattern.compile("boot\\.boot(Id|Time)");
    /** Lists what is no fact of the node: when it was read, under which name, and whose programs ran at that moment. */
    private static final Set<String> OF_THE_MOMENT =
            Set.of("collector.clock", "collector.t0", "identity.cluster", "identity.name", "gpus.jobs");

    private static final Pattern NOTHING = Pattern.compile("(?!)");

    private final Map<String, Fact> have;
    private final Map<String, Fact> want;
    private final Relation relation;

    /** States how the two belong together, and what then differs by nature. */
    private record Relation(String words, Pattern leftOut) {}

    SideBySide(NodeFacts have, NodeFacts want) {
        this.have = byName(have);
        this.want = byName(want);
        this.relation = relation(have, want);
    }

    private static Map<String, Fact> byName(NodeFacts facts) {
        return FactSheet.shown(facts).stream()
                .filter(fact -> !OF_THE_MOMENT.contains(fact.name()))
                .collect(Collectors.toMap(Fact::name, f -> f, (first, second) -> first, LinkedHashMap::new));
    }

    private static Relation relation(NodeFacts have, NodeFacts want) {
        Optional<Identity> first = have.identity().value();
        Optional<Identity> second = want.identity().value();
        if (first.isEmpty() || second.isEmpty()) {
            return new Relation("whether it is one machine is not known", NOTHING);
        }
        if (!first.get().sameMachine(second.get())) {
            return new Relation("two machines", OF_ONE_MACHINE);
        }
        Optional<String> boot = have.boot().value().map(Boot::bootId);
        Optional<String> other = want.boot().value().map(Boot::bootId);
        if (boot.isEmpty() || other.isEmpty()) {
            return new Relation("the same machine; whether it is one boot is not known", NOTHING);
        }
        return boot.equals(other)
                ? new Relation("the same machine in the same boot", NOTHING)
                : new Relation("the same machine in two boots", OF_ONE_BOOT);
    }

    Comparison comparison() {
        Set<String> names = new LinkedHashSet<>(have.keySet());
        names.addAll(want.keySet());
        names.removeIf(name -> notAsked(have, name) || notAsked(want, name));
        List<String> leftOut = names.stream()
                .filter(name -> relation.leftOut().matcher(name).matches())
                .toList();
        leftOut.forEach(names::remove);
        Map<String, Comparison.Line> lines = new LinkedHashMap<>();
        for (String name : names) {
            line(name).ifPresent(line -> lines.putIfAbsent(line.field(), line));
        }
        return new Comparison(relation.words(), List.copyOf(lines.values()), leftOut);
    }

    /**
     * Returns whether the fact is skipped: facts from other sources, which saved outputs lack, are compared only if
     * both sides have them.
     */
    private static boolean notAsked(Map<String, Fact> side, String name) {
        String whole = name.startsWith("scheduler") ? "scheduler" : name;
        return Optional.ofNullable(side.get(whole))
                .filter(fact -> fact.source().outside() && !fact.reading().known())
                .isPresent();
    }

    /**
     * Returns the line of a part that is unknown on one side; its single facts on the other side are one line under the
     * part's name.
     */
    private Optional<Comparison.Line> line(String name) {
        int bracket = name.indexOf('[');
        String part = bracket < 0 ? name : name.substring(0, bracket);
        boolean whole = unread(have, part) || unread(want, part);
        String field = whole ? part : name;
        String unknown = why(have, field, "the first: ") + why(want, field, "the second: ");
        String is = text(have, field);
        String other = text(want, field);
        if (unknown.isEmpty() && is.equals(other)) {
            return Optional.empty();
        }
        return Optional.of(new Comparison.Line(field, is, other, unknown.strip()));
    }

    private static boolean unread(Map<String, Fact> side, String name) {
        Fact fact = side.get(name);
        return fact != null && !fact.reading().known();
    }

    private static String why(Map<String, Fact> side, String name, String which) {
        Fact fact = side.get(name);
        return fact == null || fact.reading().known()
                ? ""
                : which + fact.reading().error() + " ";
    }

    private static String text(Map<String, Fact> side, String name) {
        Fact fact = side.get(name);
        if (fact != null) {
            return fact.reading().known() ? fact.text() : "";
        }
        return side.keySet().stream().anyMatch(key -> key.startsWith(name + "[")) ? "read" : "absent";
    }
}
