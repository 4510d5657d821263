package dev.slipway.fake;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.gpu.FaultStatus;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuSuspect;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.GpuFaults;
import dev.slipway.port.Gpus;
import dev.slipway.port.Tickets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The GPUs of a {@link FakeNode}, and those who are told of them. */
public final class FakeGpus {
    private static final String UUID = "GPU-00000000-0000-0000-0000-000000000002";

    private FakeGpus() {}

    /** What ails a GPU: it is over after the rung that {@code curedBy} names, and never without one. */
    public static final class State {
        public StageResult reset = StageResult.DONE;
        public boolean mayCycle = true;
        public String curedBy = "reset";
        public boolean offTheBus;
        public List<GpuSuspect> suspects =
                List.of(new GpuSuspect(UUID, "1650002", "0000:12:00.0", List.of(62), "XID 62"));
        public final List<String> history = new ArrayList<>();
        /** By their idempotency key. */
        public final Map<String, RmaCase> tickets = new TreeMap<>();

        public boolean ticketsRefused;
        private boolean over;

        void taken(String rung) {
            over |= rung.equals(curedBy);
        }
    }

    record GpusPort(Function<NodeRef, FakeNode> find) implements Gpus {
        @Override
        public StageResult reset(Act act, List<String> uuids) {
            FakeNode node = find.apply(act.node());
            return node.call("Gpus.reset", () -> {
                node.mutate(act, "reset");
                if (node.driver.running.containsValue(true)) {
                    node.violations.add("GPUs were reset under their clients");
                }
                if (node.calls.stream().noneMatch(call -> call.startsWith("Evidence."))) {
                    node.violations.add("GPUs were reset before evidence was kept");
                }
                if (node.gpus.reset.done()) {
                    node.gpus.taken("reset");
                }
                node.fabric.after("reset");
                return node.gpus.reset;
            });
        }
    }

    record FaultsPort(Function<NodeRef, FakeNode> find) implements GpuFaults {
        @Override
        public List<GpuSuspect> suspects(Act act, FactsRef facts, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call("GpuFaults.suspects", () -> node.gpus.suspects);
        }

        @Override
        public FaultStatus faultStatus(Act act, FactsRef facts, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call(
                    "GpuFaults.stand",
                    () -> node.gpus.over
                            ? new FaultStatus(true, false, "")
                            : new FaultStatus(false, node.gpus.offTheBus, "7 of 8 GPUs answer"));
        }

        @Override
        public void happened(Act act, FactsRef facts, GpuEvent.Kind kind, List<GpuSuspect> gpus) {
            FakeNode node = find.apply(act.node());
            node.call("GpuFaults.happened", () -> {
                String event = kind + " at " + facts.id();
                if (!node.gpus.history.contains(event)) {
                    node.gpus.history.add(event);
                }
                return true;
            });
        }
    }

    record TicketsPort(Function<NodeRef, FakeNode> find) implements Tickets {
        @Override
        public String open(Act act, RmaCase rma) {
            FakeNode node = find.apply(act.node());
            return node.call("Tickets.open", () -> {
                if (node.gpus.ticketsRefused) {
                    throw FailureType.TRANSIENT.of("the webhook of tickets answered 500");
                }
                if (!node.calls.contains("Nodes.hold")) {
                    node.violations.add("a ticket was opened before the node was held");
                }
                node.gpus.tickets.putIfAbsent(act.token(), rma);
                return "ticket opened";
            });
        }
    }
}
