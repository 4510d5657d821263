package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Defines the tools of one family of systems and their texts: those for packages, and where files are. */
sealed interface PackageTools permits DebTools, RpmTools {

    static PackageTools of(SimulatedNode node) {
        return switch (node.packages().family()) {
            case UBUNTU -> new DebTools();
            case ROCKY -> new RpmTools();
        };
    }

    /** Returns the tools that only this family has, by name. */
    Map<String, Tool> tools();

    /** Returns a tool's answer without root; empty if it works anyway. */
    Optional<Answer> withoutRoot(String name, List<String> arguments);

    /** Returns what the probe prints as the list of packages. */
    Answer packages(SimulatedNode node);

    /** Returns what the probe prints of the packages that are held. */
    Answer holds(SimulatedNode node);

    /** Returns what the probe prints of incomplete packages. */
    Answer audit(SimulatedNode node);

    /** Returns what the probe prints of the package that owns the driver. */
    String driverOwner(SimulatedNode node);

    /** Returns the logs of past transactions, by section of the evidence. */
    Map<String, Answer> logs(SimulatedNode node);

    String osRelease();

    /** Returns the folder of shared libraries. */
    String libraries();

    /** Returns where a module from a package with compiled modules is, below the folder of its kernel. */
    String compiledModule();

    /** Returns where a module that DKMS built is, below the folder of its kernel. */
    String module();

    /** Returns DKMS's name for the source of the driver. */
    String source();

    /** Returns what the kernel was compiled with. */
    String compiler();

    /** Returns the files in {@code /boot} that belong to no kernel. */
    List<String> bootFiles(SimulatedNode node);

    /** Returns the files in {@code /boot} of one kernel. */
    List<String> bootFiles(String release);
}
