package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses {@code modinfo}, {@code /proc/driver/nvidia/version}, and the messages of modprobe, rmmod and insmod. */
public final class ModuleParser {
    private static final Pattern KEY = Pattern.compile("([a-z_]{2,24}):\\s+(.*?)\\s*");
    private static final Pattern SIGNATURE = Pattern.compile("\t\t[0-9A-F]{2}(?::[0-9A-F]{2})*:?");
    private static final Pattern FIRST_WORD = Pattern.compile("^(\\S+)");
    private static final Pattern NVRM = Pattern.compile("NVRM version:\\s*(.*)");
    private static final Pattern RELEASE = Pattern.compile("(?:^|\\s)([0-9]{2,4}(?:\\.[0-9]+){1,3})(?:\\s|$)");
    private static final Pattern COMPILER = Pattern.compile("GCC version:\\s*(.*)");
    private static final Pattern MODULE = Pattern.compile("(?i)module (?:alias )?'?([\\w-]+)'?");
    private static final Pattern DIRECTORY = Pattern.compile("in directory /(?:usr/)?lib/modules/(\\S+)");
    private static final Pattern USERS = Pattern.compile("in use by:?\\s+([\\w ,-]+)");
    private static final Pattern INSERTED =
            Pattern.compile("could not insert (?:module (?:\\S*/)?)?'?([\\w-]+)(?:\\.ko\\S*?)?'?:?(?:\\s+(.*))?$");
    private static final String OTHER = "other";
    private static final Pattern OWN = Pattern.compile("^(?:modprobe|rmmod|insmod): (?:ERROR|FATAL): ");
    private static final Map<String, String> CAUSES = causes(
            "not found", "not-found",
            "in use", "in-use",
            "Key was rejected by service", "key-rejected",
            "Required key not available", "key-rejected",
            "unavailable key is rejected", "key-rejected",
            "No such device", "no-device",
            "Unknown symbol", "unknown-symbol",
            "Exec format error", "wrong-kernel",
            "Invalid module format", "wrong-kernel",
            "Operation not permitted", "not-permitted",
            "not currently loaded", "not-loaded");

    /** Lists the known tags of modules; another tag is stored and also named. */
    private static final Set<String> TAGS = Set.of(
            "alias",
            "author",
            "depends",
            "description",
            "filename",
            "firmware",
            "import_ns",
            "intree",
            "license",
            "livepatch",
            "name",
            "parm",
            "parmtype",
            "retpoline",
            "rhelversion",
            "scmversion",
            "sig_hashalgo",
            "sig_id",
            "sig_key",
            "signature",
            "signer",
            "softdep",
            "srcversion",
            "staging",
            "supported",
            "vermagic",
            "version",
            "weakdep");

    private ModuleParser() {}

    /** Parses {@code modinfo MODULE}, completely or some of its keys. */
    public static ToolReport<ModuleFile> modinfo(Output output) {
        if (output.text().contains("modinfo: ERROR")) {
            Findings found = new Findings("kmod");
            complaints(found, output);
            if (!found.facts().path("error").asText().equals("not-found")) {
                found.verdict(ToolVerdict.UNKNOWN, "modinfo describes no module");
            }
            return found.of(output, ModuleFile.NONE);
        }
        Findings found = new Findings("modinfo");
        ObjectNode facts = found.facts();
        for (Output.Line line : output.written()) {
            Matcher key = KEY.matcher(line.text());
            boolean more = SIGNATURE.matcher(line.text()).matches() && facts.has("signature");
            if (!more && (!key.matches() || !TAGS.contains(key.group(1)))) {
                found.unparsed(line);
            }
            if (!key.matches()) {
                continue;
            }
            if (key.group(1).equals("firmware")
                    || key.group(1).equals("alias")
                    || key.group(1).equals("parm")) {
                facts.withArray(key.group(1)).add(key.group(2));
            } else if (!facts.has(key.group(1))) {
                facts.put(key.group(1), key.group(2));
            }
        }
        ModuleFile file = file(facts);
        if (!file.path().isEmpty()) {
            facts.put("delivery", file.delivery(List.of()).orElse("unknown"));
            facts.put("ownedByDkms", file.path().contains("/updates/dkms/"));
        }
        file.flavour().ifPresent(flavour -> facts.put("flavour", flavour));
        Text.first(FIRST_WORD, file.vermagic()).ifPresent(k -> facts.put("kernel", k));
        return found.of(output, file);
    }

    private static ModuleFile file(ObjectNode facts) {
        return new ModuleFile(
                facts.path("filename").asText(""),
                facts.path("version").asText(""),
                facts.path("license").asText(""),
                facts.path("vermagic").asText(""),
                facts.path("signer").asText(""),
                facts.path("firmware").valueStream().map(JsonNode::asText).toList());
    }

