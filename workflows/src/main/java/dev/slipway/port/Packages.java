package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** The packages of a node: apt, dnf, or the site's role. */
@Limits(minutes = 45)
@ActivityInterface(namePrefix = "Packages.")
public interface Packages {

    /** Safe to repeat: changes nothing. One line a change that {@link #converge} would make; stored as evidence. */
    List<String> preview(Act act, BaselineRef goal);

    /** Safe to repeat: changes nothing. The command lines that {@link #converge} would run now, in order. */
    List<String> commands(Act act, BaselineRef goal);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again, never started twice.
     * Proof: the exit file, then versions and holds read back. Returns what changed.
     */
    List<String> converge(Act act, BaselineRef goal);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again, never started twice.
     * Puts every package of the goal in place again, also where its version is right, so that files that were damaged
     * are whole; but no kernel, which may be running. Proof: the exit file, then versions and holds read back; a run
     * that left no end fails with AMBIGUOUS, because versions do not tell. Returns what was installed anew.
     */
    List<String> reinstall(Act act, BaselineRef goal);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again; what is not
     * installed is left out. Removes {@code stray} with their configuration, each by its whole name, and has the list
     * of modules made anew. Fails with GATE_CLOSED, changing nothing, where a name is a pattern, the goal pins one of
     * them, or another package would go with them. Proof: none of them is installed. Returns what was removed.
     */
    List<String> purge(Act act, BaselineRef goal, List<String> stray);

    /**
     * Safe to repeat: changes nothing. Fails with VERDICT naming each field when a second converge would change
     * something.
     */
    void prove(Act act, BaselineRef goal);

    /** Safe to repeat. Proof: each service that the goal names reads back as active and enabled. */
    void services(Act act, BaselineRef goal);

    /**
     * Safe to repeat. Containers are told of the goal's driver, too, as {@link Modules#cdi} does it. Proof: each
     * runtime setting that the goal names reads back as set, and each CDI specification that the node's own tools write
     * names that driver; a detached run under {@code act.directory()} writes those that do not.
     */
    void settings(Act act, BaselineRef goal);

    /** Safe to repeat. Proof: the holds read back hold every package that the goal names, at the goal's version. */
    void hold(Act act, BaselineRef goal);
}
