package dev.slipway.activities.spi;

import dev.slipway.model.FailureType;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.util.Optional;

/**
 * Holds what the agent of a scheduler on a node, kubelet or slurmd, reported about its machine. An empty part was not
 * reported, and is never compared. The kubelet takes {@code systemUuid} from DMI's product UUID, {@code machineId} from
 * /etc/machine-id: https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/node-v1/#NodeStatus
 */
public record ReportedMachine(String machineId, String systemUuid, String bootId, String hostname) {

    /** Returns a machine about which no scheduler reports anything. */
    public static ReportedMachine unknown() {
        return new ReportedMachine("", "", "", "");
    }

    /** Returns whether the report identifies hardware or system. */
    public boolean named() {
        return MachineIds.known(systemUuid) || MachineIds.known(machineId);
    }

    /**
     * Returns in what {@code answering} is another machine than the reported one; empty if it is the same, and if
     * nothing can be compared. A new machine-id on the same board is another system only under the boot that was
     * reported: under another one it was rewritten, and is not registered yet.
     */
    public Optional<String> differs(AnsweringMachine answering) {
        Optional<String> board = board(answering.identity());
        if (board.isPresent()) {
            return board;
        }
        String now = answering.identity().machineId();
        boolean sameBoard = MachineIds.same(systemUuid, answering.identity().productUuid());
        boolean sameBoot = MachineIds.same(bootId, answering.bootId());
        return MachineIds.differ(machineId, now) && (!sameBoard || sameBoot)
                ? Optional.of(registered("machine-id", now, machineId))
                : Optional.empty();
    }

    /** Fails with MACHINE_MISMATCH if {@code answering} is another machine than the one that was reported. */
    public void refuse(NodeRef node, AnsweringMachine answering) {
        differs(answering).ifPresent(difference -> {
            throw FailureType.MACHINE_MISMATCH.of(sentence(node, answering, difference));
        });
    }

    /**
     * Does the same as {@link #refuse}, for the board alone: for a machine that is silent, or whose system is
     * rewritten.
     */
    public void refuseBoard(NodeRef node, Identity machine) {
        board(machine).ifPresent(difference -> {
            throw FailureType.MACHINE_MISMATCH.of(node + " is another machine for its scheduler than for this run: "
                    + difference + ". Correct its address in fleets/, or the node that has its name");
        });
    }

    /** Returns in what the board of {@code machine} is another than the one that was reported. */
    private Optional<String> board(Identity machine) {
        return MachineIds.differ(systemUuid, machine.productUuid())
                ? Optional.of(registered("product UUID", machine.productUuid(), systemUuid))
                : Optional.empty();
    }

    private static String registered(String name, String now, String known) {
        return "its " + name + " is " + now + ", and " + known + " is registered for that node";
    }

    /** Returns why the report is of an older boot than {@code answering} runs; empty if that is unknown. */
    public Optional<String> stale(AnsweringMachine answering) {
        return MachineIds.differ(bootId, answering.bootId())
                ? Optional.of("it runs boot " + answering.bootId() + ", and boot " + bootId + " is registered")
                : Optional.empty();
    }

    /** Returns the same, with what {@code other} reports and this does not. */
    public ReportedMachine or(ReportedMachine other) {
        return new ReportedMachine(
                first(machineId, other.machineId),
                first(systemUuid, other.systemUuid),
                first(bootId, other.bootId),
                first(hostname, other.hostname));
    }

    private static String first(String one, String other) {
        return one.isBlank() ? other : one;
    }

    /** Returns what a person reads of two machines under one name, and what to do. */
    public static String sentence(NodeRef node, AnsweringMachine answering, String difference) {
        String name = answering.hostname();
        boolean calledSo = name.isBlank() || name.equals(node.name());
        return "SSH to " + node + " reaches another machine"
                + (calledSo ? "" : ", which calls itself " + name)
                + ": " + difference + ". Correct the address of "
                + node.name() + (calledSo ? "" : " or " + name) + " in fleets/";
    }
}
