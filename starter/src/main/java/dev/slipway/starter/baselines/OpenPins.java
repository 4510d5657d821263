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
import java.util.stream.Collectors;

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
        notes.addAll(refusedRuns(imported, baseline, previous));
        if (offers.offers().isEmpty()) {
            notes.add("packages and holds are empty: no run installs what is pinned. Import again with --from-probe or "
                    + "--branches, or add what brings each pin:\n  packages: "
                    + named(List.of()).formatted("VERSION"));
            return new OpenPins(baseline, notes);
        }
        GpuPackages.Found found = GpuPackages.pinned(offers, baseline.pins());
        found.missing()
                .forEach(field -> notes.add("No package brings " + field.key() + " "
                        + baseline.pins().get(field)
                        + ": add what does, for example:\n  packages: "
                        + named(GpuPackages.names(offers, field)).formatted("VERSION")));
        found.choices()
                .forEach(choice -> notes.add(String.join(" and ", choice.keySet())
                        + " exclude each other, and neither is taken: pin moduleFlavour, or add one of:"
                        + choice.entrySet().stream()
                                .map(one -> "\n  packages: "
                                        + named(List.of(one.getKey())).formatted(one.getValue()))
                                .collect(Collectors.joining())));
        return new OpenPins(baseline.with(found.packages()), notes);
    }

    private static String named(List<String> names) {
        String name = names.isEmpty() ? "NAME" : names.getFirst();
        return "{ " + name + ": %s }\n  holds: [ " + name + " ]";
    }

    /** Returns what the pre-checks P1 and P2 refuse every run for, though the file is valid. */
    private static List<String> refusedRuns(
            BaselineImport.Imported imported, BaselineConfig baseline, boolean previous) {
        List<String> notes = new ArrayList<>();
        boolean told = imported.empty().containsValue(Field.KERNEL);
        if (!told && BaselineConfig.NOT_APPLICABLE.equals(baseline.pins().get(Field.KERNEL))) {
            notes.add("kernel is n/a: every run is refused (P1). Pin what `uname -r` shall print, or add to waivers who"
                    + " accepts that:\n  " + BaselineText.line(waiver(baseline, Field.KERNEL)));
        }
        if (!previous && baseline.previous().isEmpty()) {
            notes.add("previous is not named: every run is refused, since it could not roll back (P2). Import what the"
                    + " nodes have now under another id, and add:\n  previous: ID");
        }
        return notes;
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
