package dev.slipway.activities.kernel;

import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.KernelState.BootLoader;
import dev.slipway.model.node.BootRecord;
import java.util.List;

/**
 * Defines how one family of systems prepares kernels and boots them, as command lines for root. Every list is safe to
 * repeat.
 */
sealed interface KernelSystem permits DebKernels, RpmKernels {

    /** Installs what a module is compiled against. */
    List<List<String>> headers(String kernel);

    /** Installs exactly that version of the package; nothing that is installed goes for it. */
    List<List<String>> modulePackage(KernelState.Offered offered);

    /** Takes packages away, by their names. */
    List<List<String>> remove(List<String> names);

    /** Writes the initramfs of one kernel; {@code there}: it has one already. */
    List<List<String>> initramfs(String kernel, boolean there);

    /** Makes only the next boot use {@code kernel}; the default does not change. */
    List<List<String>> bootOnce(BootLoader now, String kernel);

    /** Makes every boot use {@code kernel}. */
    List<List<String>> bootAlways(BootLoader now, String kernel);

    /** Restores the default as it was recorded, and no one-shot boot. */
    List<List<String>> restore(BootRecord recorded, BootLoader now);

    /** Returns the installed packages of {@code kernel}, and those without content that would bring a newer one. */
    List<InstalledPackage> packages(List<InstalledPackage> installed, String kernel);

    /** Returns the name of one package in a hold. */
    String held(InstalledPackage named);

    /** Holds, or lets go. */
    List<List<String>> hold(List<InstalledPackage> packages, boolean hold);
}
