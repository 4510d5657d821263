package dev.slipway.activities.modules;

import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Wires the driver on nodes: its modules, its GPUs, their fabric, and its persistence. */
public final class DriverModule {
    private final NodeTools tools;
    private final Baselines baselines;
    private final Guard guard;
    private final Function<Act, Map<String, String>> pods;
    private final SshModules modules;

    /** Takes {@code pods}: namespace and name of the pods on a node, by uid. */
    public DriverModule(NodeTools tools, Baselines baselines, Guard guard, Function<Act, Map<String, String>> pods) {
        this.tools = tools;
        this.baselines = baselines;
        this.guard = guard;
        this.pods = pods;
        this.modules = new SshModules(tools, baselines, guard, pods);
    }

    /** Tells the container runtimes of a node of a baseline's driver. */
    public void containers(Act act, BaselineRef goal) {
        modules.cdi(act, goal);
    }

    /** Returns the activities, one object per port. */
    public List<Object> ports() {
        return List.of(
                modules,
                new SshFabric(tools, baselines, guard::beforeMutation, pods),
                new SshGpus(tools, guard::beforeMutation, pods),
                new SshPersistence(
                        tools, baselines, new SshPersistence.Safety(guard::beforeAddition, guard::beforePuttingBack)));
    }
}
