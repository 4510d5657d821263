package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code mokutil --sb-state}, {@code --test-key} and {@code --list-enrolled}, long and {@code --short}. Its
 * words decide: the exit status of {@code --test-key} has changed its meaning between releases.
 *
 * @see <a href="https://github.com/lcp/mokutil/blob/master/src/mokutil.c">mokutil.c</a>
 */
public final class MokutilParser implements Parser {
    private static final Map<String, String> STATES = Map.of(
            "SecureBoot enabled", "enabled",
            "SecureBoot disabled", "disabled",
            "This system doesn't support Secure Boot", "disabled",
            "EFI variables are not supported on this system", "disabled",
            "no EFI", "disabled");

    private static final Map<Pattern, String> KEYS = new LinkedHashMap<>();

    static {
        key("CA of (.+) is already enrolled", "ca-enrolled");
        key("CA of (.+) is blocked", "ca-blocked");
        key("(.+) is not enrolled", "not-enrolled");
        key("(.+) is already enrolled", "enrolled");
        key("(.+) is already in the enrollment request", "to-be-enrolled");
        key("(.+) is already in (?:the built-in trusted keyring|db)", "trusted");
        key("(.+) is blocked in (?:dbx|MokListX)", "blocked");
    }

    private static final Pattern NUMBER = Pattern.compile("\\[key ([0-9]{1,4})]");
    private static final Map<String, String> FIELDS = Map.of(
            "Owner", "owner",
            "SHA1 Fingerprint", "sha1Fingerprint",
            "Subject", "subject",
            "Issuer", "issuer",
            "Not After", "notAfter",
            "Not Before", "notBefore");
    private static final Pattern FIELD =
            Pattern.compile("\\s*(Owner|SHA1 Fingerprint|Subject|Issuer|Not After *|Not Before): ?(.*)");
    private static final Pattern SHORT = Pattern.compile("([0-9a-f]{10}) (.+)");
    /** Matches an enrolled hash, which replaces a certificate. */
    private static final Pattern HASH = Pattern.compile(" {2}(?:\\[SHA[0-9]+]|[0-9a-f]{40,128})");

    private static final Pattern HEAD = Pattern.compile("Certificate:|\\[(?:MokListRT|MokListXRT|PK|KEK|db|dbx)]");
    private static final Pattern EMPTY = Pattern.compile("Mok(?:List|ListX)?(?:RT|New|Del)? is empty");

    private static void key(String words, String state) {
        KEYS.put(Pattern.compile("(?:SKIP: )?" + words), state);
    }

    /** Returns the state of Secure Boot: {@code enabled} or {@code disabled}. */
    @Override
    public ToolReport<String> parse(Output output) {
        Findings found = new Findings("mokutil");
        ObjectNode facts = found.facts();
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Optional<String> state = Optional.ofNullable(STATES.get(text));
            if (state.isPresent()) {
                state(found, state.get(), text);
            } else if (text.equals("SecureBoot validation is disabled in shim")) {
                facts.put("validation", false);
            } else if (text.equals("Platform is in Setup Mode")) {
                facts.put("setupMode", true);
            } else if (text.startsWith("Failed to ") || text.startsWith("Cannot determine ")) {
                found.verdict(ToolVerdict.UNKNOWN, text);
            } else if (!tested(facts, text) && !enrolled(facts, line)) {
                found.unparsed(line);
            }
        }
        if (facts.isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, "not an output of mokutil that is known");
        }
        boolean answers = facts.has("secureBoot") || facts.has("tested");
        found.normalExits(answers ? 1 : 0, answers ? 255 : 0);
        if (!facts.has("secureBoot")) {
            found.doubt("the state of Secure Boot is not shown");
        }
        return found.of(output, facts.path("secureBoot").asText());
    }

    private static void state(Findings found, String state, String text) {
        String before = found.facts().path("secureBoot").asText(state);
        if (!before.equals(state)) {
            found.verdict(ToolVerdict.UNKNOWN, "Secure Boot is " + before + " and " + state);
        }
        found.facts().put("secureBoot", state);
        if (text.contains("support") || text.equals("no EFI")) {
            found.facts().put("supported", false);
        }
    }

    private static boolean tested(ObjectNode facts, String text) {
        for (Map.Entry<Pattern, String> key : KEYS.entrySet()) {
            Matcher words = key.getKey().matcher(text);
            if (words.matches()) {
                facts.withArray("tested")
                        .addObject()
                        .put("file", words.group(1))
                        .put("state", key.getValue());
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether the line belongs to a certificate, as openssl prints it; an indented line without a known field
     * does.
     */
    private static boolean enrolled(ObjectNode facts, Output.Line line) {
        String text = line.text().strip();
        ArrayNode keys = facts.path("keys") instanceof ArrayNode before ? before : facts.arrayNode();
        Optional<String> number = Text.first(NUMBER, text);
        Matcher shortly = SHORT.matcher(text);
        Matcher field = FIELD.matcher(line.text());
        if (number.isPresent() || shortly.matches()) {
            ObjectNode key = keys.addObject();
            number.ifPresent(n -> key.put("number", Integer.parseInt(n)));
            if (number.isEmpty()) {
                key.put("id", shortly.group(1)).put("name", shortly.group(2));
            }
            facts.set("keys", keys);
            return true;
        } else if (EMPTY.matcher(text).matches()) {
            facts.withArray("keys");
            return true;
        } else if (keys.isEmpty()) {
            return HEAD.matcher(text).matches();
        }
        if (field.matches() && keys.get(keys.size() - 1) instanceof ObjectNode key) {
            key.put(FIELDS.get(field.group(1).strip()), field.group(2).strip());
        }
        return field.matches()
                || line.text().startsWith("    ")
                || HASH.matcher(line.text()).matches()
                || HEAD.matcher(text).matches();
    }
}
