package dev.slipway.rules.triage;

import static dev.slipway.rules.Judgement.no;

import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.rules.Judgement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares what Slurm's node offers of GPUs, by type as its configuration names them ({@code gpu:1g.10gb}, {@code
 * gpu:h100}, or {@code gpu} without a type), with the GPUs and their partitions. A type that speaks of no profile is
 * compared by count.
 */
record SlurmMig(Map<String, String> said, Reading<List<Gpu>> gpus) {
    /** Begins the names of GPUs that Slurm offers. */
    static final String GPU = "gpu";

    private static final Pattern PROFILE = Pattern.compile("(?:gpu:|_)([0-9]{1,2}g\\.[0-9]{1,4}gb(?:\\.[a-z0-9.]+)?)$");

    /** Judges devices by profile; empty if Slurm does not report them, or if it is unknown which GPUs are whole. */
    Optional<Judgement> stale(Map<String, Integer> cut) {
        Map<String, Integer> profiles = new TreeMap<>();
        int others = 0;
        boolean tells = false;
        for (Map.Entry<String, String> one : said.entrySet()) {
            if (one.getKey().equals(GPU) || one.getKey().startsWith(GPU + ":")) {
                tells = true;
                int count = Mig.number(one.getValue());
                Matcher profile = PROFILE.matcher(one.getKey().replace('+', '.'));
                if (!profile.find()) {
                    others += count;
                } else if (count != 0) {
                    profiles.merge(profile.group(1), count, Integer::sum);
                }
            }
        }
        return tells && gpus.known() ? Optional.of(compared(profiles, others, cut)) : Optional.empty();
    }

    /** A GPU in MIG mode is none by itself. */
    private Judgement compared(Map<String, Integer> profiles, int others, Map<String, Integer> cut) {
        List<Gpu> all = gpus.or(List.of());
        int whole = (int) all.stream()
                .filter(gpu -> !gpu.health().mig().equals("Enabled"))
                .count();
        boolean noMig = profiles.isEmpty() && cut.isEmpty() && whole == all.size();
        if (noMig) {
            return no();
        }
        int devices = cut.values().stream().mapToInt(Integer::intValue).sum();
        boolean stale = profiles.isEmpty() ? others != devices + whole : !profiles.equals(cut) || others != whole;
        return Judgement.of(
                stale, "Slurm offers " + said + ", on the GPUs " + Mig.words(cut) + ", and " + whole + " without MIG");
    }
}
