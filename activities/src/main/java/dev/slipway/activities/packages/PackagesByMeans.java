package dev.slipway.activities.packages;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.port.Packages;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The packages of nodes of several fleets, each by the one means that its fleet has chosen. */
public final class PackagesByMeans implements Packages {
    private final Function<Act, Packages> means;
    private final BiConsumer<Act, BaselineRef> containers;

    /** {@code containers} tells the container runtimes of a node of a baseline's driver, after its settings. */
    public PackagesByMeans(Function<Act, Packages> means, BiConsumer<Act, BaselineRef> containers) {
        this.means = means;
        this.containers = containers;
    }

    @Override
    public List<String> preview(Act act, BaselineRef goal) {
        return means.apply(act).preview(act, goal);
    }

    @Override
    public List<String> commands(Act act, BaselineRef goal) {
        return means.apply(act).commands(act, goal);
    }

    @Override
    public List<String> converge(Act act, BaselineRef goal) {
        return means.apply(act).converge(act, goal);
    }

    @Override
    public List<String> reinstall(Act act, BaselineRef goal) {
        return means.apply(act).reinstall(act, goal);
    }

    @Override
    public List<String> purge(Act act, BaselineRef goal, List<String> stray) {
        return means.apply(act).purge(act, goal, stray);
    }

    @Override
    public void prove(Act act, BaselineRef goal) {
        means.apply(act).prove(act, goal);
    }

    @Override
    public void services(Act act, BaselineRef goal) {
        means.apply(act).services(act, goal);
    }

    @Override
    public void settings(Act act, BaselineRef goal) {
        means.apply(act).settings(act, goal);
        containers.accept(act, goal);
    }

    @Override
    public void hold(Act act, BaselineRef goal) {
        means.apply(act).hold(act, goal);
    }
}
