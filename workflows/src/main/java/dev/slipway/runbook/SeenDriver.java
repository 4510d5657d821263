package dev.slipway.runbook;

import dev.slipway.model.Baseline;
import dev.slipway.model.Difference;
import dev.slipway.model.Differences;
import dev.slipway.model.DriverOwner;
import dev.slipway.model.NodeFacts;
import java.util.List;

/** What the table of a runbook that repairs a node's driver, or what follows it, sees: facts beside the baseline. */
public interface SeenDriver {

    NodeFacts facts();

    Baseline goal();

    /** Every part that a row stands on and that could not be read. */
    Unread unread();

    default List<Difference> differences() {
        return Differences.of(facts(), goal()).all();
    }

    default boolean unreadable() {
        return !unread().parts().isEmpty();
    }

    default String whatIsUnread() {
        return unread().toString();
    }

    default boolean gpuMissing() {
        return facts().hardware().gpusOnBus().or(0) < goal().profile().expectedGpus();
    }

    /** nvidia-smi fails, shows no GPU, or fewer than are on the bus. */
    default boolean silent() {
        return facts().hardware().gpus().or(List.of()).size() < goal().profile().expectedGpus();
    }

    /** Work on such a node fails: a GPU is missing, or the driver does not speak of all of them. */
    default boolean unsafe() {
        return gpuMissing() || silent();
    }

    default boolean ownedBy(DriverOwner owner) {
        return facts().driverOwner().or(DriverOwner.NONE) == owner;
    }

    /** The driver is in the GPU Operator's container. */
    default boolean operated() {
        return facts().operated();
    }

    default boolean packagesBroken() {
        return !facts().software().packagesBroken().or(List.of()).isEmpty();
    }
}
