package dev.slipway.fake;

import static java.util.Map.entry;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Route;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Readmission;
import dev.slipway.model.node.Trigger;
import dev.slipway.port.Diagnosis;
import dev.slipway.port.Gates;
import dev.slipway.port.Nodes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The ports that look at, take out and give back a {@link FakeNode}. */
public final class FakePorts {
    private static final Map<String, Route> ROUTES = Map.ofEntries(
            entry("D17", Route.perform("CONVERGE", "", "")),
            entry("D12", Route.perform("IMAGE", "", "")),
            entry("D14", Route.perform("BOOT", "", "")),
            entry("D20", Route.perform("SETTINGS", "", "")),
            entry("D0", new Route(Route.Kind.CLEAN, "")),
            entry("D2", new Route(Route.Kind.DIVERT, "gpu-fault-rma")),
            entry("D11", new Route(Route.Kind.DIVERT, "module-reload")),
            entry("A1", new Route(Route.Kind.DIVERT, "first-aid")),
            entry("B1", new Route(Route.Kind.DIVERT, "second-aid")),
            entry("D3", new Route(Route.Kind.HOLD, "two driver owners on one node")),
            entry("D21", new Route(Route.Kind.REPORT, "firmware change request")),
            entry("N12", Route.perform("MATCH", "", "")),
            entry("N13", Route.perform("INSPECT", "3 NVSwitches on the bus", "")),
            entry("N14", Route.perform("RESET_ALL", "", "")),
            entry("N16", Route.perform("RESTART", "", "")),
            entry("N18", Route.perform("REGISTER", "", "")),
            entry("F13", Route.perform("RESET_GPU", "", "")),
            entry("F9", Route.perform("REBOOT", "", "")),
            entry("F8", Route.perform("POWER_CYCLE", "", "")),
            entry("F3", Route.perform("REPLACE", "", "")),
            entry("F18", new Route(Route.Kind.REPORT, "reset at the next drain")),
            entry("K16", Route.perform("FORWARD", "", "")),
            entry("K11", Route.perform("IMAGE", "", "")),
            entry("K17", Route.perform("RETREAT", "the driver does not build", "")));

    private static final String LEADS = "to ";
    private static final String DOES = "do ";

    private FakePorts() {}

    /** A row may also say where it leads, {@code to gsp-mismatch}, or what its runbook does, {@code do PERSIST}. */
    private static Route route(String row) {
        if (row.startsWith(LEADS)) {
            return new Route(Route.Kind.DIVERT, row.substring(LEADS.length()));
        }
        if (row.startsWith(DOES)) {
            return Route.perform(row.substring(DOES.length()), "", "");
        }
        return ROUTES.getOrDefault(row, FakeModules.ROUTES.getOrDefault(row, new Route(Route.Kind.HOLD, row)));
    }

    /** All ports over the nodes that {@code find} knows, and the ledger that is given. */
    public static Object[] all(Function<NodeRef, FakeNode> find, FakeLedger ledger) {
        return new Object[] {
            new NodesPort(find),
            new DiagnosisPort(find),
            new GatesPort(find, ledger),
            new FakeEvidence(find),
            ledger,
            new FakeNotifier(find),
            new FakeWork.PackagesPort(find),
            new FakeKernels(find),
            new FakeWork.PowerPort(find),
            new FakeWork.ImagePort(find),
            new FakeWork.DiagnosticsPort(find),
            new FakeModules.ModulesPort(find),
            new FakeFabric.FabricPort(find),
            new FakePersistence.PersistencePort(find),
            new FakeModules.OperandsPort(find),
            new FakeGpus.GpusPort(find),
            new FakeGpus.FaultsPort(find),
            new FakeGpus.TicketsPort(find)
        };
    }

    record NodesPort(Function<NodeRef, FakeNode> find) implements Nodes {
        @Override
        public FactsRef facts(Act act) {
            FakeNode node = find.apply(act.node());
            return node.call("Nodes.facts", () -> node.facts(act));
        }

        @Override
        public FactsRef factsAnew(Act act, FactsRef before) {
            return facts(act);
        }

        @Override
        public CordonRecord cordon(Act act, boolean adopt) {
            FakeNode node = find.apply(act.node());
            return node.call("Nodes.cordon", () -> node.cordon(act, adopt));
        }

