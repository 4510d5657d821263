package dev.slipway.activities.safety;

import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.Freezes;
import dev.slipway.activities.spi.GpuHolders;
import dev.slipway.activities.spi.Grants;
import dev.slipway.activities.spi.Machines;
import dev.slipway.activities.spi.NodeScheduler;
import dev.slipway.activities.spi.Schedulers;
import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.OperatorMarks;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Holder;
import dev.slipway.model.node.Identity;
import java.util.List;
import java.util.Optional;

/**
 * Checks directly before each mutation and each reboot, in the same activity: the cordon is still ours, the node is
 * still empty, it is still the same machine, for the scheduler too, under the boot that the run knows, its driver is
 * not the GPU Operator's, its grant is valid, and nobody has frozen the fleet.
 */
public final class Guard {
    private final Schedulers schedulers;
    private final Machines machines;
    private final GpuHolders holders;
    private final Freezes freezes;
    private final Invariants kept;
    private final Grants grants;

    public Guard(Schedulers schedulers, Machines machines, GpuHolders holders, Freezes freezes) {
        this(schedulers, machines, holders, freezes, Invariants.ALL);
    }

    /** Takes {@code kept} other than {@link Invariants#ALL} only in tests. */
    public Guard(Schedulers schedulers, Machines machines, GpuHolders holders, Freezes freezes, Invariants kept) {
        this.schedulers = schedulers;
        this.machines = machines;
        this.holders = holders;
        this.freezes = freezes;
        this.kept = kept;
        this.grants = Grants.UNRECORDED;
    }

    private Guard(Guard other, Grants grants) {
        this.schedulers = other.schedulers;
        this.machines = other.machines;
        this.holders = other.holders;
        this.freezes = other.freezes;
        this.kept = other.kept;
        this.grants = grants;
    }

    /** Returns the same, which also checks whether the grant that an act names is still valid. */
    public Guard withGrants(Grants recorded) {
        return new Guard(this, recorded);
    }

    /**
     * Safe to repeat: reads only. Returns when the node may be changed now. Fails with EXTERNAL_CHANGE or
     * MACHINE_MISMATCH if it may not, with REBOOTED and the boot that runs where that is not the act's, and with
     * TRANSIENT when that could not be read, or while the scheduler knows an older boot than the one that runs.
     */
    public void beforeMutation(Act act) {
        freezes.frozen(act.fleet()).ifPresent(why -> {
            throw FailureType.EXTERNAL_CHANGE.of("Fleet " + act.fleet() + " is frozen: " + why);
        });
        checkLeave(act);
        Identity bound = bound(act);
        SchedulingState state = schedulers.of(act).standing(act);
        ours(act, state);
        ofTheHost(act, state);
        AnsweringMachine answering = sameMachine(act, bound, state);
        registered(act, answering, state);
        sameBoot(act, answering);
        empty(act);
    }

    /**
     * Does the same as {@link #beforeMutation}, for a change that nobody on the node notices and that needs no cordon.
     * Frozen is a closed gate here: nothing was done, and the node is in service.
     */
    public void beforeAddition(Act act) {
        freezes.frozen(act.fleet()).ifPresent(why -> {
            throw FailureType.GATE_CLOSED.of("Fleet " + act.fleet() + " is frozen: " + why);
        });
        SchedulingState state = schedulers.of(act).standing(act);
        ofTheHost(act, state);
        registered(act, sameMachine(act, bound(act), state), state);
    }

    /**
     * Does the same as {@link #beforeMutation}, for what this run stopped and starts again: only the identity of the
     * machine is checked, so that neither a freeze nor a foreign change of the cordon leaves a node without what it
     * ran.
     */
    public void beforePuttingBack(Act act) {
        SchedulingState state = schedulers.of(act).standing(act);
        sameMachine(act, bound(act), state);
    }

