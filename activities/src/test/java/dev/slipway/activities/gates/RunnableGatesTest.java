package dev.slipway.activities.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.safety.RunnableGates;
import dev.slipway.activities.ssh.ChangedBaseline;
import dev.slipway.model.Baseline;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.TestTools;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** P8: whether the gates can be run that prove a node before its return. */
class RunnableGatesTest {
    private static final Map<String, String> ALL = Map.of(
            "dcgmi", "/usr/bin/dcgmi", "all_reduce_perf", "/usr/bin/all_reduce_perf", "mpirun", "/usr/bin/mpirun");

    private static RunnableGates without(String... programs) {
        Map<String, String> there = new TreeMap<>(ALL);
        List.of(programs).forEach(there::remove);
        NodeFacts facts = Facts.good().facts();
        return new RunnableGates(facts.with(new TestTools(there, "mpirun (Open MPI) 4.1.6", List.of())));
    }

    private static Baseline goal(double floor, boolean pairRequired, Map<String, String> packages) {
        return ChangedBaseline.of(Facts.goal())
                .packages(packages)
                .gates(Baseline.GateProfile.of(floor, List.of(), List.of(), 2, pairRequired))
                .baseline();
    }

    private static Baseline goal(double floor, boolean pairRequired) {
        return goal(floor, pairRequired, Map.of());
    }

    private static List<String> objections(RunnableGates gates, Baseline goal) {
        return gates.objections(goal, Optional.empty(), false);
    }

    @Test
    void aGateThatIsRequiredAndCannotRunKeepsTheNodeInServiceWithTheNextStep() {
        assertThat(objections(without(), goal(400, true))).isEmpty();
        assertThat(objections(without("all_reduce_perf"), goal(400, false)))
                .singleElement()
                .asString()
                .startsWith("P8: G8 cannot run: all_reduce_perf is not there, and baseline hgx")
                .contains("Install it");
        assertThat(objections(without("dcgmi"), goal(0, false)))
                .singleElement()
                .asString()
                .startsWith("P8: G5, G6 cannot run: dcgmi is not there");
        assertThat(objections(without("mpirun"), goal(400, true)).getFirst()).startsWith("P8: G9 cannot run");
    }

    @Test
    void aGateThatIsNotRequiredIsARemark() {
        assertThat(objections(without("mpirun"), goal(400, false))).isEmpty();
        assertThat(without("mpirun").remarks(goal(400, false)))
                .singleElement()
                .asString()
                .contains("G9 cannot run: mpirun is not there", "does not require it");
        assertThat(without("mpirun").remarks(goal(400, true))).isEmpty();
        assertThat(objections(without("all_reduce_perf"), goal(0, false))).isEmpty();
    }

    @Test
    void thePreviousBaselineProvesTheNodeAfterARollback() {
        assertThat(without("mpirun").objections(goal(400, false), Optional.of(goal(400, true)), false))
                .hasSize(1);
    }

    @Test
    void whatTheRunItselfInstallsIsNotLacking() {
        Baseline brings = goal(400, false, Map.of("datacenter-gpu-manager-4-core", "1:4.4.1-1"));

        assertThat(without("dcgmi").objections(brings, Optional.empty(), true)).isEmpty();
        assertThat(without("dcgmi").objections(brings, Optional.empty(), false)).hasSize(1);
        assertThat(without("all_reduce_perf").objections(brings, Optional.empty(), true))
                .hasSize(1);
    }

    @Test
    void factsThatDoNotSayWhatIsThereObjectToNothing() {
        assertThat(objections(new RunnableGates(Facts.good().facts()), goal(400, true)))
                .isEmpty();
    }

    @Test
    void aPersonWhoChecksBeforeThereIsARunReadsBoth() {
        assertThat(without("all_reduce_perf", "mpirun").results("tools", goal(400, false)))
                .extracting(Object::toString)
                .hasSize(2)
                .satisfiesExactly(
                        wrong -> assertThat(wrong).contains("gpu-001", "G8 cannot run"),
                        remark -> assertThat(remark).contains("G9 cannot run"));
    }
}
