package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Dkms;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Parses {@code dkms status} of DKMS 2 and 3: one build per line. The line for the running kernel decides, which is not
 * named here.
 */
public final class DkmsParser implements Parser {
    /** Matches DKMS's remarks in brackets: {@code original_module exists}, or a warning. */
    private static final Pattern REMARK = Pattern.compile("\\(([^()]{1,200})\\)\\s*$");

    private static final Pattern ERROR = Pattern.compile("^\\s*(?:Error! |dkms: )");

    private static final Pattern BUILD = Pattern.compile(
            "(?:Bad return status for module build on kernel:|Build of \\S+ failed for:|build failed for kernel"
                    + "|^Autoinstall on (?=\\S+ failed for)) ?(\\S+)");
    /** Matches what is wrong with a module of the node, and not with the call. */
    private static final Pattern BROKEN =
            Pattern.compile("failed to install during autoinstall|Missing the module source directory");

    /** Begins what DKMS 3 writes of its own configuration. */
    private static final String REMARKED = "Deprecated feature";

    private static final Pattern LOG = Pattern.compile("(/var/lib/dkms/\\S+/make\\.log)");

    /** Returns every build; unknown as soon as one line is not understood. */
    public static Reading<List<Dkms>> builds(Output output) {
        return new DkmsParser().parse(output).whole();
    }

    /** Takes every build as the value; an empty output shows that DKMS has no module. */
    @Override
    public ToolReport<List<Dkms>> parse(Output output) {
        Findings found = new Findings("dkms status");
        found.facts().putArray("builds");
        List<Dkms> builds = new ArrayList<>();
        for (Output.Line line : output.written()) {
            Optional<Dkms> build = Dkms.of(line.text());
            if (ERROR.matcher(line.text()).find() || BUILD.matcher(line.text()).find()) {
                found.facts().put("error", Text.shorten(line.text(), 200));
                failed(found, line.text().strip());
            }
            Text.first(LOG, line.text()).ifPresent(log -> found.facts().put("log", log));
            if (build.isEmpty() && !line.text().startsWith(REMARKED)) {
                found.unparsed(line);
            }
            build.ifPresent(one -> {
                builds.add(one);
                build(found, one, line.text());
            });
        }
        conclude(found);
        return found.of(output, List.copyOf(builds));
    }

    /** Concludes that no kernel has NVIDIA's module from DKMS, if DKMS knows it and has built it for none. */
    private static void conclude(Findings found) {
        Set<String> kernels = new TreeSet<>();
        boolean known = false;
        for (JsonNode build : found.facts().path("builds")) {
            if (build.path("module").asText().startsWith("nvidia")) {
                known = true;
                if (Set.of("built", "installed").contains(build.path("state").asText())) {
                    kernels.add(build.path("kernel").asText());
                }
            }
        }
        if (known) {
            kernels.forEach(found.facts().putArray("nvidiaBuiltFor")::add);
        }
        if (known && kernels.isEmpty()) {
            found.verdict(ToolVerdict.FAIL, "DKMS has NVIDIA's module and has built it for no kernel");
        }
    }

    /** Weighs an error: a module that does not build is the node's fault; any other error is the caller's. */
    private static void failed(Findings found, String error) {
        Text.first(BUILD, error)
                .ifPresent(
                        kernel -> found.facts().put("failure", "build-failed").put("kernel", kernel));
        boolean node = BUILD.matcher(error).find() || BROKEN.matcher(error).find();
        found.verdict(node ? ToolVerdict.FAIL : ToolVerdict.INFRASTRUCTURE_ERROR, error);
    }

    private static void build(Findings found, Dkms build, String line) {
        ObjectNode node = found.facts()
                .withArray("builds")
                .addObject()
                .put("module", build.module())
                .put("version", build.version())
                .put("kernel", build.kernel())
                .put("state", build.state())
                .put("warning", build.warned());
        Text.first(REMARK, line).ifPresent(remark -> node.put("remark", remark));
        if (build.state().startsWith("broken")) {
            found.verdict(
                    ToolVerdict.FAIL, build.module() + " " + build.version() + " is broken: its source is missing");
        }
        if (build.warned()) {
            found.verdict(
                    ToolVerdict.WARN,
                    build.module() + " " + build.version() + " for " + build.kernel()
                            + ": the built module is not the installed one");
        }
    }
}
