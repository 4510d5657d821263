package dev.slipway.activities.evidence;

import java.util.List;
import java.util.regex.Pattern;

/** Takes secrets out of text that is kept: what follows a telling name, and what is a key or token by its own form. */
public final class Secrets {
    private static final String MASK = "[masked]";

    private record Rule(Pattern pattern, String replacement) {
        static Rule of(String regex, String replacement) {
            return new Rule(Pattern.compile(regex, Pattern.CASE_INSENSITIVE), replacement);
        }
    }

    private static final List<Rule> RULES = List.of(
            Rule.of("(?s)-----BEGIN ([A-Z0-9 ]{0,40})PRIVATE KEY-----.*?(-----END \\1PRIVATE KEY-----|\\z)", MASK),
            Rule.of("\\b(authorization\\s*[:=]\\s*(?:bearer|basic|token)?\\s*)[^\\s\"',;]+", "$1" + MASK),
            Rule.of("\\b(bearer\\s+)[A-Za-z0-9._~+/=-]{8,}", "$1" + MASK),
            Rule.of(
                    "([A-Za-z0-9_.-]*(?:passw(?:or)?d|passphrase|passwd|secret|token|api[_-]?key|access[_-]?key"
                            + "|private[_-]?key|credential)[A-Za-z0-9_.-]*[\"']?\\s*(?:[:=]\\s*|\\s--?\\s*))"
                            + "(\"[^\"\\n]*\"|'[^'\\n]*'|[^\\s\"',;&]+)",
                    "$1" + MASK),
            Rule.of("(--?(?:password|passwd|token|secret|api-key)[ =])\\S+", "$1" + MASK),
            Rule.of("([a-z][a-z0-9+.-]{1,20}://[^\\s/:@]{0,64}:)[^\\s/@]+(@)", "$1" + MASK + "$2"),
            Rule.of("\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b", MASK),
            Rule.of("\\bgh[pousr]_[A-Za-z0-9]{20,}\\b", MASK),
            Rule.of("\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*", MASK));

    private Secrets() {}

    /** The text with every secret that we know how to see replaced by {@code [masked]}. */
    public static String mask(String text) {
        String masked = text;
        for (Rule rule : RULES) {
            masked = rule.pattern.matcher(masked).replaceAll(rule.replacement);
        }
        return masked;
    }
}
