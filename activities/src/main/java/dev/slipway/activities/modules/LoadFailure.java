package dev.slipway.activities.modules;

import dev.slipway.facts.kernel.ModuleParser;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.LoadState.Trouble.Kind;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.node.StageResult.DriverFault;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Explains a module that did not load, by modprobe's last message and the kernel's log, and decides whose work it is.
 */
record LoadFailure(String said, Reading<List<Trouble>> log) {
    private static final String KEY = "key-rejected";

    /** Lists modprobe's messages for a module that was not built for this kernel. */
    private static final Set<String> BUILD = Set.of("unknown-symbol", "wrong-kernel");

    private Set<String> causes() {
        return ModuleParser.tools(Output.of(said.getBytes(StandardCharsets.UTF_8), OptionalInt.empty()))
                .value()
                .or(Set.of());
    }

    private String why() {
        return "the module was not loaded" + said
                + troubles().stream().map(t -> "; " + t.line()).findFirst().orElse("");
    }

    /** Returns the causes in the log; an unreadable log names none. */
    private List<Trouble> troubles() {
        return log.or(List.of());
    }

    /** Returns the result in a reload: the next stage is tried if the cause is not another runbook's work. */
    StageResult onReload() {
        boolean rejected = causes().contains(KEY) || blames(Kind.KEY_REJECTED);
        if (rejected || blames(Kind.OTHER_DRIVER)) {
            return StageResult.needing(DriverFault.MODULE_REFUSED, why());
        }
        if (blames(Kind.GSP_FIRMWARE) || blames(Kind.ADAPTER)) {
            return StageResult.needing(DriverFault.FIRMWARE, why());
        }
        return StageResult.not(why());
    }

    /**
     * Returns the result after a build: what modprobe itself names counts before the log, which may be of an earlier
     * module.
     */
    StageResult onTrial(NodeRef node) {
        boolean built = causes().stream().noneMatch(BUILD::contains);
        if (causes().contains(KEY) || (built && blames(Kind.KEY_REJECTED))) {
            throw FailureType.HELD_BY_POLICY.of("Secure Boot rejects the module's key on " + node
                    + ": a person enrols it at the console, or the signed package is pinned; Secure Boot stays on. "
                    + why());
        }
        return built && blames(Kind.OTHER_DRIVER)
                ? new StageResult(true, why() + "; another driver holds the GPUs, and only a boot frees them", "")
                : StageResult.not(why());
    }

    private boolean blames(Kind kind) {
        return troubles().stream().anyMatch(t -> t.kind() == kind);
    }
}