    /**
     * Does the same as {@link #beforeMutation}, for a node that does not answer: its machine-id and its processes are
     * not checked. The scheduler shows that it is empty, and gave it no work since the drain proved it.
     */
    public void beforePowerCycle(Act act) {
        freezes.frozen(act.fleet()).ifPresent(why -> {
            throw FailureType.EXTERNAL_CHANGE.of("Fleet " + act.fleet() + " is frozen: " + why);
        });
        checkLeave(act);
        Identity bound = bound(act);
        Optional<String> before = bound.nodeUid();
        SchedulingState state = schedulers.of(act).standing(act);
        ours(act, state);
        state.reported().refuseBoard(act.node(), bound);
        if (before.isPresent()
                && state.nodeUid().isPresent()
                && !state.nodeUid().equals(before)) {
            throw FailureType.MACHINE_MISMATCH.of(act.node() + " is another machine: bound to " + before.get()
                    + ", the cluster knows " + state.nodeUid().get());
        }
        noWork(act);
    }

    /**
     * Safe to repeat: reads only. For a test on a node that the run of {@code act} leases to another: returns while the
     * node is under the cordon of that run and its boot, and nothing is at work on it. Fails with EXTERNAL_CHANGE or
     * REBOOTED if that is false, and with TRANSIENT if that could not be read.
     */
    public void beforeTest(Act act) {
        ours(act, schedulers.of(act).standing(act));
        afterTest(act);
        empty(act);
    }

    /**
     * Safe to repeat: reads only. Returns if the node of such a test still runs the boot of {@code act}, or if {@code
     * act} names none. Fails with REBOOTED if it runs another, and with TRANSIENT if it does not report one.
     */
    public void afterTest(Act act) {
        if (act.bootId().isEmpty()) {
            return;
        }
        String now = read(act, "which boot runs", machines.answering(act)).bootId();
        if (now.isEmpty()) {
            throw FailureType.TRANSIENT.of("Could not read which boot " + act.node() + " runs");
        }
        if (!now.equals(act.bootId())) {
            throw FailureType.REBOOTED.of(
                    act.node() + " crashed or was rebooted while it was leased: it runs boot " + now
                            + ", it was leased under boot " + act.bootId(),
                    now);
        }
    }

    /**
     * Does the same as {@link #beforeMutation}, for a node that is about to be re-imaged or was written half: its
     * machine-id and its object in the cluster may be new, the machine itself may not.
     */
    public void beforeReimage(Act act) {
        freezes.frozen(act.fleet()).ifPresent(why -> {
            throw FailureType.EXTERNAL_CHANGE.of("Fleet " + act.fleet() + " is frozen: " + why);
        });
        checkLeave(act);
        Identity bound = bound(act);
        keepOut(act);
        SchedulingState state = schedulers.of(act).standing(act);
        ours(act, state);
        ofTheHost(act, state);
        Identity answering =
                read(act, "which machine answers", machines.answering(act)).identity();
        if (!bound.productUuid().equals(answering.productUuid())) {
            throw FailureType.MACHINE_MISMATCH.of(
                    act.node() + " is another machine: bound to " + bound + ", answering " + answering);
        }
        state.reported().refuseBoard(act.node(), answering);
        empty(act);
    }

    /**
     * Safe to repeat: a node whose object in the cluster is new came back schedulable and is cordoned again. A node
     * with its old object is not changed: somebody removed our mark deliberately.
     */
    public void keepOut(Act act) {
        NodeScheduler scheduler = schedulers.of(act);
        Optional<String> now = scheduler.standing(act).nodeUid();
        Optional<String> before = bound(act).nodeUid();
        if (now.isPresent() && before.isPresent() && !now.equals(before)) {
            scheduler.cordon(act, false);
        }
    }

    /**
     * Safe to repeat: pure. Returns, before anything was sent, whether a reboot that wanted to leave {@code leaving}
     * has been done already, because the node runs another boot.
     */
    public boolean alreadyLeft(String leaving, String running) {
        return kept.i9() && !running.isBlank() && !running.equals(leaving);
    }

