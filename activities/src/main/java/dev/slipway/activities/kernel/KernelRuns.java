package dev.slipway.activities.kernel;

import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.facts.packages.PackageErrors;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import java.util.List;
import java.util.function.Consumer;

/** Runs steps on kernels detached, judges their ends, and reads what only modinfo shows about a module. */
record KernelRuns(NodeTools tools, Consumer<Act> guard) {
    private static final Limits BRIEF = Limits.brief();
    private static final int NO_SUCH_MODULE = 1;

    /**
     * Proves what a row of DKMS does not show: that modprobe would take a module of this kernel, and one that may be
     * loaded.
     */
    void prove(Act act, KernelReading look) {
        String vermagic = modinfo(act, look.kernel(), "vermagic");
        if (!vermagic.startsWith(look.kernel() + " ")) {
            throw FailureType.VERDICT.of("the module for " + look.kernel() + " on " + act.node()
                    + " is of another kernel: " + (vermagic.isBlank() ? "no vermagic" : vermagic));
        }
        if (look.signatureWanted() && modinfo(act, look.kernel(), "signer").isBlank()) {
            throw FailureType.VERDICT.of("Secure Boot is on and the module for " + look.kernel() + " on " + act.node()
                    + " is not signed: a person enrols a key at its console, or the signed package of the "
                    + "distribution is"
                    + " pinned");
        }
    }

    private String modinfo(Act act, String kernel, String field) {
        // As root: the paths of an unprivileged login do not lead to it on Debian.
        RemoteCommand command = RemoteCommand.of("modinfo", "modinfo", "-k", kernel, "-F", field, "nvidia");
        SshAnswer answer = tools.ssh().ask(act.node(), command.asRoot(), BRIEF);
        if (!answer.ok()) {
            FailureType kind = answer.exit() == NO_SUCH_MODULE ? FailureType.VERDICT : FailureType.STEP_FAILED;
            throw kind.of("modinfo for " + kernel + " on " + act.node() + ": " + answer.fault());
        }
        return answer.out().strip();
    }

    /** Safe to repeat: joined. The guard is called before a start. */
    RunState run(Act act, List<List<String>> commands) {
        return tools.runs().run(RunDirectory.of(act), () -> guard.accept(act), commands);
    }

    /** Returns whether {@code reached} is enough: no run of this act that may still be at work led there. */
    boolean done(Act act, boolean reached) {
        return reached && !tools.runs().began(RunDirectory.of(act));
    }

    /** Judges an end by what was read back after it: a run that was lost and has reached its goal is done. */
    static void settled(Act act, RunState end, boolean reached, String missing) {
        String where = act.directory() + " on " + act.node();
        if (end.kind() == RunState.Kind.LOST && !reached) {
            throw FailureType.AMBIGUOUS.of(where + " began, and its end is unknown: " + missing);
        }
        if (end.kind() == RunState.Kind.EXITED && end.exit() != 0) {
            throw FailureType.STEP_FAILED.of(where + " ended with " + end.exit() + ": "
                    + PackageErrors.first(end.output()).or(end::lastLine).orElse("no output"));
        }
        if (!reached) {
            throw FailureType.VERDICT.of(where + " ended well, but " + missing);
        }
    }
}
