package dev.slipway.activities.gates;

import dev.slipway.model.facts.RuntimeSettings;
import java.util.ArrayList;
import java.util.List;

/** The settings that a baseline names and that read back otherwise. */
final class SettingsDiffer {
    private SettingsDiffer() {}

    static List<String> between(RuntimeSettings found, RuntimeSettings wanted) {
        List<String> wrong = new ArrayList<>();
        note(wrong, "persistence", found.persistence(), wanted.persistence());
        note(wrong, "compute mode", found.computeMode(), wanted.computeMode());
        note(wrong, "power limit", found.powerLimitWatts(), wanted.powerLimitWatts());
        note(wrong, "clocks", found.clocks(), wanted.clocks());
        note(wrong, "ECC", found.eccMode(), wanted.eccMode());
        note(wrong, "MIG", found.migMode(), wanted.migMode());
        return wrong;
    }

    private static void note(List<String> wrong, String name, String found, String wanted) {
        if (!wanted.isBlank() && !found.equalsIgnoreCase(wanted)) {
            wrong.add(name + " " + found + " → want " + wanted);
        }
    }
}
