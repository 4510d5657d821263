package dev.slipway.starter.baselines;

import dev.slipway.config.BaselineConfig;
import dev.slipway.config.BaselineImport;
import dev.slipway.config.BaselineText;
import dev.slipway.facts.packages.GpuPackages;
import dev.slipway.facts.packages.PackageOffers;
import dev.slipway.model.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Holds an imported baseline with the packages that bring its pins, and notes on what a person has yet to decide. */
public record OpenPins(BaselineConfig baseline, List<String> notes) {
    private static final int WAIVED_DAYS = 90;

    /** Resolves packages and holds by {@code offers}; where it offers nothing, they stay empty and a note says so. */
    public static OpenPins of(BaselineImport.Imported imported, BaselineConfig baseline, PackageOffers offers) {
        List<String> notes = new ArrayList<>();
        boolean previous = !baseline.id().equals(imported.current().id());
        imported.empty().forEach((key, field) -> {
            if (key.startsWith("PREV_") == previous) {
                notes.add(key + " has no value: " + field.key()
                        + " is n/a and is not compared. Pin its exact version, or add to waivers who accepts that:\n"
                        + "  " + BaselineText.line(waiver(baseline, field)));
            }
        });
        if (offers.offers().isEmpty()) {
            notes.add("packages and holds are empty: no run installs what is pinned. Import again with --from-probe or "
                    + "--branches, or write them.");
            return new OpenPins(baseline, notes);
        }
        GpuPackages.Found found = GpuPackages.pinned(offers, baseline.pins());
        found.missing()
                .forEach(field -> notes.add("No package brings " + field.key() + " "
                        + baseline.pins().get(field) + ": write its packages and holds."));
        return new OpenPins(baseline.with(found.packages()), notes);
    }

    private static BaselineConfig.Waiver waiver(BaselineConfig baseline, Field field) {
        return new BaselineConfig.Waiver(
                field,
                "*",
                List.of(),
                "not pinned at its import",
                Optional.of(baseline.approvedBy()),
                baseline.adoptedAt().plusDays(WAIVED_DAYS));
    }
}
