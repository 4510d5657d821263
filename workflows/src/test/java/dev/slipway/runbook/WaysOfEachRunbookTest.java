package dev.slipway.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Bench;
import dev.slipway.fake.FakeNode;
import dev.slipway.frame.Runbook;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.input.Handlers;
import dev.slipway.model.Outcome;
import dev.slipway.model.Reason;
import dev.slipway.model.Route;
import dev.slipway.model.node.NodeOutcome;
import dev.slipway.model.node.StageResult.DriverFault;
import dev.slipway.model.node.Trigger;
import dev.slipway.rules.Procedure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every runbook does where its table leaves the node alone, or leads to another runbook. */
class WaysOfEachRunbookTest {
    private static final Map<String, String> TYPES = Handlers.all().stream()
            .filter(of -> Runbook.class.isAssignableFrom(of.type()))
            .collect(Collectors.toMap(of -> SearchKeys.slug(of.toString()), Handlers::toString));

    private final Bench bench = new Bench();
    private int count;

    WaysOfEachRunbookTest() {
        bench.start();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    static List<DecisionTable> tables() {
        return runbooks().map(of -> (DecisionTable) made(named(of, "Table"))).toList();
    }

    private static Stream<Handlers> runbooks() {
        return Handlers.all().stream().filter(of -> Runbook.class.isAssignableFrom(of.type()));
    }

    /** The class of that name beside the interface of a runbook: {@code Persistence} has {@code PersistenceTable}. */
    private static Class<?> named(Handlers of, String suffix) {
        try {
            return Class.forName(of.type().getName() + suffix);
        } catch (ClassNotFoundException none) {
            throw new AssertionError(of + " has no " + suffix, none);
        }
    }

    private static Object made(Class<?> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException unmade) {
            throw new LinkageError(type.getName(), unmade);
        }
    }

    /** A row that leads to the first procedure of a runbook. */
    private static String firstProcedure(Handlers of) {
        return "do " + named(of, "Procedure").getEnumConstants()[0];
    }

    /** A dry run names the data that a drain gives up by these words. */
    @Test
    void thePlanOfEachProcedureSaysWhetherItDrains() {
        assertThat(runbooks().flatMap(of -> Stream.of(named(of, "Procedure").getEnumConstants())))
                .hasSizeGreaterThan(20)
                .map(Procedure.class::cast)
                .allSatisfy(procedure -> assertThat(procedure.plan().contains("→ drain"))
                        .as(procedure.plan())
                        .isEqualTo(procedure.on("").drains()));
        assertThat(new Route(Route.Kind.HOLD, "").drains()).isFalse();
        assertThat(Route.diverting("gsp-mismatch", false).drains()).isTrue();
    }

    /** A node on which each runbook finds work of its own that helps. */
    private FakeNode node() {
        FakeNode node = bench.node("gpu-" + ++count);
        node.installed.putAll(TYPES);
        runbooks().forEach(of -> node.rows.put(SearchKeys.slug(of.toString()), firstProcedure(of)));
        node.rows.putAll(Map.of(
                "image-drift", "D17",
                "module-reload", "M13",
                "kernel-gpu-missing", "K16",
                "gsp-mismatch", "W13",
                "fabric-manager", "N16",
                "gpu-fault-rma", "F13"));
        node.fabric.open.add("GPU-3");
        return node;
    }

    /** The same, at the pin: for runbooks that do not change the packages. */
    private static void atThePin(FakeNode node, String runbook) {
        if (!List.of("image-drift", "kernel-gpu-missing").contains(runbook)) {
            node.packages = "pin";
        }
        if (!List.of("image-drift", "kernel-gpu-missing", "module-reload").contains(runbook)) {
            node.running = "pin";
            node.driver.resident = "pin";
        }
    }

    private NodeOutcome run(String runbook, FakeNode node) {
        return run(runbook, node, Reason.DRIFT_FOUND);
    }

    /** In a wave of its own: there is a runbook that starts nowhere else. */
    private NodeOutcome run(String runbook, FakeNode node, Reason reason) {
        Trigger trigger = Bench.planned(Bench.trigger(node, Bench.policy(false), reason));
        bench.inAWave(String.valueOf(TYPES.get(runbook)), trigger).join();
        NodeOutcome outcome = node.outcome.orElseThrow();
        assertThat(node.violations).as(runbook + " → " + outcome).isEmpty();
        return outcome;
    }

