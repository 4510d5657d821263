package dev.slipway.config;

import java.util.List;
import java.util.stream.Collectors;

/** Reports everything that is wrong with a configuration together, one line each. Nothing of it was used. */
public final class ConfigProblems extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** Takes {@code problems} in the order of file and line. */
    public ConfigProblems(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Returns the problems, by file and line. */
    public List<Problem> problems() {
        return problems;
    }
}
