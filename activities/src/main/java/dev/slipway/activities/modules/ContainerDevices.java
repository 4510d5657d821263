package dev.slipway.activities.modules;

import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.CdiSpecs;
import dev.slipway.model.facts.CdiSpecs.Spec;
import dev.slipway.model.facts.CdiSpecs.Writer;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Updates the CDI specifications of a node's driver: the node's own tools rewrite them if they name another. */
final class ContainerDevices {
    private static final String UNIT = "nvidia-cdi-refresh";

    private final NodeTools tools;
    private final Consumer<Act> guard;

    ContainerDevices(NodeTools tools, Consumer<Act> guard) {
        this.tools = tools;
        this.guard = guard;
    }

    List<String> renew(Act act, String pin) {
        if (pin.isEmpty()) {
            return List.of();
        }
        Reading<CdiSpecs> found = read(act);
        if (found.value().isEmpty()) {
            return List.of("CDI specifications: " + found.error());
        }
        CdiSpecs before = found.value().get();
        RunDirectory runDirectory = RunDirectory.of(act);
        if (before.ours(pin).isEmpty() && !tools.runs().began(runDirectory)) {
            return before.others(pin);
        }
        RunState end = tools.runs().run(runDirectory, () -> guard.accept(act), commands(before, pin));
        CdiSpecs now = read(act)
                .value()
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        "Could not read back the CDI specifications of " + act.node() + SshModules.lastLine(end)));
        if (!now.ours(pin).isEmpty()) {
            throw FailureType.VERDICT.of("On " + act.node() + " "
                    + now.ours(pin).stream().map(Spec::toString).collect(Collectors.joining(", "))
                    + " after it was written again" + SshModules.lastLine(end));
        }
        return now.others(pin);
    }

    private static List<List<String>> commands(CdiSpecs found, String pin) {
        List<List<String>> commands = new ArrayList<>();
        for (Spec spec : found.ours(pin)) {
            commands.add(
                    found.writer(spec) == Writer.UNIT
                            ? List.of("systemctl", "restart", UNIT)
                            : List.of("nvidia-ctk", "cdi", "generate", "--output=" + spec.path()));
        }
        return List.copyOf(commands);
    }

    private Reading<CdiSpecs> read(Act act) {
        return tools.facts().read(act.node(), act.t0(), "cdi").driverFiles().cdi();
    }
}
