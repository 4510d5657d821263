package dev.slipway.facts.packages;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses one line in which {@code apt-get -s} announces a change: of which package, from which version to which. */
public record AptStep(Kind kind, String name, Optional<String> from, Optional<String> to) {
    private static final Pattern LINE = Pattern.compile("(Inst|Remv|Purg|Conf) ([a-z0-9][a-z0-9+.-]*)(?::[\\w-]+)?"
            + "(?: \\[([^]]{1,200})])?(?: \\(([^ )]{1,200})[^)]*\\))?.*");
    private static final Pattern BEGIN = Pattern.compile("(?:Inst|Remv|Purg|Conf) .*");

    /** Lists the changes of a package. */
    public enum Kind {
        INSTALL,
        REMOVE,
        CONFIGURE
    }

    /** Returns the step of this line; empty for any other line, and for one without the new version. */
    public static Optional<AptStep> of(String line) {
        Matcher step = LINE.matcher(line);
        if (!step.matches()) {
            return Optional.empty();
        }
        Kind kind = switch (step.group(1)) {
            case "Inst" -> Kind.INSTALL;
            case "Conf" -> Kind.CONFIGURE;
            default -> Kind.REMOVE;
        };
        Optional<String> to = Optional.ofNullable(step.group(4));
        return kind != Kind.REMOVE && to.isEmpty()
                ? Optional.empty()
                : Optional.of(new AptStep(kind, step.group(2), Optional.ofNullable(step.group(3)), to));
    }

    /** Returns whether the line announces a step, understood or not. */
    public static boolean announces(String line) {
        return BEGIN.matcher(line).matches();
    }
}
