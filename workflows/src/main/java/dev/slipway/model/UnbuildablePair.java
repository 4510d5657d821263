package dev.slipway.model;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A driver that does not build for a kernel, of one flavour or of any. {@code kernel} is a release, or a pattern in which
 * {@code *} stands for any characters.
 */
public record UnbuildablePair(String driver, Optional<String> flavour, String kernel, String reason) {

    /** The pair that a build for {@code goal} on its kernel is. */
    public static UnbuildablePair of(Baseline goal, String reason) {
        return new UnbuildablePair(
                goal.pins().getOrDefault(Field.DRIVER_VERSION, ""),
                Optional.ofNullable(goal.pins().get(Field.MODULE_FLAVOUR)),
                goal.pins().getOrDefault(Field.KERNEL, ""),
                reason);
    }

    /** Whether it says so of the pair {@code other}, whose kernel is a release. */
    public boolean covers(UnbuildablePair other) {
        return driver.equals(other.driver)
                && (flavour.isEmpty() || flavour.equals(other.flavour))
                && Pattern.matches("\\Q" + kernel.replace("\\E", "").replace("*", "\\E.*\\Q") + "\\E", other.kernel);
    }

    /** Its line for {@code builds.yaml}. */
    public String line() {
        return "- { driver: " + driver + flavour.map(f -> ", flavour: " + f).orElse("") + ", kernel: " + kernel
                + ", reason: \"" + reason.replaceAll("[\"\\\\\\p{Cntrl}]", " ").strip() + "\" }";
    }
}