    /** A run that was cut off may wake after its leave was given to another node. */
    private void checkLeave(Act act) {
        grants.refusal(act).ifPresent(why -> {
            throw FailureType.EXTERNAL_CHANGE.of(act.node() + " has no capacity grant any more: " + why);
        });
    }

    private static Identity bound(Act act) {
        return act.machine()
                .orElseThrow(() -> FailureType.MACHINE_MISMATCH.of(
                        act.node() + " is not bound to a machine: its facts were never read in this run"));
    }

    private void ours(Act act, SchedulingState state) {
        if (kept.i2() && (!state.ownedBy(act.token()) || state.schedulable())) {
            throw FailureType.EXTERNAL_CHANGE.of(act.node() + " is not under our cordon any more: "
                    + (state.schedulable() ? "it is schedulable" : "taken out by " + state.owner()));
        }
    }

    /**
     * Checks that the driver is the host's, as a second safeguard: no table leads to a change of such a node. The
     * tables judge what only a custom resource states, together with what is on the node.
     */
    private static void ofTheHost(Act act, SchedulingState state) {
        if (new OperatorMarks(state.labels(), state.view().driver()).driverPod()) {
            throw FailureType.EXTERNAL_CHANGE.of("The driver of " + act.node()
                    + " is the GPU Operator's, by its labels: nothing is changed under it; do it in the operator");
        }
    }

    private AnsweringMachine sameMachine(Act act, Identity bound, SchedulingState state) {
        AnsweringMachine answering = read(act, "which machine answers", machines.answering(act));
        Identity now = answering.in(state.nodeUid());
        if (!bound.sameMachine(now)) {
            throw FailureType.MACHINE_MISMATCH.of(
                    act.node() + " is another machine: bound to " + bound + ", answering " + now);
        }
        state.reported().refuse(act.node(), answering);
        return answering;
    }

    private static void registered(Act act, AnsweringMachine answering, SchedulingState state) {
        state.reported().stale(answering).ifPresent(why -> {
            throw FailureType.TRANSIENT.of(act.node() + " has not registered with its scheduler yet: " + why);
        });
    }

    /**
     * Checks the boot. What is changed under a boot is loaded by the next one: a reboot that leaves an older boot would
     * count as done.
     */
    private void sameBoot(Act act, AnsweringMachine now) {
        if (!kept.i9() || act.bootId().isEmpty() || act.bootId().equals(now.bootId())) {
            return;
        }
        if (now.bootId().isEmpty()) {
            throw FailureType.TRANSIENT.of("Could not read which boot " + act.node() + " runs");
        }
        throw FailureType.REBOOTED.of(
                act.node() + " was rebooted by somebody else: it runs boot " + now.bootId() + ", last known was "
                        + act.bootId(),
                now.bootId());
    }

    private void empty(Act act) {
        if (!kept.i6()) {
            return;
        }
        noWork(act);
        List<Holder> computing = read(act, "which processes hold a GPU", holders.computing(act));
        if (!computing.isEmpty()) {
            throw FailureType.EXTERNAL_CHANGE.of(act.node() + " computes again: "
                    + String.join(
                            ", ",
                            computing.stream()
                                    .map(h -> "pid " + h.pid() + " " + h.command())
                                    .toList()));
        }
    }

    private void noWork(Act act) {
        if (!kept.i6()) {
            return;
        }
        List<String> work = schedulers.of(act).work(act);
        if (!work.isEmpty()) {
            throw FailureType.EXTERNAL_CHANGE.of(act.node() + " is not empty any more: " + String.join(", ", work));
        }
    }

    private static <T> T read(Act act, String what, Reading<T> reading) {
        return reading.value()
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        "Could not read " + what + " on " + act.node() + ": " + reading.error()));
    }
}
