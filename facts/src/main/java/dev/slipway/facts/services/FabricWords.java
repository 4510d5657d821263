package dev.slipway.facts.services;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Classifies a line of NVIDIA's fabric manager, of its start script or of systemd about it
 * (https://docs.nvidia.com/datacenter/tesla/fabric-manager-user-guide/).
 */
public enum FabricWords {
    CONFIGURED("Successfully configured all the available "),
    STARTING("systemd\\[1]: Starting .*fabric ?manager"),
    RUNNING("Fabric Manager version [0-9.]+ is running"),
    STOPPED("systemd\\[1]: Stopp(?:ing|ed) .*fabric ?manager|Stopped \"Nvidia Fabric Manager\""),
    /** Fabric manager and driver come from different releases. */
    VERSION("version [0-9.]+ (?:don't|doesn't|do not|does not) match with driver version"
            + "|version (?:is )?incompatible|incompatible (?:driver|version)"),
    TOPOLOGY("NVSwitch(?:es|\\(es\\))?\\b.{0,80}(?:n't|not) match|topology.{0,80}(?:n't|not) (?:match|support)"
            + "|(?:n't|not) match.{0,80}topology"),
    /** The driver shows no NVSwitch, or the NVLink subnet manager is missing. */
    NO_SWITCH("NV_WARN_NOTHING_TO_DO"),
    SETTINGS("has an invalid value"),
    SWITCH_FATAL("NVSwitch fatal error"),
    SWITCH_ERROR("NVSwitch non-fatal error"),
    ENDED("Failed with result '|Main process exited, |Control process exited, |failed! Exit code: [0-9]"
            + "|Failed to start .*fabric ?manager");

    private final Pattern said;

    FabricWords(String said) {
        this.said = Pattern.compile(said, Pattern.CASE_INSENSITIVE);
    }

    /** Returns the subject of this line; empty if it does not show the state of the fabric manager. */
    public static Optional<FabricWords> in(String line) {
        return Stream.of(values()).filter(w -> w.said.matcher(line).find()).findFirst();
    }
}
