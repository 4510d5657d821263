package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.output.Findings;
import dev.slipway.facts.output.Output;
import dev.slipway.facts.output.ToolReport;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The errors of {@code nvidia-smi}, told apart. They stand on stdout as often as on stderr. */
final class SmiErrors {
    private static final ToolVerdict FAIL = ToolVerdict.FAIL;
    private static final ToolVerdict TOOL = ToolVerdict.INFRASTRUCTURE_ERROR;

    /** One error: its kind, what it means for the node, and the words that it is known by. */
    private record Known(String kind, ToolVerdict verdict, String next, Pattern words) {
        Known(String kind, ToolVerdict verdict, String next, String words) {
            this(kind, verdict, next, Pattern.compile("(?i)" + words));
        }
    }

    private static final List<Known> KNOWN = List.of(
            new Known(
                    "version-mismatch",
                    FAIL,
                    "load the module of the installed version",
                    "Driver/library version mismatch"),
            new Known("no-devices", FAIL, "look for the GPUs on the bus", "No devices (?:were )?found"),
            new Known("driver-not-reachable", FAIL, "load the driver", "couldn't communicate with the NVIDIA driver"),
            new Known("driver-not-loaded", FAIL, "load the driver", "Driver Not Loaded|NVIDIA driver is not loaded"),
            new Known("gpu-lost", FAIL, "reboot the node", "GPU is lost|GPU has fallen off the bus"),
            new Known("inforom-corrupted", FAIL, "look at this GPU", "infoROM is corrupted|corrupted infoROM"),
            new Known("no-power", FAIL, "look at the power cables of the GPU", "Insufficient External Power"),
            new Known("no-interrupt", FAIL, "look at the kernel log", "Interrupt Request Issue"),
            new Known(
                    "reset-in-use",
                    FAIL,
                    "stop what holds the GPU",
                    "In use by another client|device(?:s)? (?:is|are) currently being used|being used by (?:some other|one or more other|another) process"),
            new Known("reset-required", FAIL, "reset the GPU", "GPU requires reset"),
            new Known("reset-refused", FAIL, "do what the reason says, or reboot the node", SmiReset.REFUSED),
            new Known(
                    "insufficient-permissions",
                    TOOL,
                    "permissions of the device files, not the hardware",
                    "Insufficient Permissions"),
            new Known("no-handle", FAIL, "look at this GPU", "Unable to (?:determine|detect) the device handle"),
            new Known(
                    "library-not-found",
                    FAIL,
                    "install the driver's libraries",
                    "NVIDIA-SMI couldn't find libnvidia-ml|NVML Shared Library Not Found|Function Not Found"),
            new Known("timeout", TOOL, "ask again", "NVML: Timeout|: Timed? ?out"),
            new Known(
                    "unknown-error",
                    TOOL,
                    "in a container: it lost access to the devices; the host may be well",
                    "Unknown Error"),
            new Known("out-of-memory", TOOL, "ask again", "Insufficient (?:Memory|Resources)"),
            new Known(
                    "failed",
                    FAIL,
                    "",
                    "NVIDIA-SMI has failed|Failed to initialize NVML|Failed to properly shut down NVML"));

    private static final Pattern BDF =
            Pattern.compile("(?i)GPU ?(?:[0-9]{1,3}: ?)?([0-9A-F]{3,8}:[0-9A-F]{2}:[0-9A-F]{2}\\.[0-7])");
    private static final Pattern LIBRARY = Pattern.compile("NVML library version: ([0-9.]+)");

    /** What a row or a section says in place of a value, without the brackets that rows set around it. */
    private static final Map<String, String> CELLS = Map.of(
            "gpu requires reset", "reset-required",
            "gpu is lost", "gpu-lost",
            "unknown error", "unknown-error",
            "err!", "err",
            "error", "err",
            "timeout", "timeout",
            "driver not loaded", "driver-not-loaded",
            "insufficient permissions", "insufficient-permissions");

    private static final Pattern BELONGS = Pattern.compile(
            "(?i)Make sure that the latest NVIDIA driver.*|.*Reboot the system.*|please also try adding.*");

    private SmiErrors() {}

    /** Whether the text is an error and holds no row beside it. */
    static boolean only(Output output) {
        List<Output.Line> lines = output.written();
        boolean rows = lines.stream()
                .anyMatch(l -> kind(l.text()).isEmpty()
                        && l.text().contains(", ")
                        && !BELONGS.matcher(l.text().strip()).matches());
        boolean cells = lines.stream()
                .anyMatch(l -> l.text().contains("], [") || l.text().contains(", ["));
        return !rows && !cells && lines.stream().anyMatch(l -> kind(l.text()).isPresent());
    }

    static boolean is(String line) {
        return kind(line).isPresent();
    }

    private static Optional<Known> kind(String line) {
        return KNOWN.stream().filter(k -> k.words().matcher(line).find()).findFirst();
    }

    static ToolReport parse(Output output) {
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

    /** Takes an error out of one line: into the facts, with its verdict; false where the line is none. */
    static boolean note(Findings found, String text) {
        Optional<Known> known = kind(text);
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
        found.verdict(known.get().verdict(), Text.shorten(text, 200));
        return true;
    }

    /** The kind of error that a cell of a row, or a value of a section, says in place of a value. */
    static Optional<String> inCell(String cell) {
        String bare = cell.strip().toLowerCase(Locale.ROOT);
        boolean bracketed = bare.startsWith("[") && bare.endsWith("]") && bare.length() > 2;
        return Optional.ofNullable(CELLS.get(bracketed ? bare.substring(1, bare.length() - 1) : bare));
    }

    /** What an error in place of a value means for the node. */
    static ToolVerdict ofCell(String kind) {
        return kind.equals("insufficient-permissions") || kind.equals("timeout") ? TOOL : FAIL;
    }
}
