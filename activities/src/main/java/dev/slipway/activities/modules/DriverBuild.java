package dev.slipway.activities.modules;

import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.node.StageResult.DriverFault;
import java.util.List;
import java.util.function.Consumer;

/** Rebuilds the module that a load, and the initramfs that a boot, would take, if they are not the pin's. */
final class DriverBuild {
    private final NodeTools tools;
    private final Consumer<Act> guard;

    DriverBuild(NodeTools tools, Consumer<Act> guard) {
        this.tools = tools;
        this.guard = guard;
    }

    StageResult rebuild(Act act, String pin) {
        NodeFacts before = read(act);
        String kernel = known(act, before.boot()).kernel();
        RunDirectory runDirectory = RunDirectory.of(act);
        RunState end = tools.runs()
                .run(runDirectory, () -> guard.accept(act), List.of(List.of("dkms", "autoinstall", "-k", kernel)));
        NodeFacts after = read(act);
        boolean ofThisKernel = after.load().vermagic().or("").split(" ", 2)[0].equals(kernel);
        boolean pinned = after.version(Field.DRIVER_ON_DISK).or("").equals(pin);
        if (end.kind() == RunState.Kind.LOST && !(ofThisKernel && pinned)) {
            throw FailureType.AMBIGUOUS.of("The build on " + act.node() + " began, and its end is unknown");
        }
        return ofThisKernel && pinned
                ? StageResult.DONE
                : StageResult.needing(
                        DriverFault.NO_MODULE, "no module of " + pin + " for " + kernel + SshModules.lastLine(end));
    }

    void initramfs(Act act, String pin) {
        Reading<String> holds = holds(act);
        RunDirectory runDirectory = RunDirectory.of(act);
        if (right(act, holds, pin) && !tools.runs().began(runDirectory)) {
            return;
        }
        RunState end = tools.runs().run(runDirectory, () -> guard.accept(act), List.of(command(act)));
        Reading<String> now = holds(act);
        if (!right(act, now, pin)) {
            throw FailureType.VERDICT.of("The initramfs of " + act.node() + " holds driver " + now.or("")
                    + " after it was rebuilt" + SshModules.lastLine(end));
        }
    }

    private static boolean right(Act act, Reading<String> holds, String pin) {
        String driver = holds.value()
                .orElseThrow(() -> FailureType.GATE_CLOSED.of(
                        "What the next boot of " + act.node() + " would load cannot be read: " + holds.error()));
        return driver.isEmpty() || driver.equals(pin);
    }

    private Reading<String> holds(Act act) {
        return tools.facts().read(act.node(), act.t0(), "initramfs").load().initramfs();
    }

    private List<String> command(Act act) {
        Reading<String> image =
                tools.facts().read(act.node(), act.t0(), "os-release").version(Field.OS_IMAGE);
        String family = known(act, image).split("-", 2)[0];
        boolean debian = family.equals("ubuntu") || family.equals("debian");
        return debian ? List.of("update-initramfs", "-u", "-k", "all") : List.of("dracut", "-f", "--regenerate-all");
    }

    private NodeFacts read(Act act) {
        return tools.facts()
                .read(
                        act.node(),
                        act.t0(),
                        "boot-id",
                        "boot-time",
                        "kernel",
                        "cmdline",
                        "system-state",
                        "kernels",
                        "next-kernel",
                        "modinfo");
    }

    private static <T> T known(Act act, Reading<T> reading) {
        return reading.value()
                .orElseThrow(() -> FailureType.TRANSIENT.of("Could not read " + act.node() + ": " + reading.error()));
    }
}
