package dev.slipway.activities.packages;

import dev.slipway.model.Baseline;
import java.util.List;
import java.util.Optional;

/** Defines how one family of systems changes packages: the commands, and how their output is read. It is pure. */
interface PackageSystem {

    /** Returns the command that shows what {@link #converge} would do. */
    List<String> preview(Baseline goal);

    /** Returns whether only root may preview. */
    default boolean previewsAsRoot() {
        return false;
    }

    /** Returns the changes that a preview names, one line each; fails with STEP_FAILED if it could not be made. */
    List<String> changes(Baseline goal, int exit, String out, String err);

    /** Returns the command that finishes an interrupted transaction, if there is a separate one. */
    Optional<List<String>> repair();

    /** Returns the commands of a converge, in order: exact versions, boot files, then the whole set held. */
    List<List<String>> converge(Baseline goal, PackageState before);

    /**
     * Returns the commands of a reinstall, in order: kernels as they should be, the rest reinstalled, boot files,
     * holds.
     */
    List<List<String>> reinstall(Baseline goal, PackageState before);

    /** Returns the command that shows what a removal of exactly these would do; {@link #changes} reads it. */
    List<String> previewPurge(List<String> names);

    /** Returns the command that removes exactly these. */
    List<String> purge(List<String> names);

    /** Returns the name of the package that a line of {@link #changes} removes; empty if it does another thing. */
    Optional<String> removed(String change);

    /** Returns the commands that hold the whole set. */
    List<List<String>> hold(Baseline goal, PackageState before);

    /** Returns the changes of a converge of which only the output is left. */
    List<String> changed(String output);

    /** Returns what failed in a converge that reports success itself. */
    default Optional<String> failedWithin(String output) {
        return Optional.empty();
    }

    /** Returns the system's own last message on why it failed. */
    String lastError(String output);
}
