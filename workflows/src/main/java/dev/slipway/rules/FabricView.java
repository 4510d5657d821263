package dev.slipway.rules;

import dev.slipway.model.Baseline;
import dev.slipway.model.ShortList;
import dev.slipway.model.facts.FabricState.Registration;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import java.util.List;

/** Answers whether the fabric of a node runs, and whether each GPU is in it. */
public record FabricView(NodeView node) {
    private static final String UNIT = "nvidia-fabricmanager";
    private static final int SHOWN = 4;

    private Reading<NodeFacts.Fabric> summary() {
        return node.facts().hardware().fabric();
    }

    /**
     * The switches are in the node, and so is what runs them. In a rack they are elsewhere, and so is their manager.
     */
    public Judgement ownSwitches() {
        return node.baseline()
                .map(Baseline::profile)
                .map(profile -> Judgement.of(profile.nvswitch().equals("local")))
                .orElseGet(() -> Judgement.unknown(NodeView.NO_BASELINE, ""));
    }

    /** The fabric manager does not run. */
    public Judgement managerDown() {
        return Judgement.of("services", node.facts().software().services(), services -> {
            String state = services.getOrDefault(UNIT, "not-found");
            return Judgement.of(!state.equals("active"), UNIT + " is " + state);
        });
    }

    /** Returns the GPUs that are not registered with the fabric, as far as each was read. */
    public List<Registration> open() {
        return node.facts().fabric().gpus().or(List.of()).stream()
                .filter(gpu -> !gpu.completed())
                .toList();
    }

    /** A GPU is not registered; judged by all GPUs' common state if each was not read. */
    public Judgement notRegistered() {
        Reading<List<Registration>> each = node.facts().fabric().gpus();
        return each.known()
                ? Judgement.of(!open().isEmpty(), ShortList.words(open(), SHOWN))
                : Judgement.of(
                        "fabric of each GPU",
                        summary(),
                        fabric -> Judgement.of(
                                !fabric.state().equals("Completed"),
                                "the GPUs' state in the fabric is " + fabric.state()));
    }

    /** A GPU has fewer active NVLinks than it must have. */
    public Judgement linksMissing() {
        int wanted = node.baseline().map(goal -> goal.profile().nvlinksPerGpu()).orElse(0);
        if (node.baseline().isPresent() && wanted == 0) {
            return Judgement.no();
        }
        return node.baseline().isEmpty()
                ? Judgement.unknown(NodeView.NO_BASELINE, "")
                : Judgement.of(
                        "NVLinks",
                        summary(),
                        fabric -> Judgement.of(
                                fabric.linksActive() < wanted,
                                fabric.linksActive() + " of " + wanted + " NVLinks active on a GPU"));
    }
}
