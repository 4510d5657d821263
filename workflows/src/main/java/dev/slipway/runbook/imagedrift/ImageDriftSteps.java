package dev.slipway.runbook.imagedrift;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Steps of image-drift alone, by the names that they have in history, journal and on the node. */
enum ImageDriftSteps implements StepId {
    PREVIEW("preview", "Preview", NodeState.CORDONED),
    CONVERGE("converge", "Converge packages", NodeState.MUTATING),
    IDEMPOTENCE("idempotence", "Prove that nothing is left to change", NodeState.CORDONED);

    private final Step step;

    ImageDriftSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
