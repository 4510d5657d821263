package dev.slipway.frame;

import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.model.node.NodeState;

/** Names the frame's own steps, beside those that {@link Step} names for all. */
enum FrameSteps implements StepId {
    RECORD_VERIFICATION("record-verification", "Record the verification", NodeState.VERIFYING),
    CRASH("evidence-crash", "Capture evidence of the crash", NodeState.CORDONED),
    PROVEN("facts-proven", "Collect facts for the proof", NodeState.VERIFYING),
    UNKNOWN_LINES("unknown-lines", "Ask about lines of the driver", NodeState.VERIFYING),
    ACCEPT_LINES("accept-lines", "Store the accepted lines", NodeState.VERIFYING),
    REIMAGED("facts-reimaged", "Find the machine again", NodeState.REBOOTING),
    PARTNER("partner", "Choose a partner", NodeState.VERIFYING),
    PAIR("nccl-pair", "nccl-tests with a partner", NodeState.VERIFYING),
    PAIR_END("nccl-pair-end", "End the test on both nodes", NodeState.VERIFYING),
    IDLE_AGAIN("idle-again", "Prove that the test is over", NodeState.VERIFYING);

    private final Step step;

    FrameSteps(String id, String title, NodeState state) {
        step = new Step(id, title, state);
    }

    @Override
    public Step step() {
        return step;
    }
}
