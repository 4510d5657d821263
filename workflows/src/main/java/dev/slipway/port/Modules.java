package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.facts.Clients;
import dev.slipway.model.node.StageResult;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/**
 * Manages the driver's kernel modules, and the services that use them. Nothing is ever forced: no module is removed
 * while it is used, and no process is ended that a service manager does not stop by itself.
 */
@Limits(minutes = 25)
@ActivityInterface(namePrefix = "Modules.")
public interface Modules {

    /**
     * Safe to repeat: reads only. Returns what uses the modules now, and every holder of a device file by pid, command
     * and owner.
     */
    Clients clients(Act act);

    /**
     * Safe to repeat: a stopped unit stays stopped. Stops {@code found}'s services, clients of the driver before its
     * own daemons. Proof: each reads back as not active.
     */
    void stop(Act act, Clients found);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again. Unloads what is
     * loaded of the driver's modules, users before what they use, and tries twice more while one is in use. Proof: none
     * of them is loaded. Not done: the module that is in use and everybody who holds it.
     */
    StageResult unload(Act act, Clients found);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again. Loads the module on
     * disk and {@code found}'s others with it, once more if that fails. Fails with GATE_CLOSED if the module on disk is
     * not the goal's: an unpinned module is never loaded. Proof: they are loaded. Not done: the kernel's message.
     */
    StageResult load(Act act, BaselineRef goal, Clients found);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again. Loads the module on
     * disk if none is loaded, so that one which the running kernel refuses costs no boot; that does not prove what a
     * boot finds. Nothing is unloaded. Proof: it is loaded, at the version on disk. Done with a reason if only a boot
     * can show the result: a module is already loaded, at another version, or another driver holds the GPUs. Not done:
     * the kernel's message. Fails with GATE_CLOSED as {@link #load} does, and with HELD_BY_POLICY if Secure Boot
     * rejects the module's key.
     */
    StageResult tryOut(Act act, BaselineRef goal);

    /**
     * Safe to repeat. Starts {@code found}'s services in their order, on any node that is still the same machine.
     * Proof: read back. Returns those that do not start, one line each: without a driver they cannot.
     */
    List<String> start(Act act, Clients found);

    /**
     * Safe to repeat: reads only. Done where the driver in the kernel, on disk and in its library is the goal's and
     * every GPU of the goal's profile answers. Not done: what differs.
     */
    StageResult agree(Act act, BaselineRef goal);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again. Makes DKMS build the
     * goal's module for the running kernel. Proof: the module on disk is of the goal's version and of that kernel.
     */
    StageResult rebuild(Act act, BaselineRef goal);

    /**
     * Safe to repeat: does nothing if the initramfs of the next boot holds the goal's driver or none. Else it is
     * rebuilt, detached on the node. Proof: it reads back so; fails with VERDICT otherwise.
     */
    void initramfs(Act act, BaselineRef goal);

    /**
     * Safe to repeat: does nothing if each CDI specification names the goal's driver, or there is none. Those that the
     * node's own tools write are rewritten, detached on the node. Proof: they read back so; fails with VERDICT
     * otherwise. Returns a line for each that others write and that names another driver, or why none could be read.
     */
    List<String> cdi(Act act, BaselineRef goal);

    /**
     * Safe to repeat: reads only. Done if every GPU of the goal's profile answers, the firmware on disk is complete and
     * the pinned driver's alone, each GPU runs that version, and the kernel has logged no XID 119 or 120 in this boot
     * since {@code act.t0()}. Not done: what differs, or could not be read.
     */
    StageResult firmware(Act act, BaselineRef goal);
}
