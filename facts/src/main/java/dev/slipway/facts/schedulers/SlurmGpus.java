package dev.slipway.facts.schedulers;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the GPUs that a value of Slurm names. {@code counts} are by type, as {@code gpu:h100}, or {@code gpu} where
 * none has one; {@code all} is their number. A TRES counts the GPUs of a type once more without it.
 *
 * @see <a href="https://slurm.schedmd.com/gres.html">Slurm: generic resources</a>
 */
public record SlurmGpus(Map<String, Integer> counts, int all) {
    /** Matches brackets after a count: {@code (S:0-1)}, {@code (IDX:0,2-3)}. */
    private static final Pattern BRACKETS = Pattern.compile("\\([^)]*\\)");

    /** {@code gpu:h100:8} of a GRES, {@code gres/gpu:h100=8} of a TRES. */
    private static final Pattern GPUS =
            Pattern.compile("(?:^|,)(?:(gpu(?::[^:=,]+)?):|gres/(gpu(?::[^=,]+)?)=)([0-9]{1,6})(?=,|$)");

    private static final String ANY = "gpu";

    public SlurmGpus {
        counts = Map.copyOf(counts);
    }

    /**
     * Returns those that a GRES ({@code Gres}, {@code GresUsed}) or a TRES ({@code CfgTRES}, {@code AllocTRES}) names.
     */
    public static SlurmGpus of(String value) {
        Map<String, Integer> types = new TreeMap<>();
        boolean tracked = false;
        Matcher gpus = GPUS.matcher(BRACKETS.matcher(value.strip()).replaceAll(""));
        while (gpus.find()) {
            tracked |= gpus.group(1) == null;
            String type = gpus.group(1) == null ? gpus.group(2) : gpus.group(1);
            types.merge(type, Integer.parseInt(gpus.group(3)), Integer::sum);
        }
        int sum = types.values().stream().mapToInt(Integer::intValue).sum();
        if (!tracked || types.size() < 2) {
            return new SlurmGpus(types, sum);
        }
        int untyped = Optional.ofNullable(types.remove(ANY)).orElse(0);
        return new SlurmGpus(types, Math.max(untyped, sum - untyped));
    }
}
