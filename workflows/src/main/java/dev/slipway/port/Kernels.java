package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.node.BootRecord;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/**
 * Manages the kernels of a node: what is built for them and which one boots. A kernel is named by the baseline that
 * pins it, never by its number: nothing is built for, and nothing boots, a kernel that no baseline sanctions.
 */
@Limits(minutes = 45)
@ActivityInterface(namePrefix = "Kernels.")
public interface Kernels {

    /**
     * Safe to repeat: joined. Proof: the headers of the goal's kernel read back. Returns what was installed; empty if
     * they were already installed.
     */
    List<String> headers(Act act, BaselineRef goal);

    /**
     * Safe to repeat: keeps nouveau, another driver, from loading. Proof: read back. Returns whether nouveau holds the
     * GPUs now, so that only a boot frees them.
     */
    boolean denyNouveau(Act act);

    /**
     * Safe to repeat: joined. Makes DKMS build its modules for the goal's kernel. Proof: the driver's row reads back
     * installed, and the module is of that kernel, signed if Secure Boot requires it. Fails with VERDICT and the log's
     * first error if it does not compile; with STEP_FAILED if room or headers are missing. Returns what was built.
     */
    List<String> build(Act act, BaselineRef goal);

    /**
     * Safe to repeat: joined. Installs the package with the pinned driver's compiled module for the goal's kernel, of
     * the same make as those for other kernels, and at no other version. Proof: as {@link #build}. Fails with VERDICT
     * if none is on offer. Returns what was installed.
     */
    List<String> modulePackage(Act act, BaselineRef goal);

    /**
     * Safe to repeat: removes the module of the goal's kernel again if {@code keeping} pins another kernel; else does
     * nothing.
     */
    void unbuild(Act act, BaselineRef goal, BaselineRef keeping);

    /**
     * Safe to repeat: removes the module of the goal's kernel, which refuses to load it. Proof: there is none for it.
     */
    void drop(Act act, BaselineRef goal);

    /**
     * Safe to repeat: joined. Rebuilds the initramfs of the goal's kernel. Proof: the exit file, then the file read
     * back.
     */
    void initramfs(Act act, BaselineRef goal);

    /** Safe to repeat: reads only. Returns how the node chooses its kernel now, for {@link #restoreBoot}. */
    BootRecord bootState(Act act);

    /**
     * Safe to repeat: makes the next boot, and only that, use the goal's kernel. Fails with STEP_FAILED, with nothing
     * changed, if that kernel lacks its image, its initramfs, its entry or its module. Proof: read back.
     */
    void bootOnce(Act act, BaselineRef goal);

    /**
     * Safe to repeat: reads only. Fails with STEP_FAILED if another kernel runs than the goal's, because the one-shot
     * boot fell back.
     */
    void booted(Act act, BaselineRef goal);

    /**
     * Safe to repeat: makes every boot use the goal's kernel. Only a running kernel may become the default. Proof: read
     * back.
     */
    void bootAlways(Act act, BaselineRef goal);

    /**
     * Safe to repeat: holds the packages of the goal's kernel and those that would bring a newer one. Proof: read back.
     */
    void holdKernel(Act act, BaselineRef goal);

    /** Safe to repeat: restores default and holds as they were recorded, together. Proof: read back. */
    void restoreBoot(Act act, BootRecord recorded);

    /**
     * Safe to repeat: reads only. Answers gate K: every kernel that can become the default has the driver's module, and
     * so have the running kernel's other modules of DKMS.
     */
    GateResult verify(Act act, BaselineRef goal);
}
