package dev.slipway.activities.audit;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.AuditTrail;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.Step;
import dev.slipway.model.node.NodeRef;
import io.temporal.testing.TestActivityEnvironment;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Every method of every port stands in one list: the reads, what changes only things beside the node, what touches the
 * node, and what is no step on a node. A new method stands in none, and this test says so.
 */
class MutationsTest {
    /** What may leave a node other than it was found. The main code has no such list: what it does not know is here. */
    private static final Set<String> TOUCHING = Set.of(
            "Diagnostics.Diag",
            "Diagnostics.EndPair",
            "Diagnostics.Nccl",
            "Diagnostics.NcclPair",
            "Evidence.Bundle",
            "Fabric.Restart",
            "Gpus.Reset",
            "Image.Reimage",
            "Kernels.BootAlways",
            "Kernels.BootOnce",
            "Kernels.Build",
            "Kernels.DenyNouveau",
            "Kernels.Drop",
            "Kernels.Headers",
            "Kernels.HoldKernel",
            "Kernels.Initramfs",
            "Kernels.ModulePackage",
            "Kernels.RestoreBoot",
            "Kernels.Unbuild",
            "Modules.Cdi",
            "Modules.Initramfs",
            "Modules.Load",
            "Modules.Rebuild",
            "Modules.Start",
            "Modules.Stop",
            "Modules.TryOut",
            "Modules.Unload",
            "Nodes.Smoke",
            "Operands.Pause",
            "Operands.Resume",
            "Packages.Converge",
            "Packages.Hold",
            "Packages.Purge",
            "Packages.Reinstall",
            "Packages.Services",
            "Packages.Settings",
            "Persistence.Enable",
            "Persistence.Enforce",
            "Persistence.Restore",
            "Power.Cycle",
            "Power.Reboot");

    /** Calls without an act: about a fleet, a budget or a message, and two by which a run keeps and finds its rows. */
    private static final Set<String> NO_STEP_ON_A_NODE = Set.of(
            "Access.Bmcs",
            "Access.Nodes",
            "Access.Reach",
            "Access.Rights",
            "CapacityDesk.Ask",
            "CapacityDesk.Closed",
            "CapacityDesk.GiveBack",
            "CapacityDesk.Record",
            "CapacityDesk.Records",
            "CapacityDesk.Room",
            "Drift.Begin",
            "Drift.Finish",
            "Drift.Open",
            "Drift.Scan",
            "Inventory.BaselineOf",
            "Inventory.Members",
            "Inventory.Opens",
            "Inventory.PlanPage",
            "Inventory.TaskQueue",
            "Ledger.Note",
            "Ledger.OutcomeOf",
            "Notifier.Tell");

    private static final Pattern READS = Pattern.compile("Safe to repeat: (reads only|changes nothing|pure)\\b");

    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:mutations", "slipway", Optional.empty());
    private final Mutations mutations = new Mutations(ledger.audit());
    private final Set<String> begun = ConcurrentHashMap.newKeySet();
    private final TestActivityEnvironment engine = AuditedEngine.on(ledger);

    @AfterEach
    void end() {
        engine.close();
        ledger.close();
    }

    private static Stream<String> types(Predicate<PortCall> wanted) {
        return PortCall.all().stream().filter(wanted).map(PortCall::type);
    }

    private static List<String> onNodes() {
        return types(PortCall::ofANode).toList();
    }

    @Test
    void everyCallOfEveryPortStandsInOneList() {
        assertThat(types(call -> !call.ofANode()))
                .as("without an act, so the audit does not record them")
                .containsExactlyInAnyOrderElementsOf(NO_STEP_ON_A_NODE);
        assertThat(Stream.of(Mutations.READS, Mutations.BESIDE_THE_NODE, TOUCHING)
                        .flatMap(Set::stream))
                .as("Mutations.READS where it only reads, BESIDE_THE_NODE where it leaves the node as it is, else here")
                .containsExactlyInAnyOrderElementsOf(onNodes());
    }

    @Test
    void theJavadocOfEachReadAndOfNoOtherCallSaysThatItOnlyReads() {
        assertThat(types(call -> call.ofANode() && READS.matcher(call.javadoc()).lookingAt()))
                .containsExactlyInAnyOrderElementsOf(Mutations.READS);
    }

    @Test
    void i1_whatNoListNamesCountsAsAChangeOfTheNode() {
        assertThat(List.of("Image.Begun", "Kernels.OfANewerWorker", ""))
                .allMatch(Mutations::changes)
                .allMatch(Mutations::touches);
        assertThat(Mutations.touches("nodes.cordon")).isFalse();
        assertThat(Mutations.changes("nodes.facts")).isFalse();
    }

    /** An act on a node of its own per call, which has the call's name. */
    private static Act act(String type) {
        NodeRef node = new NodeRef("c1", type);
        return new Act(
                node, "f", "run-1", node.workflowId(), "image-drift", Step.DRAIN, 1, Optional.empty(), Instant.now());
    }

    private static @Nullable Object nothing(Class<?> type) {
        return type == boolean.class ? false : type == int.class ? (Object) 0 : null;
    }

    private Stream<AuditTrail.Entry> audited(String type) {
        return ledger.audit().of(act(type).node().toString(), 10).stream()
                .filter(entry -> entry.verb().equals(type));
    }

    /** Stands in for any port, and looks whether the audit names the call while it runs. */
    private @Nullable Object called(Object port, Method method, @Nullable Object @Nullable [] arguments) {
        if (arguments != null && arguments.length > 0 && arguments[0] instanceof Act act) {
            String type = act.node().name();
            if (audited(type).anyMatch(entry -> entry.detail().endsWith(": begun"))) {
                begun.add(type);
            }
        }
        return nothing(method.getReturnType());
    }

    private void callEach() throws ReflectiveOperationException {
        List<PortCall> calls = PortCall.all().stream().filter(PortCall::ofANode).toList();
        for (Class<?> port : calls.stream().collect(groupingBy(PortCall::port)).keySet()) {
            engine.registerActivitiesImplementations(
                    Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, this::called));
        }
        for (PortCall call : calls) {
            Object[] arguments = Arrays.stream(call.method().getParameterTypes())
                    .map(type -> type == Act.class ? act(call.type()) : nothing(type))
                    .toArray();
            call.method().invoke(engine.newActivityStub(call.port()), arguments);
        }
    }

    @Test
    void i29_eachCallThatIsMoreThanAReadIsInTheAuditBeforeItBeginsAndEachIsAfterwards()
            throws ReflectiveOperationException {
        callEach();

        assertThat(begun)
                .containsExactlyInAnyOrderElementsOf(onNodes().stream()
                        .filter(type -> !Mutations.READS.contains(type))
                        .toList());
        assertThat(onNodes())
                .allSatisfy(type -> assertThat(audited(type))
                        .as(type)
                        .anyMatch(entry -> entry.detail().contains(": done in")));
    }

    @Test
    void i1_aNodeIsTouchedByEachCallThatMayLeaveItOtherThanItWasAndByNoOther() throws ReflectiveOperationException {
        callEach();

        assertThat(onNodes().stream()
                        .filter(type -> !mutations
                                .dispatched(act(type))
                                .or(List.of("unread"))
                                .isEmpty()))
                .containsExactlyInAnyOrderElementsOf(TOUCHING);
    }
}
