package dev.slipway.activities.bench;

import dev.slipway.activities.ssh.OneNode;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Saved outputs of many nodes, a folder each: whole ones and such as ail in different ways, as the probe read them. */
public final class SavedFleet {
    private static final List<List<Condition>> KINDS = List.of(
            List.of(),
            List.of(new Condition.UpgradedWithoutReboot(SoftwareSet.previous())),
            List.of(new Condition.GpuLost(3)),
            List.of(new Condition.Xid(62, 1)),
            List.of(new Condition.Runs(SoftwareSet.previous())),
            List.of(new Condition.ServiceStopped("nvidia-fabricmanager")),
            List.of(new Condition.Xid(13, 2), new Condition.Xid(63, 2)),
            List.of(new Condition.ServiceStopped("nvidia-persistenced")),
            List.of(new Condition.NoManifest()),
            List.of(new Condition.HoldLost("nvidia-driver-570-server")));

    private SavedFleet() {}

    /** Arguments: a folder to work in, the folder of the saved outputs, how many nodes. */
    public static void main(String[] args) throws IOException {
        List<byte[]> answers = new ArrayList<>();
        for (List<Condition> kind : KINDS) {
            Path work = Files.createDirectories(Path.of(args[0]).resolve("kind-" + answers.size()));
            NodePlan plan = NodePlan.clean("gpu-001", answers.size() + 1).with(kind.toArray(Condition[]::new));
            try (OneNode node = new OneNode(work, plan)) {
                answers.add(node.tools().facts().run(new NodeRef("bench", "gpu-001"), Instant.EPOCH));
            }
        }
        int nodes = Integer.parseInt(args[2]);
        for (int i = 0; i < nodes; i++) {
            Path folder = Files.createDirectories(Path.of(args[1]).resolve("gpu-%05d".formatted(i)));
            Files.write(folder.resolve("probe.txt"), answers.get(i % answers.size()));
        }
        System.out.println(answers.stream().mapToInt(a -> a.length).sum() / answers.size());
    }
}
