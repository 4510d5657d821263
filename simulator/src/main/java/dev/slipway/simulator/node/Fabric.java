package dev.slipway.simulator.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds the NVSwitches of a node: which exist, which GPUs are registered with them, and the messages of its fabric
 * manager.
 */
public final class Fabric {
    private static final List<String> SWITCHES =
            List.of("0000:05:00.0", "0000:06:00.0", "0000:07:00.0", "0000:08:00.0");

    private final SimulatedNode node;
    private final List<KernelLog.Line> journal = new ArrayList<>();
    private final Set<Integer> unregistered = new TreeSet<>();
    private int missing;
    private boolean wedged;
    private boolean fatal;
    private boolean untilBoot;

    Fabric(SimulatedNode node) {
        this.node = node;
    }

    /** Returns the switches on the bus, by address. */
    public List<String> switches() {
        return SWITCHES.subList(0, SWITCHES.size() - missing);
    }

    /** Returns whether the GPU in that slot is registered with the fabric. */
    public boolean registered(int slot) {
        return node.services().active(Services.FABRIC_MANAGER) && !wedged && !fatal && !unregistered.contains(slot);
    }

    /** Returns the messages of the fabric manager and of systemd about it since then, oldest first. */
    public List<KernelLog.Line> journal(Instant since) {
        return journal.stream().filter(line -> !line.at().isBefore(since)).toList();
    }

    /** The GPUs in these slots were reset; the switches are, where all of the node were. */
    public void reset(Collection<Integer> slots) {
        unregistered.removeAll(slots);
        if (slots.containsAll(
                node.machine().present().stream().map(GpuUnit::slot).toList())) {
            fatal = fatal && untilBoot;
        }
    }

    /** The fabric manager starts; returns whether it stays up. */
    boolean starts() {
        say("systemd[1]: Starting nvidia-fabricmanager.service - NVIDIA fabric manager service...");
        if (!node.driver().fabricFits()) {
            String own = DriverPackages.upstream(
                    node.packages().version(node.packages().family().names().fabricManager()));
            say("nv-fabricmanager[1204]: fabric manager NVIDIA GPU driver interface version " + own
                    + " don't match with driver version "
                    + node.driver().resident().orElse("none")
                    + ". Please update with matching NVIDIA driver package.");
            ended("exit-code");
            return false;
        }
        if (missing > 0) {
            say("nv-fabricmanager[1204]: detected number of NVSwitches don't match with any supported system topology,"
                    + " aborting fabric manager");
            ended("exit-code");
            return false;
        }
        wedged = false;
        say("nv-fabricmanager[1204]: Successfully configured all the available NVSwitches to route GPU "
                + "NVLink traffic.");
        return true;
    }

    void ended(String result) {
        say("systemd[1]: nvidia-fabricmanager.service: Failed with result '" + result + "'.");
    }

    void booted() {
        unregistered.clear();
        fatal = false;
        wedged = false;
    }

    void loses(int switches) {
        missing = switches;
    }

    void forgets(int slot) {
        unregistered.add(slot);
    }

    void wedges() {
        wedged = true;
    }

    void fails(int code, boolean lasting) {
        fatal = true;
        untilBoot = lasting;
        node.logKernel("nvidia-nvswitch0: SXid (PCI:" + SWITCHES.getFirst() + "): " + code
                + ", Fatal, Link 30 LTSSM Fault Up");
    }

    private void say(String text) {
        journal.add(new KernelLog.Line(node.clock().now(), text));
    }
}
