package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Clients;
import dev.slipway.model.Tried;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/**
 * The driver's kernel modules, and the services that use them. Nothing is ever forced: no module is removed while it is
 * used, and no process is ended that a service manager does not stop by itself.
 */
@Limits(minutes = 25)
@ActivityInterface(namePrefix = "Modules.")
public interface Modules {

    /**
     * Safe to repeat: reads only. What uses the modules now, and every holder of a device file by pid, command and
     * owner.
     */
    Clients clients(Act act);

    /**
     * Safe to repeat: a unit that is stopped stays so. Stops {@code found}'s services, clients of the driver before its
     * own daemons. Proof: each reads back as not active.
     */
    void stop(Act act, Clients found);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again. Unloads what is
     * loaded of the driver's modules, users before what they use, and tries twice more while one is in use. Proof: none
     * of them is loaded. Not done: the module that is in use and everybody who holds it.
     */
    Tried unload(Act act, Clients found);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again. Loads the module on
     * disk and {@code found}'s others with it, once more where that fails. Fails with GATE_CLOSED when what is on disk
     * is not at the goal: a module that nobody pinned is never loaded. Proof: they are loaded. Not done: what the
     * kernel said.
     */
    Tried load(Act act, BaselineRef goal, Clients found);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again. Loads the module on
     * disk where none is loaded, so that one which the running kernel refuses costs no boot; what a boot finds is not
     * proven by that. Nothing is unloaded. Proof: it is loaded, at the version on disk. Done with a reason where only a
     * boot can tell: a module is loaded already, at another version, or another driver holds the GPUs. Not done: what
     * the kernel said. Fails with GATE_CLOSED as {@link #load} does, and with HELD_BY_POLICY where Secure Boot rejects
     * the module's key.
     */
    Tried tryOut(Act act, BaselineRef goal);

    /**
     * Safe to repeat. Starts {@code found}'s services in their order, on any node that is still the same machine.
     * Proof: read back. Returns those that do not start, a line each: without a driver they cannot.
     */
    List<String> start(Act act, Clients found);

    /**
     * Safe to repeat: reads only. Done where the driver in the kernel, on disk and in its library is the goal's and
     * every GPU of the goal's profile answers. Not done: what is otherwise.
     */
    Tried agree(Act act, BaselineRef goal);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again. Has DKMS build the
     * goal's module for the running kernel. Proof: the module on disk is of the goal's version and of that kernel.
     */
    Tried rebuild(Act act, BaselineRef goal);

    /**
     * Safe to repeat: nothing is done where the initramfs of the next boot holds the goal's driver or none. Else it is
     * made anew, detached on the node. Proof: it reads back so; fails with VERDICT otherwise.
     */
    void initramfs(Act act, BaselineRef goal);

    /**
     * Safe to repeat: nothing is done where each CDI specification names the goal's driver, or there is none. Those
     * that the node's own tools write are written anew, detached on the node. Proof: they read back so; fails with
     * VERDICT otherwise. Returns a line for each that others write and that names another driver, or why none could be
     * read.
     */
    List<String> cdi(Act act, BaselineRef goal);

    /**
     * Safe to repeat: reads only. Done where every GPU of the goal's profile answers, the firmware on disk is the
     * pinned driver's alone and whole, each GPU runs that version, and the kernel has logged no XID 119 or 120 in this
     * boot since {@code act.t0()}. Not done: what is otherwise, or could not be read.
     */
    Tried firmware(Act act, BaselineRef goal);
}
