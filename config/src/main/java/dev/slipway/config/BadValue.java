package dev.slipway.config;

/** Reports a value that its key does not accept; it becomes a {@link Problem} at its line. */
final class BadValue extends Exception {
    private static final long serialVersionUID = 1L;

    private final String sentence;
    private final String next;

    BadValue(String sentence, String next) {
        super(sentence);
        this.sentence = sentence;
        this.next = next;
    }

    String sentence() {
        return sentence;
    }

    String next() {
        return next;
    }

    /** Returns {@code value} as a message may show it: short, and never key material. */
    static String shown(String value) {
        if (value.contains("-----BEGIN") || value.contains("PRIVATE KEY")) {
            return "(key material, not shown)";
        }
        return value.length() > 60 || value.contains("\n")
                ? "`" + value.lines().findFirst().orElse("").substring(0, Math.min(20, firstLine(value))) + "…`"
                : "`" + value + "`";
    }

    private static int firstLine(String value) {
        return value.lines().findFirst().orElse("").length();
    }
}
