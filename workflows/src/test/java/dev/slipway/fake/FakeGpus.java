package dev.slipway.fake;

import dev.slipway.model.Act;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Tried;
import dev.slipway.port.Gpus;
import java.util.List;
import java.util.function.Function;

/** The GPUs of a {@link FakeNode}. */
public final class FakeGpus {
    private FakeGpus() {}

    /** What a reset of them comes to. */
    public static final class State {
        public Tried reset = Tried.DONE;
    }

    record GpusPort(Function<NodeRef, FakeNode> find) implements Gpus {
        @Override
        public Tried reset(Act act, List<String> uuids) {
            FakeNode node = find.apply(act.node());
            return node.call("Gpus.reset", () -> {
                node.mutate(act, "reset");
                if (node.driver.running.containsValue(true)) {
                    node.violations.add("GPUs were reset under their clients");
                }
                node.fabric.after("reset");
                return node.gpus.reset;
            });
        }
    }
}
