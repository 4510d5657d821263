package dev.slipway.model.facts;

import java.util.List;

/**
 * Describes the driver's modules on one node: what is loaded, what the next load would take, and why a load failed.
 * {@code files} are the paths of every {@code nvidia.ko*} under the running kernel's modules; {@code vermagic}, {@code
 * signer} and {@code flavour} are those of the file that modprobe would take, empty if it has none; {@code
 * initramfs} is the driver's version in the initramfs of the next boot, empty if it holds none.
 */
public record LoadState(
        Reading<List<Loaded>> loaded,
        Reading<List<String>> files,
        Reading<String> vermagic,
        Reading<String> signer,
        Reading<String> flavour,
        Reading<String> initramfs,
        Reading<List<Trouble>> troubles) {

    /** Describes a loaded module, the number of its users, and which of them are modules. */
    public record Loaded(String name, int uses, List<String> usedBy) {}

    /** Holds a line of the kernel's log that states why the driver does not run. */
    public record Trouble(Kind kind, String line) {

        /** Lists the causes that a line names. */
        public enum Kind {
            /** Built for another kernel: invalid module format, symbols of another version. */
            OTHER_KERNEL,
            /** A symbol that nothing provides. */
            UNKNOWN_SYMBOL,
            /** Secure Boot: no key, or a key that the firmware does not know. */
            KEY_REJECTED,
            /** The firmware file of the GPU's system processor. */
            GSP_FIRMWARE,
            /** The adapter could not be set up. */
            ADAPTER,
            /** The client's library and the loaded module are of two versions. */
            VERSION_MISMATCH,
            /** Another driver holds the devices. */
            OTHER_DRIVER,
            /** This flavour of the module does not know the device. */
            UNSUPPORTED
        }
    }

    /**
     * Returns whether the kernel's log since the boot names the firmware of a GPU as the cause, or a GPU that could not
     * be set up.
     */
    public boolean firmwareFails() {
        return troubles.or(List.of()).stream()
                .anyMatch(trouble ->
                        trouble.kind() == Trouble.Kind.GSP_FIRMWARE || trouble.kind() == Trouble.Kind.ADAPTER);
    }

    /** Nothing was read, all for one reason. */
    public static LoadState unread(String reason) {
        return new LoadState(
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason));
    }
}