    private NodeOutcome run(String runbook, String row) {
        FakeNode node = node();
        node.rows.put(runbook, row);
        return run(runbook, node);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void leavesACleanOrAReportedNodeUntouchedAndHoldsOneThatAPersonMustMend(DecisionTable table) {
        assertThat(run(table.slug(), "D0").outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(run(table.slug(), "D21").outcome()).isEqualTo(Outcome.UNTOUCHED);
        assertThat(run(table.slug(), "D3").outcome()).isEqualTo(Outcome.HELD);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void endsAsTheRunbookThatItLeadsTo(DecisionTable table) {
        for (String to : table.leadsTo().stream().filter(TYPES::containsKey).toList()) {
            FakeNode node = node();
            node.rows.put(table.slug(), "to " + to);
            atThePin(node, to);

            NodeOutcome outcome = run(table.slug(), node);

            assertThat(outcome.outcome()).as(outcome.toString()).isEqualTo(Outcome.CONVERGED);
            assertThat(outcome.path()).containsExactly(table.slug(), to);
            assertThat(node.asFound()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void holdsANodeForARunbookThatIsNotThere(DecisionTable table) {
        for (String to : table.leadsTo()) {
            FakeNode node = node();
            node.installed.clear();
            node.rows.put(table.slug(), "to " + to);

            assertThat(run(table.slug(), node).toString()).isEqualTo("HELD(needs " + to + ")");
        }
    }

    /** The run does what the plan of its row says: no package changes, and the pinned kernel boots, then for good. */
    @Test
    void imageDriftBootsThePinnedKernelOnceAndThenForGood() {
        FakeNode node = node();
        node.rows.put("image-drift", "D14");

        assertThat(run("image-drift", node).outcome()).isEqualTo(Outcome.CONVERGED);

        assertThat(node.calls)
                .doesNotContain("Packages.converge")
                .containsSubsequence(
                        "Kernels.bootOnce",
                        "Power.reboot",
                        "Kernels.booted",
                        "Kernels.bootAlways",
                        "Kernels.holdKernel");
        assertThat(node.bootDefault).isEqualTo("pin");
    }

    @Test
    void imageDriftGoesBackToThePreviousKernelWhereThePinnedOneFails() {
        FakeNode node = node();
        node.rows.put("image-drift", "D14");
        node.badDiag.add("pin");

        assertThat(run("image-drift", node).outcome()).isEqualTo(Outcome.ROLLED_BACK);

        assertThat(node.calls)
                .containsSubsequence(
                        "Kernels.bootOnce",
                        "Kernels.restoreBoot",
                        "Packages.converge",
                        "Kernels.bootOnce",
                        "Power.reboot");
        assertThat(node.running).isEqualTo("previous");
        assertThat(node.bootDefault).isEqualTo("previous");
        assertThat(node.asFound()).isTrue();
    }

    @Test
    void moduleReloadHandsANodeOverWhoseLoadNamesItsFirmware() {
        FakeNode node = node();
        node.packages = "pin";
        node.driver.loadNeeds = Optional.of(DriverFault.FIRMWARE);

        NodeOutcome outcome = run("module-reload", node);

        assertThat(outcome.path()).as(outcome.toString()).containsExactly("module-reload", "gsp-mismatch");
    }

    static Stream<String> others() {
        return TYPES.keySet().stream()
                .filter(slug -> !slug.equals("gpu-fault-rma"))
                .sorted();
    }

    /** Hardware is suspected where the gates fail after all that a runbook may do. */
    @ParameterizedTest
    @MethodSource("others")
    void handsANodeThatFailsItsGatesWhateverIsDoneToGpuFaultRma(String runbook) {
        FakeNode node = node();
        atThePin(node, runbook);
        node.badDiag.addAll(List.of("pin", "previous"));

        NodeOutcome outcome = run(runbook, node, Reason.HEALTH_FAULT);

        assertThat(outcome.path()).as(outcome.toString()).containsExactly(runbook, "gpu-fault-rma");
        assertThat(outcome.outcome().out()).as(outcome.toString()).isTrue();
    }
}