        @Override
        public void siteAnswers(Act act) {
            find.apply(act.node()).call("Nodes.siteAnswers", () -> true);
        }

        @Override
        public Drained drain(Act act, DrainPolicy policy) {
            FakeNode node = find.apply(act.node());
            return node.call("Nodes.drain", () -> {
                if (!node.unschedulable) {
                    node.violations.add("drain without cordon");
                }
                if (node.computing) {
                    throw FailureType.DRAIN_BLOCKED.of("pid 4711 all_reduce_perf");
                }
                if (node.jobLooks > 0) {
                    node.jobLooks--;
                    if (!policy.within().isPositive()) {
                        throw FailureType.DRAIN_BLOCKED.of("job 12 of alice RUNNING");
                    }
                    return Drained.notYet(
                            Instant.EPOCH,
                            new Drained.Busy("job 12 of alice RUNNING", Instant.EPOCH, Duration.ofMinutes(30)));
                }
                if (node.work && !policy.evict()) {
                    throw FailureType.DRAIN_BLOCKED.of("pod ml/train-7, which is not asked to leave");
                }
                node.work = false;
                return new Drained(Instant.EPOCH, 1, "no pod, no process");
            });
        }

        @Override
        public GateResult smoke(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call(
                    "Nodes.smoke",
                    () -> new GateResult(
                            "G10", node.smoke.getOrDefault(goal.id(), Verdict.PASS), "job ended", node.bootId()));
        }

        @Override
        public void readmit(Act act, Readmission request) {
            FakeNode node = find.apply(act.node());
            node.call("Nodes.readmit", () -> {
                if (request.emptied() && node.work) {
                    node.violations.add("readmitted as emptied, under work");
                }
                node.readmit(act, request);
                return true;
            });
        }

        @Override
        public void hold(Act act, String reason) {
            FakeNode node = find.apply(act.node());
            node.call("Nodes.hold", () -> {
                node.unschedulable = true;
                node.owner = act.token();
                node.heldReason = reason;
                return true;
            });
        }
    }

    record DiagnosisPort(Function<NodeRef, FakeNode> find) implements Diagnosis {
        @Override
        public Diagnosed diagnose(Act act, FactsRef facts, BaselineRef baseline) {
            FakeNode node = find.apply(act.node());
            String row = node.rows.getOrDefault(act.runbook(), node.row);
            Diagnosed found = new Diagnosed(row, "row " + row, route(row), List.of(), node.besides);
            return node.call("Diagnosis.diagnose", () -> found);
        }

        @Override
        public String workflowType(Act act, String slug) {
            FakeNode node = find.apply(act.node());
            return node.call("Diagnosis.workflowType", () -> node.installed.getOrDefault(slug, ""));
        }
    }

    record GatesPort(Function<NodeRef, FakeNode> find, FakeLedger ledger) implements Gates {
        @Override
        public List<String> mayLeaveService(Act act, Trigger trigger, FactsRef facts) {
            FakeNode node = find.apply(act.node());
            return node.call("Gates.mayLeaveService", () -> {
                if (!node.refusal.isEmpty()) {
                    throw FailureType.GATE_CLOSED.of(node.refusal);
                }
                return List.<String>of();
            });
        }

        @Override
        public List<GateResult> verify(Act act, FactsRef facts, BaselineRef goal, FactsRef found) {
            FakeNode node = find.apply(act.node());
            return node.call(
                    "Gates.verify",
                    () -> List.of(
                            new GateResult("G0", Verdict.PASS, "same boot", facts.bootId()),
                            new GateResult(
                                    "G2",
                                    (node.packages.equals(goal.id()) && node.running.equals(goal.id()))
                                                    || node.row.equals("D20")
                                            ? Verdict.PASS
                                            : Verdict.FAIL,
                                    node.packages + "/" + node.running,
                                    facts.bootId())));
        }

        @Override
        public List<String> unknownLines(Act act, FactsRef facts, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call(
                    "Gates.unknownLines",
                    () -> facts.log().orElseThrow().unknownLines().stream()
                            .filter(line -> !ledger.knownLines(goal).containsKey(line))
                            .toList());
        }

        @Override
        public List<String> sinceReadmission(Act act) {
            FakeNode node = find.apply(act.node());
            return node.call("Gates.sinceReadmission", () -> List.copyOf(node.troubles));
        }
    }
}
