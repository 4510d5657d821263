package dev.slipway.activities.spi;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of text that is kept: what follows a telling name, what a program takes as its password, and what
 * is a key or token by its own form. Its time is linear in the length of any text: no pattern begins where an attempt
 * of its own has just failed, and none gives back what it took.
 */
public final class Secrets {
    private static final String MASK = "[masked]";

    /** What a secret straddles that is cut: longer than any token, so that the rest of it is seen and masked. */
    private static final int MARGIN = 8_192;

    /** {@code mark}: what every match contains, so that a text without it need not be searched. */
    private record Rule(String mark, Pattern pattern, String replacement) {
        static Rule of(String regex, String replacement) {
            return new Rule("", Pattern.compile(regex), replacement);
        }

        static Rule anyCase(String regex, String replacement) {
            return new Rule("", Pattern.compile(regex, Pattern.CASE_INSENSITIVE), replacement);
        }

        Rule where(String marked) {
            return new Rule(marked, pattern, replacement);
        }

        String applied(String text) {
            return text.contains(mark) ? pattern.matcher(text).replaceAll(replacement) : text;
        }
    }

    private static final Rule PRIVATE_KEY =
            Rule.of("(?s)-----BEGIN ([A-Z0-9 ]{0,40})PRIVATE KEY-----.*?(-----END \\1PRIVATE KEY-----|\\z)", MASK);

    private static final List<Rule> RULES = List.of(
            Rule.anyCase(
                    "\\b(authorization\\s*+[:=]\\s*+(?:(?:bearer|basic|token)\\b\\s*+)?+)[^\\s\"',;]++", "$1" + MASK),
            Rule.anyCase("\\b(bearer\\s++)[A-Za-z0-9._~+/=-]{8,}+", "$1" + MASK),
            Rule.anyCase("(--?(?:password|passwd|token|secret|api-key)[ =])\\S++", "$1" + MASK),
            Rule.anyCase(
                            "((?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}+://[^\\s/:@]{0,64}+:)[^\\s/@]++(@)",
                            "$1" + MASK + "$2")
                    .where("://"),
            // curl and others: user and password in one word.
            Rule.of("((?<![^\\s])(?:-u|--user|--proxy-user)[ =]?+[\"']?+[^\\s:\"'=/]{1,64}+:)[^\\s\"']++", "$1" + MASK),
            // Passwords right behind the option: not a port, and not an option of several letters.
            Rule.of("((?<![^\\s])-p)(?![0-9:./-]++(?![^\\s]))(?=[^\\s]{0,64}[A-Z0-9])[^\\s]{6,}+", "$1" + MASK),
            Rule.of("\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b", MASK),
            Rule.of(
                    "(?=[ghnsx])(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_|glpat-|hf_|nvapi-|sk-|xox[abeoprs]-)"
                            + "[A-Za-z0-9_-]{20,}+",
                    MASK),
            Rule.of("(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]*+", MASK)
                    .where("eyJ"));

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.-]++");

    private static final Pattern TELLING = Pattern.compile(
            "passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential");

    private static final Pattern VALUE = Pattern.compile(
            "([\"']?+(?:\\s*+[:=]\\s*+|\\s++--?+\\s*+))" + "(?:\"[^\"\\n]*+\"?+|'[^'\\n]*+'?+|[^\\s\"',;&]++)");

    private static final Pattern PROGRAM =
            Pattern.compile("\\b(mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass|ipmitool|redis-cli)\\s");

    private Secrets() {}

    /** The text with every secret that we know how to see replaced by {@code [masked]}. */
    public static String mask(String text) {
        String masked = ofPrograms(named(PRIVATE_KEY.applied(text)));
        for (Rule rule : RULES) {
            masked = rule.applied(masked);
        }
        return masked;
    }

    /** The first {@code most} characters of it, masked, and that it was cut; only as much is looked at as is needed. */
    public static String mask(String text, int most) {
        String masked = mask(text.substring(0, Math.min(text.length(), most + MARGIN)));
        return masked.length() > most ? masked.substring(0, most) + "…" : masked;
    }

    /** What follows a word with a telling part, behind a colon, an equals sign or a dash. */
    private static String named(String text) {
        StringBuilder out = new StringBuilder(text.length());
        Matcher word = WORD.matcher(text);
        Matcher value = VALUE.matcher(text);
        int done = 0;
        while (word.find(done)) {
            out.append(text, done, word.end());
            done = word.end();
            boolean tells =
                    TELLING.matcher(word.group().toLowerCase(Locale.ROOT)).find();
            if (tells && value.region(done, text.length()).lookingAt()) {
                out.append(value.group(1)).append(MASK);
                done = value.end();
            }
        }
        return out.append(text, done, text.length()).toString();
    }

    /** Options that are a password to the programs that have them. */
    private static String ofPrograms(String text) {
        StringBuilder out = new StringBuilder(text.length());
        Matcher program = PROGRAM.matcher(text);
        int done = 0;
        while (program.find(done)) {
            int end = text.indexOf('\n', program.end());
            int line = end < 0 ? text.length() : end;
            String option = switch (program.group(1)) {
                case "sshpass" -> "-p ?+";
                case "ipmitool" -> "-P ?+";
                case "redis-cli" -> "-a ";
                default -> "-p";
            };
            out.append(text, done, program.end());
            out.append(Rule.of("((?<![^\\s])" + option + ")[^\\s]++", "$1" + MASK)
                    .applied(text.substring(program.end(), line)));
            done = line;
        }
        return out.append(text, done, text.length()).toString();
    }
}
