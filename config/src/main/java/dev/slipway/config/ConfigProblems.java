package dev.slipway.config;

import java.util.List;
import java.util.stream.Collectors;

/** Everything that is wrong with a configuration, at once, one line each. Nothing of it was used. */
public final class ConfigProblems extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** {@code problems} in the order of file and line. */
    public ConfigProblems(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** The problems, by file and line. */
    public List<Problem> problems() {
        return problems;
    }
}
