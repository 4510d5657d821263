package dev.slipway.activities.modules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.power.CordonedNode;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Clients;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.StageResult;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who uses the driver beside its own services: MPS, and the containers that are told of its files. */
class UsersOfTheDriverTest {
    private static final Identity MACHINE = new Identity("m", "p", Optional.empty());
    private static final String POD = "3f1c2a44-0b7e-4c9a-9a51-6f0d2b1c7e10";
    private static final Condition OLD = new Condition.Runs(SoftwareSet.previous());
    private static final Condition UPGRADED = new Condition.UpgradedWithoutReboot(SoftwareSet.pinned());

    @TempDir
    private Path folder = Path.of("");

    private OneNode node(Condition... conditions) {
        return new OneNode(folder, NodePlan.clean("gpu-001", 7).with(conditions));
    }

    private static SshModules modules(OneNode node) {
        Guard guard = new Guard(
                act -> new CordonedNode(),
                act -> Reading.of(new AnsweringMachine(MACHINE)),
                act -> Reading.of(List.of()),
                fleet -> Optional.empty());
        return new SshModules(node.tools(), ref -> OneNode.baseline(ref), guard, act -> Map.of(POD, "ml/train-7"));
    }

    private static Act act(OneNode node, String step, int attempt) {
        Act act = node.act(step, attempt);
        return new Act(
                act.node(),
                act.fleet(),
                act.token(),
                act.workflowId(),
                "module-reload",
                act.step(),
                attempt,
                Optional.of(MACHINE),
                act.t0());
    }

    private static StageResult swap(OneNode node, Clients found) {
        SshModules modules = modules(node);
        modules.stop(act(node, "stop-clients", 1), found);
        StageResult unloaded = modules.unload(act(node, "unload", 1), found);
        return unloaded.done() ? modules.load(act(node, "load-modules", 1), OneNode.GOAL, found) : unloaded;
    }

    @Test
    void tellsContainersOfThePinnedDriverOnlyWhereTheyAreToldOfAnother() {
        String hosts = "/etc/cdi/nvidia.yaml";
        String operators = "/var/run/cdi/management.nvidia.com-gpu.yaml";
        try (OneNode node = node(new Condition.CdiSpec(hosts, "570.124.06"))) {
            assertThat(modules(node).cdi(act(node, "cdi", 1), OneNode.GOAL)).isEmpty();
            assertThat(modules(node).cdi(act(node, "cdi", 2), OneNode.GOAL)).isEmpty();
            assertThat(node.see(() -> node.node().cdi().specs().get(hosts))).isEqualTo("570.133.20");
            assertThat(node.see(() -> node.node().faults().calls("nvidia-ctk"))).isEqualTo(1);
        }
        try (OneNode node = node(new Condition.CdiSpec(operators, "570.124.06"))) {
            assertThat(modules(node).cdi(act(node, "cdi", 1), OneNode.GOAL))
                    .singleElement()
                    .asString()
                    .contains(operators, "the operator's");
            assertThat(node.see(() -> node.node().cdi().specs().get(operators))).isEqualTo("570.124.06");
            assertThat(node.see(() -> node.node().faults().calls("nvidia-ctk"))).isZero();
        }
    }

    @Test
    void aSpecificationThatStillNamesAnotherDriverIsSaidAndNotPassedOver() {
        try (OneNode node =
                node(new Condition.CdiSpec("/etc/cdi/nvidia.yaml", "570.124.06"), new Condition.CdiToolFails())) {
            assertThatThrownBy(() -> modules(node).cdi(act(node, "cdi", 1), OneNode.GOAL))
                    .isInstanceOfSatisfying(
                            ApplicationFailure.class,
                            failure -> assertThat(failure.getType()).isEqualTo(FailureType.VERDICT.name()));
        }
    }

    @Test
    void mpsThatNobodyWorksWithIsNamedToldToEndAndStartedAgain() {
        try (OneNode node = node(OLD, UPGRADED, new Condition.MpsRuns("foreign"))) {
            Clients found = modules(node).clients(act(node, "list-driver-clients", 1));

            assertThat(found.lines())
                    .contains(
                            "MPS: pid 4009 nvidia-cuda-mps-control (nobody we know)",
                            "MPS: pid 4010 nvidia-cuda-mps-server (nobody we know)");
            assertThat(swap(node, found).done()).isTrue();
            assertThat(node.see(() -> node.node().processes())).isEmpty();
            assertThat(modules(node).start(act(node, "start-clients", 1), found))
                    .isEmpty();
            assertThat(node.see(() -> node.node().processes())).hasSize(1);
        }
    }

    /** I12: the word that ends one daemon may reach another. */
    @ParameterizedTest
    @ValueSource(strings = {POD, "job-12"})
    void i12_mpsOfAPodOrAJobIsNamedAndNeverToldToEnd(String owner) {
        try (OneNode node = node(OLD, UPGRADED, new Condition.MpsRuns(owner))) {
            Clients found = modules(node).clients(act(node, "list-driver-clients", 1));

            assertThat(found.services()).doesNotContain("nvidia-cuda-mps-control");
            assertThat(found.lines())
                    .anyMatch(line -> line.startsWith("MPS: pid 4009 nvidia-cuda-mps-control (")
                            && line.contains(owner.equals(POD) ? "pod ml/train-7" : "job 12"));
            assertThat(swap(node, found).why()).contains("in use");
            assertThat(node.see(() -> node.node().processes())).hasSize(1);
        }
    }
}