    /** Describes the running module: its version and its flavour. */
    public record Resident(String version, String flavour) {}

    /** Parses {@code /proc/driver/nvidia/version}: the loaded module. Its date is the builder's and is not read. */
    public static ToolReport<Resident> loaded(Output output) {
        Findings found = new Findings("proc-driver-version");
        for (Output.Line line : output.written()) {
            Optional<String> nvrm = Text.first(NVRM, line.text());
            Optional<String> compiler = Text.first(COMPILER, line.text());
            nvrm.flatMap(l -> Text.first(RELEASE, l)).ifPresent(v -> version(found, v));
            nvrm.ifPresent(
                    l -> found.facts().put("flavour", l.contains("Open Kernel Module") ? "open" : "proprietary"));
            compiler.ifPresent(c -> found.facts().put("compiler", c.strip()));
            if (nvrm.isEmpty() && compiler.isEmpty()) {
                found.unparsed(line);
            }
        }
        if (!found.facts().has("version")) {
            found.verdict(ToolVerdict.UNKNOWN, "no loaded driver is named");
        }
        ObjectNode facts = found.facts();
        return found.of(
                output,
                new Resident(
                        facts.path("version").asText(), facts.path("flavour").asText()));
    }

    private static void version(Findings found, String version) {
        String before = found.facts().path("version").asText(version);
        if (!before.equals(version)) {
            found.verdict(ToolVerdict.UNKNOWN, "two versions are named: " + before + " and " + version);
        }
        found.facts().put("version", version);
    }

    /** Parses the messages of modprobe, rmmod, insmod and modinfo; no output and exit 0 is success. */
    public static ToolReport<Set<String>> tools(Output output) {
        Findings found = new Findings("kmod");
        return found.of(output, complaints(found, output));
    }

    private static Map<String, String> causes(String... pairs) {
        Map<String, String> causes = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            causes.put(pairs[i], pairs[i + 1]);
        }
        return causes;
    }

    /** Returns the named causes: {@code key-rejected}, {@code wrong-kernel} and similar. */
    private static Set<String> complaints(Findings found, Output output) {
        ObjectNode facts = found.facts();
        Set<String> causes = new TreeSet<>();
        for (Output.Line line : output.written()) {
            Optional<String> cause = cause(line.text());
            cause.filter(c -> !c.equals(OTHER) || !facts.has("error")).ifPresent(c -> facts.put("error", c));
            if (cause.isEmpty()) {
                found.unparsed(line);
            }
            cause.ifPresent(causes::add);
            Matcher inserted = INSERTED.matcher(line.text());
            if (inserted.find()) {
                facts.put("module", inserted.group(1));
            } else if (cause.isPresent() && !facts.has("module") && line.text().contains(": ")) {
                Text.first(MODULE, line.text()).ifPresent(m -> facts.put("module", m));
            }
            Text.first(DIRECTORY, line.text()).ifPresent(k -> facts.put("kernel", k));
            cause.filter("not-found"::equals)
                    .ifPresent(none -> without(facts.withArray("modulesMissing"), line.text()));
            Text.first(USERS, line.text()).ifPresent(u -> {
                for (String user : u.strip().split("[ ,]+")) {
                    facts.withArray("usedBy").add(user);
                }
            });
            cause.ifPresent(c -> found.verdict(ToolVerdict.FAIL, line.text()));
        }
        facts.path("modulesMissing").forEach(missing -> found.because(missing.asText()));
        if (output.written().isEmpty()) {
            boolean done = output.exit().orElse(1) == 0;
            found.verdict(
                    done ? ToolVerdict.PASS : ToolVerdict.UNKNOWN,
                    done ? "" : "nothing was printed and the exit status is not 0 or not known");
        } else if (!facts.has("error")) {
            found.verdict(ToolVerdict.UNKNOWN, "not a message of modprobe, rmmod or insmod");
        }
        return causes;
    }

    /**
     * Notes the kernel without a module: both tools search all modules of one kernel, that of the directory they name,
     * or the running one.
     */
    private static void without(ArrayNode missing, String line) {
        Text.first(MODULE, line)
                .ifPresent(module -> missing.add("no " + module + " module for "
                        + Text.first(DIRECTORY, line)
                                .map(k -> "kernel " + k)
                                .orElse("the kernel that was asked about")));
    }

    private static Optional<String> cause(String line) {
        String words = line.toLowerCase(Locale.ROOT);
        return CAUSES.entrySet().stream()
                .filter(e -> words.contains(e.getKey().toLowerCase(Locale.ROOT)))
                .map(Map.Entry::getValue)
                .findFirst()
                .or(() -> Optional.of(OTHER).filter(other -> OWN.matcher(line).find()));
    }
}
