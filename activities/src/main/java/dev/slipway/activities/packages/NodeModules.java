package dev.slipway.activities.packages;

import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Loads the kernel modules that a baseline requires. A module that must not be loaded is named and left to a person.
 */
final class NodeModules {
    private static final Limits LIMITS = Limits.of(Duration.ofMinutes(2));

    private final NodeTools tools;

    NodeModules(NodeTools tools) {
        this.tools = tools;
    }

    /** Returns the wanted modules that are not loaded; empty also where the baseline pins none. */
    List<String> missing(Act act, Baseline goal) {
        Set<String> wanted = wanted(goal);
        if (wanted.isEmpty()) {
            return List.of();
        }
        List<String> missing = new ArrayList<>(wanted);
        missing.removeAll(loaded(act));
        return missing;
    }

    /** Safe to repeat. Fails with STEP_FAILED if one cannot be loaded. */
    void load(Act act, List<String> modules) {
        for (String module : modules) {
            SshAnswer answer = tools.ssh()
                    .ask(
                            act.node(),
                            RemoteCommand.of("load", List.of("modprobe", module))
                                    .asRoot(),
                            LIMITS);
            if (!answer.ok()) {
                throw FailureType.STEP_FAILED.of("modprobe " + module + " on " + act.node() + ": " + answer.fault());
            }
        }
        List<String> left = new ArrayList<>(modules);
        left.removeAll(loaded(act));
        if (!left.isEmpty()) {
            throw FailureType.VERDICT.of("Not loaded on " + act.node() + ": " + String.join(", ", left));
        }
    }

    private List<String> loaded(Act act) {
        var modules =
                tools.facts().read(act.node(), act.t0(), "modules").software().modulesLoaded();
        return modules.value()
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        "Could not read the modules of " + act.node() + ": " + modules.error()));
    }

    private static Set<String> wanted(Baseline goal) {
        Set<String> wanted = new LinkedHashSet<>();
        for (Field field : List.of(Field.MODULES, Field.PEERMEM)) {
            Arrays.stream(goal.pins().getOrDefault(field, "").split("\\s+"))
                    .filter(word -> word.matches("[A-Za-z0-9_-]+"))
                    .forEach(wanted::add);
        }
        return wanted;
    }
}
