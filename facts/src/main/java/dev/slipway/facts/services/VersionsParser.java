package dev.slipway.facts.services;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Json;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the answers to {@code --version}: the container toolkit's, CUDA's, container engines', Slurm's, enroot's;
 * {@code nvidia-container-cli info}, and CUDA's {@code version.json}.
 */
public final class VersionsParser implements Parser {
    private static final String NUMBER = "v?([0-9]+(?:\\.[0-9]+){1,3}(?:[-~+.]?(?:rc|alpha|beta|p)[.-]?[0-9]*)?)";

    /** Recognises a tool by the line that names it. */
    private record Known(String tool, Pattern line) {
        Known(String tool, String line) {
            this(tool, Pattern.compile(line));
        }
    }

    private static final List<Known> KNOWN = List.of(
            new Known("nvidia-container-cli", "^cli-version: " + NUMBER),
            new Known("libnvidia-container", "^lib-version: " + NUMBER),
            new Known("nvidia-container-runtime", "^NVIDIA Container Runtime version " + NUMBER),
            new Known("nvidia-ctk", "^NVIDIA Container Toolkit CLI version " + NUMBER),
            new Known("nvidia-container-runtime-hook", "^NVIDIA Container Runtime Hook version " + NUMBER),
            new Known("runc", "^runc version " + NUMBER),
            new Known("containerd", "^containerd (?:github\\.com/containerd/containerd|containerd\\.io)\\S* " + NUMBER),
            new Known("docker", "^Docker version " + NUMBER),
            new Known("podman", "^podman version " + NUMBER),
            new Known("slurm", "^slurm(?:-wlm)? " + NUMBER),
            new Known("cuda", "\\brelease [0-9.]+, V" + NUMBER),
            new Known("fabric-manager", "^Fabric Manager version is : " + NUMBER),
            new Known("nvlsm", "^OpenSM " + NUMBER),
            new Known("mpi", "^mpirun \\((?:Open MPI|Intel)[^)]*\\) " + NUMBER),
            new Known("ofed", "^(?:MLNX_OFED_LINUX|OFED-internal|DOCA-OFED)-([0-9]+(?:[.-][0-9]+){1,6}):?$"),
            new Known("nvidia-driver", "^NVRM version: +" + NUMBER + "$"),
            new Known("cuda-driver", "^CUDA version: +" + NUMBER + "$"),
            new Known("nccl", "NCCL version " + NUMBER));
    /** Matches the report of {@code nvidia-container-cli info} on each GPU; the index begins one. */
    private static final Pattern DEVICE =
            Pattern.compile("(Device Index|Device Minor|Model|Brand|GPU UUID|Bus Location|Architecture): +(.*)");

    private static final Pattern MISSING =
            Pattern.compile("Command '([^']{1,64})' not found|(?:^|: )([\\w.-]{1,64}): (?:command )?not found");
    private static final Pattern BARE = Pattern.compile("^" + NUMBER + "$");
    private static final Pattern KEY = Pattern.compile(
            "(build (?:date|revision|compiler|platform|flags|user|tags|context)|commit|spec|go|libseccomp|libcrun"
                    + "|rundir|Git commit|Go version|OS/Arch|Built|API version|revision): ?(.*)");
    private static final Pattern KNOWN_PROSE =
            Pattern.compile("nvcc: NVIDIA.*|Copyright .*|Built on .*|Build cuda_.*|Cuda compilation tools.*"
                    + "|sudo apt(-get)? install .*|.*but can be installed with:");

    /** Returns the version that each tool names, by the name of the tool. */
    @Override
    public ToolReport<Map<String, String>> parse(Output output) {
        Findings found = new Findings("versions");
        Map<String, String> versions = new TreeMap<>();
        if (output.first().startsWith("{")) {
            document(found, versions, output);
            return end(found, versions, output);
        }
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher missing = MISSING.matcher(text);
            Matcher key = KEY.matcher(text);
            Matcher device = DEVICE.matcher(text);
            Optional<Known> known =
                    KNOWN.stream().filter(k -> k.line().matcher(text).find()).findFirst();
            if (known.isPresent()) {
                Text.first(known.get().line(), text)
                        .ifPresent(v -> version(found, versions, known.get().tool(), v));
                Text.first(Pattern.compile("^(slurm-wlm) "), text)
                        .ifPresent(n -> found.facts().put("slurmPackage", n));
            } else if (missing.find()) {
                String tool = missing.group(1) == null ? missing.group(2) : missing.group(1);
                found.facts().withArray("notFound").add(tool);
                found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, tool + " is not on the PATH");
            } else if (BARE.matcher(text).matches()) {
                found.facts().withArray("bare").add(Text.first(BARE, text).orElse(text));
            } else if (device.matches()) {
                device(found, device.group(1), device.group(2));
            } else if (key.matches()) {
                found.facts().withObjectProperty("build").put(key.group(1), key.group(2));
            } else if (!KNOWN_PROSE.matcher(text).matches()) {
                found.unparsed(line);
            }
        }
        return end(found, versions, output);
    }

    private static void device(Findings found, String key, String value) {
        ArrayNode devices = found.facts().withArray("devices");
        ObjectNode device = !key.equals("Device Index") && devices.path(devices.size() - 1) instanceof ObjectNode last
                ? last
                : devices.addObject();
        device.put(key, value);
    }

    /** Parses CUDA's {@code version.json}: each part with its name and its version. */
    private static void document(Findings found, Map<String, String> versions, Output output) {
        try {
            Json.read(output.text()).properties().forEach(part -> {
                String version = part.getValue().path("version").asText();
                if (!version.isEmpty()) {
                    version(found, versions, part.getKey().replace('_', '-'), version);
                }
            });
        } catch (JsonProcessingException e) {
            output.written().forEach(found::unparsed);
            found.verdict(ToolVerdict.UNKNOWN, "the JSON is not whole").cut("the output is incomplete");
        }
    }

    private static ToolReport<Map<String, String>> end(Findings found, Map<String, String> versions, Output output) {
        if (versions.isEmpty()
                && !found.facts().has("notFound")
                && !found.facts().has("bare")) {
            found.verdict(ToolVerdict.UNKNOWN, "no version in the output");
        }
        versions.forEach(found.facts().withObjectProperty("versions")::put);
        return found.of(output, Collections.unmodifiableMap(versions));
    }

    private static void version(Findings found, Map<String, String> versions, String tool, String version) {
        String before = versions.putIfAbsent(tool, version);
        if (before != null && !before.equals(version)) {
            found.verdict(ToolVerdict.UNKNOWN, "two versions of " + tool + ": " + before + " and " + version);
        }
    }
}
