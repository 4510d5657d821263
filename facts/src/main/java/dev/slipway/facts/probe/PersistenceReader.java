package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.nvidia.DcgmSettings;
import dev.slipway.facts.services.UnitProperties;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.PersistenceState;
import dev.slipway.model.facts.PersistenceState.Mode;
import dev.slipway.model.facts.PersistenceState.Unit;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads persistence mode from the sections of a probe's answer. */
record PersistenceReader(Answers answers, Reading<SmiQuery> query) {
    /** Lists heat and power. An idle GPU, or application clocks, hold it down rightly. */
    private static final List<String> REASONS =
            List.of("HW Slowdown", "HW Thermal Slowdown", "HW Power Brake Slowdown", "SW Thermal Slowdown");

    /** Names the part since driver 535, and before it. */
    private static final List<String> PARTS = List.of("Clocks Event Reasons", "Clocks Throttle Reasons");

    private static final Pattern ARGV = Pattern.compile("\\{ path=[^;]*; argv\\[\\]=([^;]*) ;");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_./=:@,+-]{1,200}");
    private static final Pattern STATE = Pattern.compile("[a-z-]{0,60}");

    PersistenceState state() {
        return new PersistenceState(
                query.value().map(report -> modes(report.gpus())).orElseGet(() -> Reading.unknown(query.error())),
                answers.parsed("persistence-unit", PersistenceReader::unit),
                answers.parsed(
                        "dcgm-config", output -> DcgmSettings.parse(output).value()));
    }

    /** Returns the mode of every GPU; unknown if the report lacks one GPU. */
    static Reading<List<Mode>> modes(List<Map<String, String>> gpus) {
        List<Mode> modes = new ArrayList<>();
        for (Map<String, String> gpu : gpus) {
            GpuReport report = new GpuReport(gpu);
            Reading<String> mode = report.part("Persistence Mode");
            Reading<String> uuid = report.part("GPU UUID");
            Reading<List<String>> slowed = slowed(report);
            if (!mode.known() || !uuid.known() || !slowed.known()) {
                return Reading.unknown(mode.error() + uuid.error() + slowed.error());
            }
            modes.add(new Mode(gpu.getOrDefault("Address", ""), uuid.or(""), mode.or(""), slowed.or(List.of())));
        }
        return Reading.of(List.copyOf(modes));
    }

    private static Reading<List<String>> slowed(GpuReport report) {
        List<String> active = new ArrayList<>();
        for (String reason : REASONS) {
            Reading<String> said = PARTS.stream()
                    .map(part -> report.part(part + "/" + reason))
                    .filter(Reading::known)
                    .findFirst()
                    .orElseGet(() -> report.part(PARTS.getFirst() + "/" + reason));
            switch (said.or("")) {
                case "Active" -> active.add(reason);
                case "Not Active", "[N/A]" -> {}
                default -> {
                    return Reading.unknown(said.known() ? "smi-q: " + reason + " is " + said.or("") : said.error());
                }
            }
        }
        return Reading.of(List.copyOf(active));
    }

    static Reading<Unit> unit(Output output) {
        Reading<List<Map<String, String>>> units = UnitProperties.parse(output).whole();
        if (units.or(List.of()).size() != 1) {
            return Reading.unknown(units.known() ? "not one unit: " + Text.shorten(output.text(), 120) : units.error());
        }
        Map<String, String> said = units.or(List.of()).getFirst();
        String load = said.getOrDefault("LoadState", "");
        String active = said.getOrDefault("ActiveState", "");
        String file = said.getOrDefault("UnitFileState", "");
        if (load.isEmpty()
                || active.isEmpty()
                || !STATE.matcher(load + active + file).matches()) {
            return Reading.unknown("not a unit: " + Text.shorten(output.text(), 120));
        }
        Optional<List<String>> command = command(said.getOrDefault("ExecStart", ""));
        if (load.equals("loaded") && command.isEmpty()) {
            return Reading.unknown("a unit whose command cannot be read: "
                    + Text.shorten(said.getOrDefault("ExecStart", "none"), 120));
        }
        return Reading.of(
                new Unit(load, active, file, command.orElse(List.of()), words(said.getOrDefault("DropInPaths", ""))));
    }

    /**
     * A unit of several commands, or with words that a shell or systemd would read otherwise, is nothing to rewrite.
     */
    private static Optional<List<String>> command(String text) {
        Matcher matcher = ARGV.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        List<String> words = words(matcher.group(1));
        boolean plain = words.size() <= 40
                && words.stream().allMatch(word -> WORD.matcher(word).matches());
        return plain && !words.isEmpty() && words.getFirst().startsWith("/") && !matcher.find()
                ? Optional.of(words)
                : Optional.empty();
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }
}
