package dev.slipway.fake;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.facts.PersistenceState;
import dev.slipway.model.facts.PersistenceState.Mode;
import dev.slipway.model.facts.PersistenceState.Unit;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.GpuPersistence;
import java.util.List;
import java.util.function.Function;

/** Persistence mode of a {@link FakeNode}. */
public final class FakePersistence {
    private FakePersistence() {}

    /** The mode now, and whether it outlasts a minute. */
    public static final class State {
        public boolean on;
        public boolean lasts = true;
    }

    record PersistencePort(Function<NodeRef, FakeNode> find) implements GpuPersistence {
        @Override
        public PersistenceState found(Act act) {
            FakeNode node = find.apply(act.node());
            return node.call("Persistence.found", () -> {
                boolean on = node.persistence.on;
                String mode = on ? "Enabled" : "Disabled";
                return new PersistenceState(
                        Reading.of(List.of(new Mode("0000:10:00.0", "GPU-0", mode, List.of()))),
                        Reading.of(new Unit("loaded", on ? "active" : "inactive", "enabled", List.of(), List.of())));
            });
        }

        @Override
        public List<String> enable(Act act, PersistenceState found) {
            FakeNode node = find.apply(act.node());
            return node.call("Persistence.enable", () -> {
                node.tokens.add(act.token());
                if (act.machine().isEmpty()) {
                    node.violations.add("enabled on a machine that nobody bound");
                }
                node.persistence.on = true;
                return List.of("nvidia-persistenced enabled");
            });
        }

        @Override
        public List<String> enforce(Act act) {
            return find.apply(act.node()).call("Persistence.enforce", () -> List.<String>of());
        }

        @Override
        public StageResult lasts(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call(
                    "Persistence.lasts",
                    () -> node.persistence.on && node.persistence.lasts
                            ? StageResult.DONE
                            : StageResult.not("GPU-0 is Disabled"));
        }

        @Override
        public void restore(Act act, PersistenceState found) {
            FakeNode node = find.apply(act.node());
            node.call("Persistence.restore", () -> {
                node.persistence.on = found.gpus().or(List.of()).stream().allMatch(Mode::on);
                return true;
            });
        }
    }
}
