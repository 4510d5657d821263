package dev.slipway.starter.view;

import dev.slipway.starter.client.DriftCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Groups the nodes of a drift check by equal differences, and counts what they have instead of what is pinned. */
public final class DriftGroups {
    private static final int SHOWN = 6;
    private static final int NAMES_WIDTH = 76;

    private DriftGroups() {}

    /** Holds what the nodes of one group share. */
    private record Shared(String row, String route, List<String> differences) {}

    /** Names a pinned field and its pin. */
    private record Pinned(String field, String want) {}

    /**
     * Returns the cells of a table: one group of nodes after the other, in the order of their first nodes. A node on
     * its own stands in the first column; the names of several stand below what they share.
     */
    public static List<List<String>> rows(List<DriftCheck.Drifted> nodes) {
        Map<Shared, List<String>> groups = new LinkedHashMap<>();
        nodes.forEach(node -> groups.computeIfAbsent(
                        new Shared(node.row(), route(node), differences(node)), shared -> new ArrayList<>())
                .add(node.node()));
        List<List<String>> rows = new ArrayList<>();
        groups.forEach((shared, names) -> {
            List<String> lines = shared.differences();
            String first = names.size() == 1 ? names.getFirst() : names.size() + " nodes";
            rows.add(List.of(first, lines.getFirst(), "row " + shared.row(), shared.route()));
            lines.stream().skip(1).limit(SHOWN - 1).forEach(line -> rows.add(List.of("", line, "", "")));
            if (lines.size() > SHOWN) {
                rows.add(List.of("", "and " + (lines.size() - SHOWN) + " more: --json shows all", "", ""));
            }
            if (names.size() > 1) {
                wrapped(names).forEach(line -> rows.add(List.of("", line, "", "")));
            }
        });
        return rows;
    }

    /**
     * Returns the cells of a table with a head: each field that differs on several nodes, its pin, and each value that
     * was found with the number of nodes that have it, the most frequent first; empty if no field does.
     */
    public static List<List<String>> values(List<DriftCheck.Drifted> nodes) {
        Map<Pinned, Map<String, Integer>> found = new LinkedHashMap<>();
        nodes.forEach(node -> node.fields()
                .forEach(field -> found.computeIfAbsent(
                                new Pinned(field.field(), field.want()), pinned -> new LinkedHashMap<>())
                        .merge(field.unknown().isEmpty() ? field.have() : "unknown", 1, Integer::sum)));
        List<List<String>> rows = new ArrayList<>();
        found.forEach((pinned, values) -> {
            if (values.values().stream().mapToInt(Integer::intValue).sum() > 1) {
                rows.add(List.of(pinned.field(), pinned.want(), counts(values)));
            }
        });
        if (!rows.isEmpty()) {
            rows.addFirst(List.of("FIELD", "PINNED", "FOUND"));
        }
        return rows;
    }

    private static String counts(Map<String, Integer> values) {
        return values.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<String, Integer> value) -> -value.getValue()))
                .map(value -> value.getKey() + " on " + value.getValue() + (value.getValue() == 1 ? " node" : " nodes"))
                .collect(Collectors.joining(", "));
    }

    private static List<String> differences(DriftCheck.Drifted node) {
        return node.differences().isEmpty() ? List.of(node.title()) : node.differences();
    }

    private static String route(DriftCheck.Drifted node) {
        String route = node.route();
        return route.startsWith("divert ") ? "→ " + route.substring("divert ".length()) : route;
    }

    private static List<String> wrapped(List<String> names) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String name : names) {
            if (line.length() + name.length() > NAMES_WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(name);
        }
        lines.add(line.toString());
        return lines;
    }
}
