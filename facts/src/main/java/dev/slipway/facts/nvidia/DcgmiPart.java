package dev.slipway.facts.nvidia;

import dev.slipway.facts.tool.ErrorLines;
import dev.slipway.facts.tool.Output;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Is one output of one command of {@code dcgmi}: people paste several, and the engine's own errors occur among all of
 * them. {@code beside} are lines around a document of JSON; around other parts they are among its lines.
 */
record DcgmiPart(Kind kind, List<Output.Line> lines, List<Output.Line> beside) {
    private static final Pattern BORDER = Pattern.compile("\\+[-=+]*\\+?");

    /**
     * Classifies a part, by a line that begins one. {@code again}: a line that begins a second one of the same kind.
     */
    enum Kind {
        LOG("^(?:[0-9-]+[ T][0-9:.]+ )?(?:ERROR|WARN|INFO|DEBUG|FATAL|VERB) +\\[[0-9]+:[0-9]+]"),
        ERROR("^\\s*(?:Error|ERROR|PARSE ERROR): |^(?!\\s*[|+{\"]).*(?:Return: \\(?-?[0-9]{1,4}\\b"
                + "|[Uu]nable to (?:connect|establish|complete)|[Hh]ost ?engine (?:connection )?(?:is )?"
                + "(?:invalid|lost|not running|disconnected)|[Ll]ost connection)"),
        JSON("^\\s*\\{\\s*(?:\"|$)|\\{\\s*\"[A-Za-z _]+\"\\s*:"),
        DIAG(
                "^Successfully ran diagnostic|^\\|\\s*Diagnostic +\\|\\s*Result"
                        + "|^[|+]-----  (?:Metadata|Deployment|Hardware|Integration|Stress)  -+\\+-+[|+]",
                "^Successfully ran diagnostic|^\\|\\s*Diagnostic +\\|\\s*Result"),
        DISCOVERY("^[0-9]{1,6} GPUs? found"),
        LINK_ERRORS("NVLINK Error Counts", "NVLINK Error Counts"),
        LINKS("NvLink Link Status|^\\s*gpuId [0-9]+:\\s*$", "NvLink Link Status"),
        MODULES("List Modules", "List Modules"),
        CONFIG("^\\|[^|]+\\|\\s*(?:Target|TARGET CONFIGURATION)\\s*\\|"),
        DMON("^\\s*#\\s?Entity\\b"),
        HEALTH(
                "Health Monitor Report|Overall Health|Health watches not enabled|Health monitor systems set",
                "Health Monitor Report|Health watches not enabled"),
        VERSION("(?i)^(?:dcgmi\\s+)?version\\s*: ?[0-9]"),
        OTHER("(?!)");

        private final Pattern begins;
        private final Pattern again;

        Kind(String begins) {
            this(begins, "(?!)");
        }

        Kind(String begins, String again) {
            this.begins = Pattern.compile(begins);
            this.again = Pattern.compile(again);
        }

        boolean begins(String line) {
            return begins.matcher(line).find();
        }

        private static Kind of(String line) {
            for (Kind kind : values()) {
                if (kind.begins(line)) {
                    return kind;
                }
            }
            return OTHER;
        }
    }

    /** Kinds of which the first line names DCGM or is drawn by nobody else. */
    private static final Set<Kind> OWN = EnumSet.of(
            Kind.LOG,
            Kind.DIAG,
            Kind.DISCOVERY,
            Kind.LINK_ERRORS,
            Kind.LINKS,
            Kind.MODULES,
            Kind.CONFIG,
            Kind.DMON,
            Kind.HEALTH);

    /** Returns whether only DCGM begins an output with this line. */
    static boolean own(String line) {
        return OWN.stream().anyMatch(kind -> kind.begins(line));
    }

    /**
     * Returns all parts in their order; errors are one part, the last. An output without any known line is one part.
     */
    static List<DcgmiPart> split(Output output) {
        Splitter splitter = new Splitter();
        output.written().forEach(splitter::take);
        return splitter.split();
    }

    private static final class Splitter {
        private final List<DcgmiPart> parts = new ArrayList<>();
        private final List<Output.Line> errors = new ArrayList<>();
        private List<Output.Line> lines = new ArrayList<>();
        private List<Output.Line> beside = new ArrayList<>();
        private Kind kind = Kind.OTHER;
        private boolean quoted;
        private int depth;

        void take(Output.Line line) {
            Kind begun = depth > 0 ? Kind.JSON : Kind.of(line.text());
            if (depth > 0) {
                document(line);
            } else if (begun == Kind.ERROR || lost(begun, line.text())) {
                errors.add(line);
            } else if (begun == Kind.OTHER || (begun == kind && !another(line.text()))) {
                (kind == Kind.JSON ? beside : lines).add(line);
            } else {
                begin(begun, line);
            }
        }

        /** Returns whether a launcher, or the shell around it, reports in a separate line that a process was lost. */
        private static boolean lost(Kind begun, String line) {
            return begun == Kind.OTHER && !line.strip().startsWith("|") && ErrorLines.lost(line);
        }

        /**
         * Returns whether this line begins a second output of the kind that is read: its title, with rows before it.
         */
        private boolean another(String line) {
            return kind == Kind.JSON
                    || (kind.again.matcher(line).find() && lines.stream().anyMatch(before -> row(before.text())));
        }

        private static boolean row(String line) {
            String text = line.strip();
            return text.startsWith("|") || text.matches("[UDX_](?: [UDX_])*");
        }

        private void begin(Kind next, Output.Line line) {
            List<Output.Line> before = new ArrayList<>();
            if (kind == Kind.OTHER) {
                before = lines;
                lines = new ArrayList<>();
            } else if (line.text().strip().startsWith("|") && !lines.isEmpty() && border(lines.getLast())) {
                before.add(lines.removeLast());
            }
            end();
            kind = next;
            if (next == Kind.JSON) {
                beside = before;
                document(line);
            } else {
                lines = before;
                lines.add(line);
            }
        }

        private static boolean border(Output.Line line) {
            return BORDER.matcher(line.text().strip()).matches();
        }

        /**
         * Counts braces outside of strings. A second document on the line of the last brace is left to break the first.
         */
        private void document(Output.Line line) {
            String rest = line.text();
            for (int i = depth == 0 ? rest.indexOf('{') : 0; i < rest.length(); i++) {
                char c = rest.charAt(i);
                if (quoted && c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = !quoted;
                } else if (!quoted && (c == '{' || c == '}')) {
                    depth += c == '{' ? 1 : -1;
                    if (depth == 0 && rest.indexOf('{', i) < 0) {
                        lines.add(new Output.Line(line.number(), rest.substring(0, i + 1)));
                        behind(new Output.Line(line.number(), rest.substring(i + 1)));
                        return;
                    }
                }
            }
            lines.add(line);
        }

        private void behind(Output.Line rest) {
            if (!rest.blank()) {
                beside.add(rest);
            }
        }

        private void end() {
            if (!lines.isEmpty()) {
                parts.add(new DcgmiPart(kind, List.copyOf(lines), List.copyOf(beside)));
            }
            lines = new ArrayList<>();
            beside = new ArrayList<>();
            quoted = false;
            depth = 0;
        }

        List<DcgmiPart> split() {
            end();
            if (!errors.isEmpty()) {
                parts.add(new DcgmiPart(Kind.ERROR, List.copyOf(errors), List.of()));
            }
            return List.copyOf(parts);
        }
    }
}
