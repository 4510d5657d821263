package dev.slipway.facts.nvidia;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Describes one item of a GPU's health in the driver's report: the name of the fact, its place in {@code nvidia-smi
 * -q}, in {@code -q -x} and among the columns of {@code --query-gpu}, and how it is weighed.
 */
record HealthItem(String fact, String path, String xml, String column, Rule rule) {

    /** Lists how a value is weighed. */
    enum Rule {
        FLAG,
        COUNT,
        ACTION,
        SLOWDOWN,
        POWER_BRAKE,
        PAGES,
        FABRIC_STATE,
        FABRIC_STATUS,
        SUMMARY,
        BANDWIDTH,
        RECOVERY,
        CONFIGURATION,
        NONE
    }

    static final List<HealthItem> ALL = read("health-items.txt");

    static final Map<String, List<HealthItem>> BY_COLUMN =
            ALL.stream().collect(Collectors.groupingBy(HealthItem::column));

    private static final Set<String> XML = ALL.stream().map(HealthItem::xml).collect(Collectors.toUnmodifiableSet());

    /** Lists other names of the same place: releases renamed some, and XML has pending pages twice. */
    private static final Map<String, String> RENAMED = Map.of(
            "Retired Pages/Pending", "Retired Pages/Pending Page Blacklist",
            "retired_pages/pending_retirement", "retired_pages/pending_blacklist");

    private static List<HealthItem> read(String name) {
        try (InputStream in = HealthItem.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(row -> !row.startsWith("#"))
                    .map(HealthItem::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HealthItem of(String row) {
        List<String> cells =
                Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();
        return new HealthItem(cells.get(0), cells.get(1), cells.get(2), cells.get(3), Rule.valueOf(cells.get(4)));
    }

    /**
     * Places of {@code nvidia-smi -q} or {@code -q -x} under the names of the newest release of {@code -q}: the report
     * itself if it has them.
     */
    static Map<String, String> byPath(Map<String, String> report) {
        if (report.keySet().stream().noneMatch(HealthItem::otherName)) {
            return report;
        }
        Map<String, String> places = new LinkedHashMap<>();
        report.forEach((place, value) -> {
            String now = place.contains("hrottle") ? renamed(place) : place;
            places.merge(RENAMED.getOrDefault(now, now), value, (a, b) -> a.equals("Yes") ? a : b);
        });
        ALL.forEach(item -> {
            String xml = places.remove(item.xml());
            if (xml != null) {
                places.put(item.path(), xml);
            }
        });
        return places;
    }

    private static boolean otherName(String place) {
        return place.contains("hrottle") || RENAMED.containsKey(place) || XML.contains(place);
    }

    private static String renamed(String place) {
        return place.replace("Clocks Throttle Reasons", "Clocks Event Reasons")
                .replace("throttle_reason", "event_reason");
    }

    /** Returns the section that contains it. */
    String section() {
        return path().split("/", 2)[0];
    }
}
