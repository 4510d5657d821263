package dev.slipway.fake;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Fabric;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The NVLink fabric of a {@link FakeNode}. */
public final class FakeFabric {
    private FakeFabric() {}

    /** Which GPUs are not registered, and what helps: each of these acts registers them all. */
    public static final class State {
        public final Set<String> open = new HashSet<>();
        public final Set<String> helps = new HashSet<>(Set.of("restart"));
        public StageResult restart = StageResult.DONE;
        private final Set<String> restarts = new HashSet<>();

        /** How often the fabric manager was really restarted. */
        public int restarts() {
            return restarts.size();
        }

        void after(String act) {
            if (helps.contains(act)) {
                open.clear();
            }
        }
    }

    record FabricPort(Function<NodeRef, FakeNode> find) implements Fabric {
        @Override
        public List<String> unregistered(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call("Fabric.unregistered", () -> List.copyOf(node.fabric.open));
        }

        @Override
        public StageResult restart(Act act) {
            FakeNode node = find.apply(act.node());
            return node.call("Fabric.restart", () -> {
                node.mutate(act, "restart of the fabric manager");
                if (node.driver.running.containsValue(true)) {
                    node.violations.add("fabric manager restarted under clients");
                }
                node.fabric.restarts.add(act.token() + "/" + act.step().id());
                node.fabric.after("restart");
                return node.fabric.restart;
            });
        }

        @Override
        public StageResult settled(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call("Fabric.settled", () -> {
                if (node.boots > 1) {
                    node.fabric.after("reboot");
                }
                return node.fabric.open.isEmpty()
                        ? StageResult.DONE
                        : StageResult.not(node.fabric.open + " In Progress");
            });
        }
    }
}
