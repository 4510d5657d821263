package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the tools of one family of systems are called and say: those for packages, and where files lie. */
sealed interface PackageTools permits DebTools, RpmTools {

    static PackageTools of(SimulatedNode node) {
        return switch (node.packages().family()) {
            case UBUNTU -> new DebTools();
            case ROCKY -> new RpmTools();
        };
    }

    /** The tools that only this family has, by name. */
    Map<String, Tool> tools();

    /** What a tool says to somebody who is not root; empty where it works all the same. */
    Optional<Answer> withoutRoot(String name, List<String> arguments);

    /** What the probe prints as the list of packages. */
    Answer packages(SimulatedNode node);

    /** What the probe prints of the packages that are held. */
    Answer holds(SimulatedNode node);

    /** What the probe prints of packages that are not whole. */
    Answer audit(SimulatedNode node);

    /** What the probe prints of the package that owns the driver. */
    String driverOwner(SimulatedNode node);

    /** The logs of past transactions, by section of the evidence. */
    Map<String, Answer> logs(SimulatedNode node);

    String osRelease();

    /** The folder of shared libraries. */
    String libraries();

    /** Where a module that came compiled in a package lies, below the folder of its kernel. */
    String compiledModule();

    /** Where a module that DKMS built lies, below the folder of its kernel. */
    String module();

    /** What DKMS calls the source of the driver. */
    String source();

    /** What the kernel was compiled with. */
    String compiler();

    /** The files in {@code /boot} that belong to no kernel. */
    List<String> bootFiles(SimulatedNode node);

    /** The files in {@code /boot} of one kernel. */
    List<String> bootFiles(String release);
}
