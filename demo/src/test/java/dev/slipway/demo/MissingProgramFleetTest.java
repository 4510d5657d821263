package dev.slipway.demo;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SoftwareSet;
import dev.slipway.simulator.observe.Expectations.Wanted;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that a gate is run with is not on the node, over everything. */
class MissingProgramFleetTest {
    private static final SoftwareSet PINNED = SoftwareSet.pinned();
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(PINNED);
    private static final Wanted IN_SERVICE = Wanted.untouched(false);

    @TempDir
    Path folder;

    private static Condition without(String program) {
        return new Condition.ProgramMissing(program);
    }

    @Test
    void aNodeOnWhichARequiredGateCannotRunIsNotTakenOutAndOneThatLacksAnotherGateConverges() {
        Wanted whole = Wanted.whole(PINNED);
        FleetCases.of("image-drift")
                .node("* UNTOUCHED", IN_SERVICE, OLD, without("all_reduce_perf"))
                .node("* UNTOUCHED", IN_SERVICE, OLD, without("dcgmi"))
                .node("* CONVERGED(G9 was not run: mpirun is not there", whole, OLD, without("mpirun"))
                .node("* CONVERGED(G9 was not run: mpirun is not Open MPI", whole, OLD, new Condition.OtherMpi())
                .beginning("module-reload")
                .node("* UNTOUCHED", IN_SERVICE, UPGRADED, without("all_reduce_perf"))
                .run(folder, 83, (node, end) -> {});
    }
}
