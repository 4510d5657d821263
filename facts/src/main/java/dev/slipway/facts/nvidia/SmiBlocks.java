package dev.slipway.facts.nvidia;

import dev.slipway.facts.Pci;
import dev.slipway.facts.tool.Output.Line;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Splits the text of {@code nvidia-smi -q} by GPU: each value under its full path ({@code Remapped Rows/Pending}),
 * since one key occurs in several parts. In any quotation, an indented line belongs to the GPU above it, and any other
 * is {@linkplain #foreign foreign}.
 */
public final class SmiBlocks {
    private static final int MAX_GPUS = 1_024;
    private static final int DEEPEST = 16;
    static final Pattern GPU = Pattern.compile("GPU ([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7])\\s*");
    private static final Pattern HEAD =
            Pattern.compile("(?i)=*\\s*NVSMI LOG\\s*=*|vGPU Driver Capability|.{1,80} :(?: .*)?");

    /** Finds the keys that may have lines of their own beneath them although they have a value. */
    private static final Pattern PARENT = Pattern.compile("(?:.*HW Slowdown|Process ID)\\s+: .*");

    /** Holds one GPU: its values by path, its own address under {@code Address}, and its sections in their order. */
    public record Block(Map<String, String> values, Set<String> sections) {
        static Block of(String address) {
            Map<String, String> values = new LinkedHashMap<>();
            values.put("Address", Pci.address(address));
            return new Block(values, new LinkedHashSet<>());
        }

        /** Puts a repeated section, such as one of several MIG devices, under a name of its own. */
        private String section(String key) {
            String name = key;
            for (int before = 1; !sections.add(name); before++) {
                name = key + " #" + before;
            }
            return name;
        }
    }

    private record Level(int indent, String path) {}

    private final Map<String, String> head = new LinkedHashMap<>();
    private final List<Block> gpus = new ArrayList<>();
    private final List<Line> foreign = new ArrayList<>();
    private final Deque<Level> levels = new ArrayDeque<>();
    private int margin;
    private String above = "";
    private boolean valuedAbove;
    private int indentAbove;
    private boolean gap;
    private boolean open;

    private SmiBlocks() {}

    /** Returns everything in the lines, without judging whether it is complete. */
    public static SmiBlocks of(List<Line> lines) {
        SmiBlocks blocks = new SmiBlocks();
        blocks.margin = margin(lines);
        for (Line line : lines) {
            String body = line.text().strip();
            if (!body.isEmpty()) {
                blocks.take(line, body);
            }
        }
        return blocks;
    }

    /** Returns the values before the first GPU. */
    public Map<String, String> head() {
        return head;
    }

    /** Returns the GPUs in their order. */
    public List<Block> gpus() {
        return gpus;
    }

    /** Returns the values of the GPUs in their order. */
    public List<Map<String, String>> values() {
        return gpus.stream().map(Block::values).toList();
    }

    /** Returns the lines outside the report. */
    public List<Line> foreign() {
        return foreign;
    }

    /**
     * Returns whether a line is missing above another that is indented deeper, or the last line is a heading without
     * any.
     */
    boolean gap() {
        return gap;
    }

    /** Returns whether the last line is a heading without content. */
    boolean open() {
        return open;
    }

    /** Returns by how much all is indented: the least of the headings of the GPUs. */
    private static int margin(List<Line> lines) {
        int margin = Integer.MAX_VALUE;
        for (Line line : lines) {
            String text = line.text();
            if (text.contains("GPU ") && GPU.matcher(text.strip()).matches()) {
                margin = Math.min(margin, indent(text));
            }
        }
        return margin == Integer.MAX_VALUE ? 0 : margin;
    }

    private static int indent(String line) {
        int indent = 0;
        while (indent < line.length() && Character.isWhitespace(line.charAt(indent))) {
            indent++;
        }
        return indent;
    }

    private void take(Line line, String body) {
        int indent = indent(line.text()) - margin;
        if (indent <= 0 && gpus.size() < MAX_GPUS && GPU.matcher(body).matches()) {
            gpus.add(Block.of(body.substring("GPU ".length())));
            levels.clear();
            above = "";
            valuedAbove = false;
            indentAbove = indent;
            open = true;
        } else if (gpus.isEmpty()) {
            head(line, body);
        } else if (indent > 0) {
            inside(gpus.getLast(), body, indent);
        } else {
            foreign.add(line);
        }
    }

    private void head(Line line, String body) {
        int colon = body.indexOf(" : ");
        if (!HEAD.matcher(body).matches()) {
            foreign.add(line);
        } else if (colon >= 0) {
            head.putIfAbsent(
                    body.substring(0, colon).strip(), body.substring(colon + 3).strip());
        }
    }

    private void inside(Block gpu, String body, int indent) {
        boolean empty = body.endsWith(" :");
        int value = body.indexOf(" : ");
        int colon = empty ? body.length() - 2 : value;
        String key = (colon < 0 ? body : body.substring(0, colon)).strip();
        while (!levels.isEmpty() && levels.getLast().indent() >= indent) {
            levels.removeLast();
        }
        gap |= indent > indentAbove && valuedAbove && !PARENT.matcher(above).matches();
        gap |= indent <= indentAbove && !valuedAbove && !above.isEmpty() && !above.endsWith(" :");
        String name = levels.isEmpty() ? gpu.section(key) : key;
        if (colon >= 0) {
            gpu.values()
                    .putIfAbsent(
                            path(name), empty ? "" : body.substring(colon + 3).strip());
        } else if (levels.size() < DEEPEST) {
            levels.addLast(new Level(indent, path(name)));
        }
        open = colon < 0;
        above = body;
        valuedAbove = value >= 0;
        indentAbove = indent;
    }

    private String path(String key) {
        return levels.isEmpty() ? key : levels.getLast().path() + "/" + key;
    }
}
