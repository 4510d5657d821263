package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Classifies the errors of {@code nvidia-smi}. They are on stdout as often as on stderr. */
public final class SmiErrors {
    private static final Pattern BDF =
            Pattern.compile("(?i)GPU ?(?:[0-9]{1,3}: ?)?([0-9A-F]{3,8}:[0-9A-F]{2}:[0-9A-F]{2}\\.[0-7])");
    private static final Pattern LIBRARY = Pattern.compile("NVML library version: ([0-9.]+)");

    /** Lists the words of a row or a section in place of a value, without the brackets of rows. */
    private static final Map<String, String> CELLS = Map.of(
            "gpu requires reset", "reset-required",
            "gpu is lost", "gpu-lost",
            "unknown error", "unknown-error",
            "err!", "err",
            "error", "err",
            "timeout", "timeout",
            "driver not loaded", "driver-not-loaded",
            "insufficient permissions", "insufficient-permissions");

    private static final String INITIALS =
            CELLS.keySet().stream().map(word -> word.substring(0, 1)).distinct().collect(Collectors.joining());

    /** Holds the words of a sentence whose rest names the problem, and its text for a person. */
    private record Sentence(String words, Pattern said, String text) {
        Sentence(String words, String rest, String text) {
            this(words, Pattern.compile(words + rest), text);
        }

        Optional<String> in(String line) {
            return line.contains(words)
                    ? Text.first(said, line).map(named -> text.replace("%", Text.shorten(named, 80)))
                    : Optional.empty();
        }
    }

    private static final List<Sentence> SENTENCES = List.of(
            new Sentence("device handle for GPU", " ?([0-9A-Fa-f:.]+): GPU is lost", "GPU % is lost"),
            new Sentence("device handle for GPU", " ?(.{1,80})", "no handle for GPU %"),
            new Sentence("Failed to initialize NVML: ", "(.+)", "NVML does not start: %"),
            new Sentence("NVIDIA-SMI has failed", "(.*)", "nvidia-smi has failed%"));

    /** Lists values that describe their whole GPU, and so all other values. */
    private static final Set<String> OF_THE_GPU = Set.of("reset-required", "gpu-lost", "err");

    private static final Set<String> WHOLE_SENTENCE = Set.of("version-mismatch", "no-devices", "driver-not-reachable");

    private static final Map<String, String> BRIEF = Map.of(
            "version-mismatch", "driver/library version mismatch",
            "no-devices", "the driver finds no GPU",
            "driver-not-reachable", "nvidia-smi cannot reach the driver",
            "gpu-lost", "a GPU is lost",
            "reset-required", "a GPU requires a reset",
            "unknown-error", "a GPU answers with an unknown error",
            "err", "a reading is ERR!",
            "inforom-corrupted", "the infoROM of a GPU is corrupted");

    private static final Pattern BELONGS = Pattern.compile(
            "(?i)Make sure that the latest NVIDIA driver.*|.*Reboot the system.*|please also try adding.*");

    private SmiErrors() {}

    /** Returns whether the text is an error and holds no row beside it. */
    static boolean only(Output output) {
        List<Output.Line> lines = output.written();
        boolean rows = lines.stream()
                .anyMatch(l -> SmiError.in(l.text()).isEmpty()
                        && l.text().contains(", ")
                        && !BELONGS.matcher(l.text().strip()).matches());
        boolean cells = lines.stream()
                .anyMatch(l -> l.text().contains("], [") || l.text().contains(", ["));
        return !rows
                && !cells
                && lines.stream().anyMatch(l -> SmiError.in(l.text()).isPresent());
    }

