package dev.slipway.facts.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.Parser;
import dev.slipway.facts.output.ToolReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code lsmod}, whole or through grep. Of a module's reference count what its dependants do not explain are other users,
 * open device files for one: the module cannot be unloaded while there are any.
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
    public ToolReport parse(Output output) {
        Findings found = new Findings("lsmod");
        Map<String, Integer> others = new HashMap<>();
        for (Output.Line line : output.written()) {
            Matcher row = ROW.matcher(line.text());
            if (row.matches() && !row.group(3).equals("-")) {
                row(found.facts().withArray("modules").addObject(), row, others);
            } else if (!HEAD.matcher(line.text()).matches()) {
                found.unparsed(line);
            }
        }
        if (others.containsKey("nvidia")) {
            unloading(found.facts().putObject("nvidia"), others);
        } else if (!others.isEmpty()) {
            found.facts().putNull("nvidia");
        }
        return found.of(output);
    }

    private static void row(ObjectNode module, Matcher row, Map<String, Integer> others) {
        String users = row.group(4) == null ? "" : row.group(4);
        int references = Integer.parseInt(row.group(3));
        int dependants = 0;
        module.put("name", row.group(1))
                .put("size", Long.parseLong(row.group(2)))
                .put("refcount", references);
        module.putArray("usedBy");
        for (String user : users.split(",")) {
            if (!user.isEmpty() && !user.equals("-")) {
                module.withArray("usedBy").add(user);
                dependants++;
            }
        }
        int beyond = Math.max(0, references - dependants);
        module.put("otherUsers", beyond);
        others.putIfAbsent(row.group(1), beyond);
    }

    /** What would have to go, in order, and whether anything else holds it. */
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
