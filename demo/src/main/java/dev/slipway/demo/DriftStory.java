package dev.slipway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.observe.Expectations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tells image-drift: a drift check, a rollout over what drifted, and a run on what is broken. */
final class DriftStory implements Story {
    @Override
    public String name() {
        return "image-drift";
    }

    @Override
    public FleetPlan plan(long seed) {
        return FleetPlan.demo(seed);
    }

    @Override
    public Expectations expectations(FleetPlan plan) {
        return Judge.expectations(plan);
    }

    @Override
    public List<String> tell(Stage stage) {
        JsonNode check = stage.check();
        List<String> drifted = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        for (JsonNode node : check.path("nodes")) {
            String route = node.path("route").asText();
            stage.list(node);
            (route.startsWith("divert") || route.startsWith("hold") ? broken : drifted)
                    .add(node.path("node").asText());
        }
        stage.tell("rollout over %d nodes: the canary alone, then at most %d out at once"
                .formatted(drifted.size(), Site.MOST_OUT));
        JsonNode change = stage.api()
                .post(
                        "/api/v1/rollouts",
                        Map.of(
                                "from",
                                check.path("id").asText(),
                                "who",
                                Stage.WHO,
                                "reason",
                                "bring the drifted nodes back"));
        String name = change.path("change").asText();
        Stage.until(() -> rolledOut(stage, name), "the rollout " + name);
        for (String node : broken) {
            stage.tell(node + " is broken, not drifted: the same runbook looks and decides");
            stage.run(name(), node, "lost a GPU");
        }
        stage.untilEnded(broken);
        List<String> all = new ArrayList<>(drifted);
        all.addAll(broken);
        return all;
    }

    private static boolean rolledOut(Stage stage, String change) {
        stage.show();
        String state =
                stage.api().get("/api/v1/rollouts/" + change).path("status").asText();
        return state.startsWith("done") || state.startsWith("stopped");
    }
}
