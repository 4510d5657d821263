package dev.slipway.activities.packages;

import dev.slipway.config.Config;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.port.Packages;
import java.util.List;
import java.util.function.BiConsumer;

/** Converges the packages of nodes by the one method that the policy of their fleet names: the role, or directly. */
public final class ConvergeMethod implements Packages {
    private final Config config;
    private final Packages direct;
    private final Packages role;
    private final BiConsumer<Act, BaselineRef> containers;

    /**
     * Takes {@code containers}, which sets the driver of a baseline for the container runtimes of a node, after its
     * settings.
     */
    public ConvergeMethod(Config config, Packages direct, Packages role, BiConsumer<Act, BaselineRef> containers) {
        this.config = config;
        this.direct = direct;
        this.role = role;
        this.containers = containers;
    }

    private Packages of(Act act) {
        boolean byRole = config.fleet(act.fleet())
                .map(config::policyOf)
                .filter(policy -> policy.convergeBy() == NodePolicy.ConvergeBy.ANSIBLE)
                .isPresent();
        return byRole ? role : direct;
    }

    @Override
    public List<String> preview(Act act, BaselineRef goal) {
        return of(act).preview(act, goal);
    }

    @Override
    public List<String> commands(Act act, BaselineRef goal) {
        return of(act).commands(act, goal);
    }

    @Override
    public List<String> converge(Act act, BaselineRef goal) {
        return of(act).converge(act, goal);
    }

    @Override
    public List<String> reinstall(Act act, BaselineRef goal) {
        return of(act).reinstall(act, goal);
    }

    @Override
    public List<String> purge(Act act, BaselineRef goal, List<String> stray) {
        return of(act).purge(act, goal, stray);
    }

    @Override
    public void prove(Act act, BaselineRef goal) {
        of(act).prove(act, goal);
    }

    @Override
    public void services(Act act, BaselineRef goal) {
        of(act).services(act, goal);
    }

    @Override
    public void settings(Act act, BaselineRef goal) {
        of(act).settings(act, goal);
        containers.accept(act, goal);
    }

    @Override
    public void hold(Act act, BaselineRef goal) {
        of(act).hold(act, goal);
    }
}