    /**
     * Returns why this is no full answer, in one line: an error in place of the output, beside it, or in place of one
     * of its values. Empty if it shows none.
     */
    public static Optional<String> reason(Output output) {
        Set<String> seen = new HashSet<>();
        for (Output.Line line : output.lines()) {
            String text = line.text();
            int colon = valued(text);
            // Eight GPUs have each heading eight times.
            Optional<String> reason =
                    colon > 0 ? inValue(text, colon) : seen.add(text) ? sentence(text) : Optional.empty();
            if (reason.isPresent()) {
                String library = Text.first(LIBRARY, output.text())
                        .map(version -> " (library " + version + ")")
                        .orElse("");
                return Optional.of(reason.get() + library);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> brief(String line) {
        int colon = valued(line);
        return colon > 0 ? inValue(line, colon) : sentence(line);
    }

    /** A value of a report that the driver could not read does not affect the others. */
    private static Optional<String> inValue(String line, int colon) {
        // The name of a process may be any words.
        return ofTheGpu(line.substring(colon + 3))
                .filter(kind -> !line.substring(0, colon).strip().equals("Name"))
                .map(BRIEF::get);
    }

    private static Optional<String> sentence(String line) {
        Optional<String> kind = SmiError.in(line).map(SmiError::kind).or(() -> inRow(line));
        if (kind.filter(WHOLE_SENTENCE::contains).isPresent()) {
            return kind.map(BRIEF::get);
        }
        for (Sentence sentence : SENTENCES) {
            Optional<String> said = sentence.in(line);
            if (said.isPresent()) {
                return said;
            }
        }
        return kind.map(known -> BRIEF.getOrDefault(known, known + ": " + Text.shorten(line, 120)));
    }

    /** Returns where the key of a value of a report ends; -1 for any other line. */
    private static int valued(String line) {
        if (line.isEmpty() || !Character.isWhitespace(line.charAt(0))) {
            return -1;
        }
        int colon = line.indexOf(" : ");
        return colon > 0 && !line.substring(0, colon).isBlank() ? colon : -1;
    }

    private static Optional<String> ofTheGpu(String value) {
        return value.contains("[Unknown Error]")
                ? Optional.of("unknown-error")
                : inRow(value).filter(OF_THE_GPU::contains);
    }

    /** Returns an error in a cell of a row. */
    private static Optional<String> inRow(String line) {
        if (line.contains("ERR!")) {
            return Optional.of("err");
        }
        if (line.indexOf(',') < 0) {
            return inCell(line);
        }
        return SmiCsv.cells(line).stream()
                .map(SmiErrors::inCell)
                .flatMap(Optional::stream)
                .findFirst();
    }

    static ToolReport<?> parse(Output output) {
        Findings found = new Findings("error");
        ObjectNode facts = found.facts();
        for (Output.Line line : output.written()) {
            String text = line.text().strip();
            Matcher library = LIBRARY.matcher(text);
            if (library.find()) {
                facts.put("libraryVersion", library.group(1));
            } else if (!note(found, text) && !BELONGS.matcher(text).matches()) {
                found.unparsed(line);
            }
        }
        output.exit().ifPresent(exit -> facts.put("exitStatus", exit));
        return found.of(output);
    }

    /** Takes an error out of one line: into the facts, with its verdict; false if the line is none. */
    static boolean note(Findings found, String text) {
        Optional<SmiError> known = SmiError.in(text);
        if (known.isEmpty()) {
            return false;
        }
        ObjectNode facts = found.facts();
        if (!facts.has("error")) {
            facts.put("error", known.get().kind());
            if (!known.get().next().isEmpty()) {
                facts.put("next", known.get().next());
            }
        }
        ObjectNode error =
                facts.withArray("errors").addObject().put("kind", known.get().kind());
        Matcher gpu = BDF.matcher(text);
        if (gpu.find()) {
            error.put("gpu", Pci.address(gpu.group(1)));
            facts.put("gpu", Pci.address(gpu.group(1)));
        }
        error.put("text", Text.shorten(text, 200));
        found.doubt(brief(text).orElse(text)).verdict(known.get().verdict(), Text.shorten(text, 200));
        return true;
    }

    /** Returns the kind of error that a cell of a row, or a value of a section, shows in place of a value. */
    public static Optional<String> inCell(String cell) {
        String shown = cell.strip();
        boolean bracketed = shown.startsWith("[") && shown.endsWith("]") && shown.length() > 2;
        String bare = bracketed ? shown.substring(1, shown.length() - 1) : shown;
        // Nearly every value begins with another letter than these words.
        if (bare.isEmpty() || INITIALS.indexOf(Character.toLowerCase(bare.charAt(0))) < 0) {
            return Optional.empty();
        }
        for (Map.Entry<String, String> word : CELLS.entrySet()) {
            if (word.getKey().equalsIgnoreCase(bare)) {
                return Optional.of(word.getValue());
            }
        }
        return Optional.empty();
    }

    /** Returns what an error in place of a value means for the node. */
    static ToolVerdict ofCell(String kind) {
        return kind.equals("insufficient-permissions") || kind.equals("timeout")
                ? ToolVerdict.INFRASTRUCTURE_ERROR
                : ToolVerdict.FAIL;
    }
}
