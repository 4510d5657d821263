package dev.slipway.model;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Classifies why a module does not compile, by the first line of its log that names a fault; an unknown cause is not
 * guessed.
 */
public enum BuildCause {
    NO_ROOM("No space left on device", "the disk is full"),
    OTHER_COMPILER(
            "ompiler version check failed|unrecognized command[- ]line option",
            "the compiler is not the one that the kernel was built with"),
    GPL_ONLY(
            "GPL-incompatible module|uses GPL-only symbol",
            "the kernel keeps a symbol from modules that are not under the GPL"),
    OTHER_KERNEL(
            "implicit declaration of function|has no member named|no such member|too (?:few|many) arguments to function"
                    + "|incompatible.pointer.types?|read-only member|conflicting types for|unknown type name",
            "the driver's source does not know the interfaces of this kernel: an older kernel, or a newer driver"),
    NO_HEADERS(
            "(?:linux|asm|generated)/\\S+\\.h: No such file or directory|No rule to make target",
            "the kernel's headers are not whole");

    private final Pattern line;
    private final String cause;

    BuildCause(String line, String cause) {
        this.line = Pattern.compile(line);
        this.cause = cause;
    }

    /**
     * Returns whether every node with that driver and kernel would fail as this one did, regardless of what else is on
     * it.
     */
    public static boolean ofThePair(String error) {
        return OTHER_KERNEL.line.matcher(error).find()
                || GPL_ONLY.line.matcher(error).find();
    }

    /** Returns {@code error} and, if known, what it means. */
    public static String sentence(String error) {
        return Arrays.stream(values())
                .filter(known -> known.line.matcher(error).find())
                .findFirst()
                .map(known -> error + " (" + known.cause + ")")
                .orElse(error);
    }
}
