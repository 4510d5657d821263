package dev.slipway.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks {@code known-bad-builds.yaml}: a pair names one driver, a kernel, and a reason. */
final class BuildsChecks {
    private static final Pattern DRIVER = Pattern.compile("[0-9]+\\.[0-9]+(\\.[0-9]+)?");
    private static final Pattern KERNEL = Pattern.compile("[0-9*][A-Za-z0-9._+~*-]*");

    private BuildsChecks() {}

    static void run(ConfigLoader.Bound<BuildsConfig> bound) {
        Set<List<Object>> seen = new HashSet<>();
        for (BuildsConfig.Pair pair : bound.value().pairs()) {
            if (!DRIVER.matcher(pair.driver()).matches()) {
                bound.blame(
                        pair,
                        "driver",
                        "`driver` is not one exact version: " + BadValue.shown(pair.driver()) + ".",
                        "Write the version that `nvidia-smi` prints, 570.133.20 for one.");
            }
            if (!KERNEL.matcher(pair.kernel()).matches()
                    || pair.kernel().chars().noneMatch(Character::isDigit)) {
                bound.blame(
                        pair,
                        "kernel",
                        "`kernel` is neither a release nor a pattern with a number: " + BadValue.shown(pair.kernel())
                                + ".",
                        "Write what `uname -r` prints, with `*` for what may differ.");
            }
            if (pair.reason().isBlank()) {
                bound.blame(pair, "reason", "A pair without a reason.", "Write the error of its build.");
            }
            if (!seen.add(List.of(pair.driver(), pair.flavour(), pair.kernel()))) {
                bound.blame(pair, "driver", "This pair is there already.", "Keep one.");
            }
        }
    }
}
