package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.ToolReport;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code modinfo}, {@code /proc/driver/nvidia/version}, and what modprobe, rmmod and insmod say. */
public final class ModuleParser {
    private static final Pattern KEY = Pattern.compile("([a-z_]{2,24}):\\s+(.*?)\\s*");
    private static final Pattern NVRM = Pattern.compile("NVRM version:\\s*(.*)");
    private static final Pattern RELEASE = Pattern.compile("(?:^|\\s)([0-9]{2,4}(?:\\.[0-9]+){1,3})(?:\\s|$)");
    private static final Pattern COMPILER = Pattern.compile("GCC version:\\s*(.*)");
    private static final Pattern MODULE = Pattern.compile("(?i)module '?([\\w-]+)'?");
    private static final Pattern DIRECTORY = Pattern.compile("in directory /(?:usr/)?lib/modules/(\\S+)");
    private static final Pattern USERS = Pattern.compile("in use by:?\\s+([\\w ,-]+)");
    private static final Pattern INSERTED =
            Pattern.compile("could not insert (?:module (?:\\S*/)?)?'?([\\w-]+)(?:\\.ko\\S*?)?'?:?(?:\\s+(.*))?$");
    private static final Map<String, String> CAUSES = Map.of(
            "not found", "not-found",
            "in use", "in-use",
            "Key was rejected by service", "key-rejected",
            "Required key not available", "key-rejected",
            "unavailable key is rejected", "key-rejected",
            "No such device", "no-device",
            "Unknown symbol", "unknown-symbol",
            "Exec format error", "wrong-kernel",
            "Operation not permitted", "not-permitted",
            "not currently loaded", "not-loaded");

    /** What modules tell of themselves; another tag is kept, and named besides. */
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

    /** {@code modinfo MODULE}, whole or some keys of it. */
    public static ToolReport modinfo(Output output) {
        if (output.text().contains("modinfo: ERROR")) {
            return tools(output);
        }
        Findings found = new Findings("modinfo");
        ObjectNode facts = found.facts();
        for (Output.Line line : output.written()) {
            Matcher key = KEY.matcher(line.text());
            if (!key.matches() || !TAGS.contains(key.group(1))) {
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
        String path = facts.path("filename").asText("");
        if (!path.isEmpty()) {
            facts.put("delivery", delivery(path));
            facts.put("ownedByDkms", path.contains("/updates/dkms/"));
        }
        if (facts.has("license")) {
            facts.put("flavour", facts.path("license").asText().equals("NVIDIA") ? "proprietary" : "open");
        }
        Text.first(Pattern.compile("^(\\S+)"), facts.path("vermagic").asText(""))
                .ifPresent(k -> facts.put("kernel", k));
        return found.of(output);
    }

    private static String delivery(String path) {
        if (path.contains("/updates/dkms/")) {
            return "dkms";
        }
        if (path.contains("/kernel/drivers/video/")) {
            return "runfile";
        }
        return path.contains("/kernel/nvidia-") || path.contains("/extra/") || path.contains("/weak-updates/")
                ? "precompiled"
                : "unknown";
    }

    /** {@code /proc/driver/nvidia/version}: the module that is loaded. Its date is the builder's and is not read. */
    public static ToolReport loaded(Output output) {
        Findings found = new Findings("proc-driver-version");
        for (Output.Line line : output.written()) {
            Optional<String> nvrm = Text.first(NVRM, line.text());
            Optional<String> compiler = Text.first(COMPILER, line.text());
            nvrm.flatMap(l -> Text.first(RELEASE, l))
                    .ifPresent(v -> found.facts().put("version", v));
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
        return found.of(output);
    }

    /** What modprobe, rmmod, insmod and modinfo complain about; nothing printed and exit 0 is success. */
    public static ToolReport tools(Output output) {
        Findings found = new Findings("kmod");
        ObjectNode facts = found.facts();
        for (Output.Line line : output.written()) {
            Optional<String> cause = cause(line.text());
            cause.ifPresentOrElse(c -> facts.put("error", c), () -> found.unparsed(line));
            Matcher inserted = INSERTED.matcher(line.text());
            if (inserted.find()) {
                facts.put("module", inserted.group(1));
            } else if (cause.isPresent() && !facts.has("module") && line.text().contains(": ")) {
                Text.first(MODULE, line.text()).ifPresent(m -> facts.put("module", m));
            }
            Text.first(DIRECTORY, line.text()).ifPresent(k -> facts.put("kernel", k));
            Text.first(USERS, line.text()).ifPresent(u -> {
                for (String user : u.strip().split("[ ,]+")) {
                    facts.withArray("usedBy").add(user);
                }
            });
            cause.ifPresent(c -> found.verdict(ToolVerdict.FAIL, line.text()));
        }
        if (output.written().isEmpty()) {
            boolean done = output.exit().orElse(1) == 0;
            found.verdict(
                    done ? ToolVerdict.PASS : ToolVerdict.UNKNOWN,
                    done ? "" : "nothing was printed and the exit status is not 0 or not known");
        } else if (!facts.has("error")) {
            found.verdict(ToolVerdict.UNKNOWN, "not a message of modprobe, rmmod or insmod");
        }
        return found.of(output);
    }

    private static Optional<String> cause(String line) {
        return CAUSES.entrySet().stream()
                .filter(e -> line.contains(e.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
