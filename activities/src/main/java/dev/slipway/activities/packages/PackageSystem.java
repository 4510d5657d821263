package dev.slipway.activities.packages;

import dev.slipway.model.Baseline;
import java.util.List;
import java.util.Optional;

/** How one family of systems changes packages: the commands, and what their output means. Pure. */
interface PackageSystem {

    /** What {@link #converge} would do, without doing it. */
    List<String> preview(Baseline goal);

    /** Whether a preview is refused to anybody but root. */
    default boolean previewsAsRoot() {
        return false;
    }

    /** The changes that a preview names, one line each; fails with STEP_FAILED when it could not be made. */
    List<String> changes(Baseline goal, int exit, String out, String err);

    /** Finishes a transaction that was cut, where that is a command of its own. */
    Optional<List<String>> repair();

    /** The commands of a converge, in order: exact versions, boot files, then the whole set held. */
    List<List<String>> converge(Baseline goal, PackageState before);

    /**
     * The commands of a reinstall, in order: kernels as they should be, the rest put in place anew, boot files, holds.
     */
    List<List<String>> reinstall(Baseline goal, PackageState before);

    /** What a removal of exactly these would do, without doing it; {@link #changes} reads it. */
    List<String> previewPurge(List<String> names);

    /** The command that removes exactly these. */
    List<String> purge(List<String> names);

    /** The name of the package that a line of {@link #changes} removes; empty where it does another thing. */
    Optional<String> removed(String change);

    /** The commands that hold the whole set. */
    List<List<String>> hold(Baseline goal, PackageState before);

    /** What a converge of which only the output is left has changed. */
    List<String> changed(String output);

    /** What failed in a converge that says itself that it ended well. */
    default Optional<String> failedWithin(String output) {
        return Optional.empty();
    }

    /** The system's own last word on why it failed. */
    String lastError(String output);
}
