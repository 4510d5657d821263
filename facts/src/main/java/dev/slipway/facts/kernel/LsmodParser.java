package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.model.facts.LoadState.Loaded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code lsmod}, completely or through grep. The part of a module's reference count that its dependants do not
 * explain are other users, such as open device files: the module cannot be unloaded while there are any.
 */
public final class LsmodParser implements Parser {
    private static final Pattern HEAD = Pattern.compile("Module\\s+Size\\s+Used by\\s*");
    private static final Pattern ROW = Pattern.compile(
            "(\\w[\\w-]*)\\s+([0-9]{1,15})\\s+(-?[0-9]{1,9}|-)(?:\\s+([\\w,-]+))?(?:\\s+\\[[a-z]+])?\\s*");
    private static final List<String> NVIDIA = List.of(
            "nvidia_uvm",
            "nvidia_drm",
            "nvidia_modeset",
            "nvidia_peermem",
            "nv_peer_mem",
            "nvidia_fs",
            "gdrdrv",
            "nvidia_vgpu_vfio",
            "nvidia");

    @Override
    public ToolReport<List<Loaded>> parse(Output output) {
        Findings found = new Findings("lsmod");
        List<Loaded> modules = new ArrayList<>();
        Map<String, Integer> others = new HashMap<>();
        for (Output.Line line : output.written()) {
            Matcher row = ROW.matcher(line.text());
            if (row.matches() && !row.group(3).equals("-")) {
                Loaded module = module(row);
                modules.add(module);
                row(found.facts().withArray("modules").addObject(), module, Long.parseLong(row.group(2)), others);
            } else if (!HEAD.matcher(line.text()).matches()) {
                found.unparsed(line);
            }
        }
        if (output.written().isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, "the answer is empty");
        }
        if (others.containsKey("nvidia")) {
            unloading(found.facts().putObject("nvidia"), others);
        } else if (!others.isEmpty()) {
            found.facts().putNull("nvidia");
        }
        return found.of(output, List.copyOf(modules));
    }

    private static Loaded module(Matcher row) {
        String users = Optional.ofNullable(row.group(4)).orElse("");
        List<String> by = Arrays.stream(users.split(","))
                .filter(user -> !user.isEmpty() && !user.equals("-"))
                .toList();
        return new Loaded(row.group(1), Integer.parseInt(row.group(3)), by);
    }

    private static void row(ObjectNode node, Loaded module, long size, Map<String, Integer> others) {
        node.put("name", module.name()).put("size", size).put("refcount", module.uses());
        module.usedBy().forEach(node.putArray("usedBy")::add);
        int beyond = Math.max(0, module.uses() - module.usedBy().size());
        node.put("otherUsers", beyond);
        others.putIfAbsent(module.name(), beyond);
    }

    /** Lists what would have to be unloaded, in order, and whether anything else holds it. */
    private static void unloading(ObjectNode nvidia, Map<String, Integer> others) {
        List<String> held = new ArrayList<>();
        for (String module : NVIDIA) {
            if (others.containsKey(module)) {
                nvidia.withArray("unloadOrder").add(module);
                if (others.getOrDefault(module, 0) > 0) {
                    held.add(module);
                }
            }
        }
        nvidia.put("unloadable", held.isEmpty());
        held.forEach(nvidia.putArray("inUse")::add);
    }
}
