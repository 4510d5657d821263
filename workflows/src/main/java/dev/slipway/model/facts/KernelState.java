package dev.slipway.model.facts;

import java.util.List;
import java.util.Map;

/**
 * Describes the kernels of one node: what is built for which of them, what blocks a build, and what boots next. {@code
 * headers} are the kernels that a module can be built for; {@code freeBytes} is by mount point; {@code gpusAgain} is
 * the number of GPUs on the bus, counted a second time at the end of the reading; {@code offered} are the packages with
 * a module for the running kernel that could be installed.
 */
public record KernelState(
        Reading<List<NodeDetails.ModuleBuild>> builds,
        Reading<List<String>> headers,
        Reading<BuildLog> buildLog,
        Reading<List<Installed>> kernels,
        Reading<BootLoader> boot,
        Reading<Nouveau> nouveau,
        Reading<Map<String, Long>> freeBytes,
        Reading<Tools> tools,
        Reading<Integer> gpusAgain,
        Reading<List<Offered>> offered) {

    /** Accepts a state from before packages on offer were read: they are unknown. */
    @SuppressWarnings("NullAway")
    public KernelState {
        offered = offered == null ? Reading.unknown("not collected") : offered;
    }

    /**
     * Describes the last build that DKMS tried; {@code error} is its first line that names a fault, empty if there is
     * none.
     */
    public record BuildLog(String kernel, String error) {}

    /**
     * Describes a package with a compiled module of the driver in the repositories, by the package lists on the node;
     * {@code driver} is empty if the package does not name it.
     */
    public record Offered(String name, String version, String driver) {}

    /** Describes a kernel in {@code /boot}; it boots only with an initramfs. */
    public record Installed(String version, boolean initramfs) {}

    /**
     * States what the boot loader starts: always {@code kernel}, and {@code once} instead at the next boot only, empty
     * if nothing is set. {@code setting} is how the default is chosen, {@code saved} or an entry; {@code savedEntry} is
     * what is saved; {@code entries} are the loader's names of the kernels' entries, by kernel.
     */
    public record BootLoader(
            String kernel, String once, String setting, String savedEntry, Map<String, String> entries) {

        /**
         * Returns whether a default that is set by a tool counts, so that a newer kernel does not become it by itself.
         */
        public boolean saved() {
            return setting.equals("saved");
        }
    }

    /** States whether the other driver is loaded, and whether a file or the command line forbids that. */
    public record Nouveau(boolean loaded, boolean denied) {}

    /** States which tools for kernels are installed, and whether the journal survives a boot. */
    public record Tools(List<String> present, boolean journalKept) {}

    /** Nothing was read, all for one reason. */
    public static KernelState unread(String reason) {
        return new KernelState(
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason));
    }
}
