package dev.slipway.activities.modules;

import dev.slipway.facts.kernel.ModuleParser;
import dev.slipway.facts.output.Output;
import dev.slipway.model.FailureType;
import dev.slipway.model.LoadState.Trouble;
import dev.slipway.model.LoadState.Trouble.Kind;
import dev.slipway.model.NodeRef;
import dev.slipway.model.Reading;
import dev.slipway.model.Tried;
import dev.slipway.model.Tried.DriverFault;
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
                + seen().stream().map(t -> "; " + t.line()).findFirst().orElse("");
    }

    /** Returns the causes in the log; an unreadable log names none. */
    private List<Trouble> seen() {
        return log.or(List.of());
    }

    /** Returns the result in a reload: the next stage is tried if the cause is not another runbook's work. */
    Tried onReload() {
        boolean rejected = causes().contains(KEY) || blames(Kind.KEY_REJECTED);
        if (rejected || blames(Kind.OTHER_DRIVER)) {
            return Tried.needing(DriverFault.MODULE_REFUSED, why());
        }
        if (blames(Kind.GSP_FIRMWARE) || blames(Kind.ADAPTER)) {
            return Tried.needing(DriverFault.FIRMWARE, why());
        }
        return Tried.not(why());
    }

    /**
     * Returns the result after a build: what modprobe itself names counts before the log, which may be of an earlier
     * module.
     */
    Tried onTrial(NodeRef node) {
        boolean built = causes().stream().noneMatch(BUILD::contains);
        if (causes().contains(KEY) || (built && blames(Kind.KEY_REJECTED))) {
            throw FailureType.HELD_BY_POLICY.of("Secure Boot rejects the module's key on " + node
                    + ": a person enrols it at the console, or the signed package is pinned; Secure Boot stays on. "
                    + why());
        }
        return built && blames(Kind.OTHER_DRIVER)
                ? new Tried(true, why() + "; another driver holds the GPUs, and only a boot frees them", "")
                : Tried.not(why());
    }

    private boolean blames(Kind kind) {
        return seen().stream().anyMatch(t -> t.kind() == kind);
    }
}
