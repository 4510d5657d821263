package dev.slipway.rules;

import dev.slipway.model.Field;
import dev.slipway.model.facts.KernelReadiness;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Boot;
import java.util.function.Supplier;

/** Answers which kernel a node must run, whether it runs it, and whether it can boot it: by what the boot asks, too. */
public record KernelView(NodeView node) {

    private NodeFacts facts() {
        return node.facts();
    }

    /** Returns the pinned kernel; blank if none is pinned. */
    public String pinned() {
        return node.pin(Field.KERNEL).or("");
    }

    /** Another kernel runs than the pinned one. */
    public Judgement unsanctioned() {
        String running = facts().boot().map(Boot::kernel).or("");
        return Judgement.of("pin", node.pin(Field.KERNEL), pin -> Judgement.of(running.equals(pin)))
                .not();
    }

    /** Another kernel runs than the pinned one, which would boot with its module. */
    public Judgement pinnedReady() {
        return unsanctioned()
                .and(ofKernels(() ->
                        Judgement.of(KernelReadiness.lacking(facts(), pinned()).isEmpty())))
                .by(pinned());
    }

    /** Returns the answer of {@code question} if kernels, boot loader and DKMS were read, on which it rests. */
    public Judgement ofKernels(Supplier<Judgement> question) {
        KernelState kernels = facts().kernels();
        Judgement read = Judgement.read("kernels", kernels.kernels())
                .or(Judgement.read("bootLoader", kernels.boot()))
                .or(Judgement.read("dkms", kernels.builds()));
        return read.isNo() ? question.get() : read;
    }
}
