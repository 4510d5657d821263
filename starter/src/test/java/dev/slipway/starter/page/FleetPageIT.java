package dev.slipway.starter.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.Freezes;
import dev.slipway.model.Who;
import dev.slipway.model.node.NodeNote;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.NodeState;
import dev.slipway.starter.RunningStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The fleet page in a real browser, asserted on the tree that the browser made of it. */
@Tag("browser")
@ExtendWith(Browser.class)
class FleetPageIT {
    @TempDir
    Path folder;

    private static void row(RunningStarter starter, String node, NodeState state, String why) {
        NodeRef ref = new NodeRef("prod-a", node);
        starter.ledger
                .nodeRows()
                .put(new NodeNote(
                        ref,
                        "prod-a",
                        "image-drift",
                        state,
                        "drain",
                        why,
                        ref.workflowId(),
                        "run-4711",
                        Instant.now(),
                        Optional.of("D17")));
    }

    private String page(RunningStarter starter, String password) throws IOException, InterruptedException {
        String url = starter.running().url().replace("http://", "http://oncall:" + password + "@");
        return Browser.dom(url + "/", folder);
    }

    /** The text of each cell of each row, as the browser's tree holds them. */
    private static List<List<String>> rows(String dom) {
        return Arrays.stream(dom.split("<tr", -1))
                .skip(1)
                .map(row -> Arrays.stream(row.split("<t[dh][^>]*>", -1))
                        .skip(1)
                        .map(cell -> cell.replaceAll("<[^>]*>", "").strip())
                        .toList())
                .toList();
    }

    @Test
    void showsWhatWhereWhyAndWhatNextAndWhatAnEvilNodeSaysOnlyAsText() throws Exception {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            row(starter, "gpu-041", NodeState.DRAINING, "PDB ml/train allows 0 of 4");
            row(starter, "gpu-102", NodeState.DECISION, "<script>document.title='taken'</script><b>held</b>");
            row(starter, "gpu-077", NodeState.IN_SERVICE, "");
            starter.ledger
                    .freezes()
                    .freeze(new Freezes.Freeze("prod-a", new Who("oncall", "audit week"), Instant.now()));

            String dom = page(starter, Files.readString(starter.tokenFile()).strip());

            assertThat(dom).contains("<title>Slipway</title>").containsPattern("FROZEN: .*audit week");
            List<List<String>> rows = rows(dom);
            assertThat(rows.getFirst())
                    .containsExactly("Node", "Runbook", "State", "Step", "Since", "Why", "What you can do");
            assertThat(rows).hasSize(3);
            assertThat(rows.get(1).subList(0, 4)).containsExactly("gpu-041", "image-drift", "draining", "drain");
            assertThat(rows.get(1).get(5)).isEqualTo("PDB ml/train allows 0 of 4");
            assertThat(rows.get(2).get(2)).isEqualTo("DECISION");
            assertThat(rows.get(2).get(5))
                    .isEqualTo("&lt;script&gt;document.title='taken'&lt;/script&gt;&lt;b&gt;held&lt;/b&gt;");
            assertThat(rows.get(2).get(6)).contains("slipway retry gpu-102");
            assertThat(dom).contains("<tr class=\"DECISION\">").contains("node%2Fprod-a%2Fgpu-102");
        }
    }

    @Test
    void showsNothingWithoutTheToken() throws Exception {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            row(starter, "gpu-041", NodeState.DRAINING, "secret");
            assertThat(page(starter, "wrong")).doesNotContain("gpu-041").doesNotContain("secret");
        }
    }
}
