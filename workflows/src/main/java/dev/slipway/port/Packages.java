package dev.slipway.port;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** Manages the packages of a node: with apt, dnf, or the site's role. */
@Limits(minutes = 45)
@ActivityInterface(namePrefix = "Packages.")
public interface Packages {

    /**
     * Safe to repeat: changes nothing. Returns one line per change that {@link #converge} would make; stored as
     * evidence.
     */
    List<String> preview(Act act, BaselineRef goal);

    /** Safe to repeat: changes nothing. Returns the command lines that {@link #converge} would run now, in order. */
    List<String> commands(Act act, BaselineRef goal);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again, never started twice.
     * Proof: the exit file, then versions and holds read back. Returns what changed.
     */
    List<String> converge(Act act, BaselineRef goal);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again, never started twice.
     * Reinstalls every package of the goal, even at the right version, so that damaged files are replaced; but no
     * kernel, which may be running. Proof: the exit file, then versions and holds read back; a run that left no end
     * fails with AMBIGUOUS, because versions prove nothing. Returns what was reinstalled.
     */
    List<String> reinstall(Act act, BaselineRef goal);

    /**
     * Safe to repeat: runs detached on the node under {@code act.directory()} and is joined again; what is not
     * installed is left out. Removes {@code stray} with their configuration, each by its full name, and rebuilds the
     * list of modules. Fails with GATE_CLOSED, and changes nothing, if a name is a pattern, the goal pins one of them,
     * or another package would go with them. Proof: none of them is installed. Returns what was removed.
     */
    List<String> purge(Act act, BaselineRef goal, List<String> stray);

    /**
     * Safe to repeat: changes nothing. Fails with VERDICT naming each field if a second converge would change
     * something.
     */
    void prove(Act act, BaselineRef goal);

    /** Safe to repeat. Proof: each service that the goal names reads back as active and enabled. */
    void services(Act act, BaselineRef goal);

    /**
     * Safe to repeat. Points containers at the goal's driver, too, as {@link Modules#cdi} does. Proof: each runtime
     * setting that the goal names reads back as set, and each CDI specification that the node's own tools write names
     * that driver; a detached run under {@code act.directory()} writes those that do not.
     */
    void settings(Act act, BaselineRef goal);

    /** Safe to repeat. Proof: the holds read back hold every package that the goal names, at the goal's version. */
    void hold(Act act, BaselineRef goal);
}
