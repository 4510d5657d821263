package dev.slipway.model.facts;

import dev.slipway.model.Difference;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the settings that a reboot forgets and that DCGM stores: power limit in watts, clocks as DCGM prints them, e.g.
 * {@code 1593,1980}.
 */
public record RuntimeSettings(
        String persistence, String computeMode, String powerLimitWatts, String clocks, String eccMode, String migMode) {

    /**
     * Returns each setting that is not as {@code wanted}, by name. One that is wanted blank is not compared. Case does
     * not count: a baseline may say {@code enabled} where NVIDIA's tools print {@code Enabled}.
     */
    public List<Difference> differences(RuntimeSettings wanted) {
        List<Difference> differences = new ArrayList<>();
        compare(differences, "persistence", persistence, wanted.persistence);
        compare(differences, "computeMode", computeMode, wanted.computeMode);
        compare(differences, "powerLimitWatts", powerLimitWatts, wanted.powerLimitWatts);
        compare(differences, "clocks", clocks, wanted.clocks);
        compare(differences, "eccMode", eccMode, wanted.eccMode);
        compare(differences, "migMode", migMode, wanted.migMode);
        return differences;
    }

    private static void compare(List<Difference> differences, String key, String found, String wanted) {
        if (!wanted.isBlank() && !wanted.equalsIgnoreCase(found)) {
            differences.add(new Difference(key, found, wanted, true));
        }
    }
}
