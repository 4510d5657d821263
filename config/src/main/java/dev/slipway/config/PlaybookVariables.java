package dev.slipway.config;

import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverBranch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds the variables that a site's own playbook gets beside those of the role: by name a text, in which {@code {KEY}}
 * stands for a pin of the baseline.
 */
public record PlaybookVariables(Map<String, String> table) {
    /** The variables that are computed from the baseline for the role: no table may name them. */
    public static final Set<String> COMPUTED = Set.of(
            "slipway_packages",
            "slipway_holds",
            "slipway_services",
            "slipway_manifest",
            "slipway_driver",
            "slipway_kernel",
            "slipway_boot_unit",
            "slipway_boot_script");

    private static final Pattern PLACE = Pattern.compile("\\{([A-Za-z]+)\\}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String BASELINE = "baseline";
    private static final String BRANCH = "driver_branch";

    /** Returns the variables with their values for a baseline; fails where one needs a pin that it has not. */
    public Map<String, String> of(String baseline, Map<Field, String> pins) {
        Map<String, String> values = new TreeMap<>();
        pin(Field.DRIVER_BRANCH.key(), baseline, pins).ifPresent(branch -> values.put(BRANCH, branch));
        table.forEach((name, text) -> values.put(name, value(name, text, baseline, pins)));
        return values;
    }

    /** Returns what is wrong with the table for a baseline, one line each. */
    List<String> objections(String baseline, Map<Field, String> pins) {
        List<String> objections = new ArrayList<>();
        new TreeMap<>(table).forEach((name, text) -> {
            if (!NAME.matcher(name).matches()) {
                objections.add("`" + name + "` is no name of a variable in Ansible.");
            } else if (COMPUTED.contains(name)) {
                objections.add("`" + name + "` is computed from the baseline.");
            } else {
                unmet(text, baseline, pins)
                        .ifPresent(key -> objections.add(
                                "`" + name + "` needs `" + key + "`, which baseline `" + baseline + "` does not pin."));
            }
        });
        return objections;
    }

    private static Optional<String> unmet(String text, String baseline, Map<Field, String> pins) {
        return PLACE.matcher(text)
                .results()
                .map(place -> place.group(1))
                .filter(key -> pin(key, baseline, pins).isEmpty())
                .findFirst();
    }

    private static String value(String name, String text, String baseline, Map<Field, String> pins) {
        unmet(text, baseline, pins).ifPresent(key -> {
            throw new IllegalArgumentException("`ansible.variables." + name + "` needs `" + key + "`, which baseline "
                    + baseline + " does not pin: pin it, or correct the variable in slipway.yaml");
        });
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(
                        pin(place.group(1), baseline, pins).orElseThrow()));
    }

    private static Optional<String> pin(String key, String baseline, Map<Field, String> pins) {
        if (key.equals(BASELINE)) {
            return Optional.of(baseline);
        }
        Optional<String> pinned = Field.named(key).flatMap(field -> Optional.ofNullable(pins.get(field.pin())));
        return key.equals(Field.DRIVER_BRANCH.key()) && pinned.isEmpty()
                ? Optional.ofNullable(pins.get(Field.DRIVER_VERSION))
                        .filter(Baseline::comparable)
                        .map(DriverBranch::ofVersion)
                : pinned;
    }
}
