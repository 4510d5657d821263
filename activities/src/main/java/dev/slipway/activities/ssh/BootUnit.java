package dev.slipway.activities.ssh;

import dev.slipway.facts.ShellWords;
import dev.slipway.facts.probe.Probe;
import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.WordRule;
import dev.slipway.model.facts.RuntimeSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Holds the texts of the unit {@code slipway-boot} and of the script that it runs after each boot: it gives the GPUs
 * the settings of the baseline, which DCGM keeps only in memory, and fails where command line, IOMMU or ACS are not as
 * pinned. Both are empty for a baseline that names none of them. Neither text ends in a line end.
 */
public record BootUnit(String unit, String script) {
    private static final String SCRIPT_FILE = "/etc/slipway/boot.sh";

    private static final String TRIES = "12";

    /** Returns the texts for nodes of this baseline. */
    public static BootUnit of(Baseline goal) {
        List<String> does = new ArrayList<>();
        goal.runtime()
                .map(BootUnit::arguments)
                .filter(words -> !words.isEmpty())
                .ifPresent(words -> does.add(set(words)));
        goal.comparablePin(Field.CMDLINE).map(BootUnit::cmdline).ifPresent(does::add);
        goal.comparablePin(Field.IOMMU).map(BootUnit::iommu).ifPresent(does::add);
        goal.comparablePin(Field.ACS).map(BootUnit::acs).ifPresent(does::add);
        return does.isEmpty() ? new BootUnit("", "") : new BootUnit(unit(goal), script(goal, does));
    }

    /** Returns the arguments of {@code dcgmi config --set}. Without ECC: setting it requires a reset of the GPU. */
    public static List<String> arguments(RuntimeSettings wanted) {
        List<String> words = new ArrayList<>();
        if (!wanted.powerLimitWatts().isBlank()) {
            words.addAll(List.of("-P", wanted.powerLimitWatts()));
        }
        if (!wanted.clocks().isBlank()) {
            words.addAll(List.of("-a", wanted.clocks()));
        }
        if (!wanted.computeMode().isBlank()) {
            words.addAll(List.of("-c", computeMode(wanted.computeMode())));
        }
        return words;
    }

    private static String computeMode(String mode) {
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "default" -> "0";
            case "prohibited" -> "1";
            case "exclusive_process" -> "2";
            default -> throw FailureType.STEP_FAILED.of("Compute mode " + mode + " is not one that DCGM knows");
        };
    }

    private static String unit(Baseline goal) {
        return """
                # Written by Slipway for baseline %1$s.
                [Unit]
                Description=GPU settings of baseline %1$s, and what this boot must have
                Wants=nvidia-dcgm.service
                After=nvidia-dcgm.service nvidia-persistenced.service
                [Service]
                Type=oneshot
                RemainAfterExit=yes
                ExecStart=/bin/sh %2$s
                [Install]
                WantedBy=multi-user.target""".formatted(goal.id(), SCRIPT_FILE);
    }

    private static String script(Baseline goal, List<String> does) {
        String reads = Probe.function("iommu") + Probe.function("acs");
        return """
                # Written by Slipway for baseline %s; slipway-boot.service runs it after each boot.
                LC_ALL=C
                export LC_ALL
                wrong=0
                objection() { echo "slipway: $*" >&2; wrong=1; }
                root() { "$@"; }
                %s%s
                exit $wrong""".formatted(goal.id(), reads, String.join("\n", does));
    }

    private static String set(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("dcgmi", "config", "--set"));
        words.addAll(arguments);
        return """
                tries=%s
                until %s; do
                  tries=$((tries - 1))
                  if [ "$tries" = 0 ]; then objection 'DCGM did not take the settings'; break; fi
                  sleep 5
                done""".formatted(TRIES, ShellWords.join(words));
    }

    private static String cmdline(String rule) {
        List<String> lines = new ArrayList<>(List.of("cmdline=$(tr '\\t\\n' '  ' </proc/cmdline)"));
        for (WordRule.Word word : WordRule.words(rule)) {
            String pattern = "*" + ShellWords.quote(" " + word.text() + (word.beginning() ? "" : " ")) + "*";
            String objection = "objection " + ShellWords.quote("the kernel booted " + word.objection()) + " ;;";
            lines.add("case \" $cmdline \" in " + pattern + ") "
                    + (word.forbidden() ? objection + " esac" : ";; *) " + objection + " esac"));
        }
        return String.join("\n", lines);
    }

    private static String iommu(String pin) {
        return """
                types=$(iommu | sort -u)
                [ -n "$types" ] || objection 'no GPU is on the bus'
                for type in $types; do
                  case $type in %s) ;; *) objection "IOMMU of a GPU: $type, not %s" ;; esac
                done""".formatted(String.join(" | ", Probe.iommuTypes(pin)), pin);
    }

    private static String acs(String pin) {
        String none = "'bridges '*' redirecting 0')";
        String cases = pin.equals("off")
                ? none + " ;; *) objection \"ACS is not off: $bridges\" ;;"
                : none + " objection \"ACS is off: $bridges\" ;; 'bridges '*) ;; *) objection \"ACS: $bridges\" ;;";
        return """
                bridges=$(acs)
                case $bridges in
                  'bridges 0 '*) objection 'no PCI bridge shows whether it redirects' ;; %s
                esac""".formatted(cases);
    }
}
