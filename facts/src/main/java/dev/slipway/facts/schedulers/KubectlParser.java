package dev.slipway.facts.schedulers;

import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code kubectl get nodes} in any width, {@code kubectl describe node}, and the output of {@code kubectl
 * cordon}, {@code drain} and {@code uncordon}; several of them in one paste. Only a drain shows its own end. Tables and
 * descriptions of other kinds are no nodes.
 */
public final class KubectlParser implements Parser {
    /** Matches what controllers that drain with kubectl's library write before its words. */
    private static final Pattern KLOG = Pattern.compile("^[IWEF][0-9]{4} [0-9:.]{8,16} +[0-9]{1,8} \\S+?:[0-9]{1,6}] ");

    private static final Pattern REASON = Pattern.compile("^Error from server \\((\\w+)\\): ");
    private static final Pattern SERVER = Pattern.compile("^Error from server\\b"
            + "|^Unable to connect to the server|^The connection to the server \\S+ was refused"
            + "|couldn't get current server API group list|^error: (?!unable to (?:drain|cordon|uncordon) node)");
    private static final Pattern YAML =
            Pattern.compile("^(?:apiVersion: v1|kind: (?:Node|NodeList|List)|\\{ *\"apiVersion\": .*)$");

    /** Lists the outputs of one paste. */
    private enum Kind {
        NODES("kubectl get nodes"),
        DESCRIBE("kubectl describe node"),
        DRAIN("kubectl drain"),
        ERROR("error");

        private final String format;

        Kind(String format) {
            this.format = format;
        }
    }

    /** Returns whether only kubectl, or its library, writes such a line. */
    public static boolean writes(String line) {
        String text = withoutPrefix(line);
        return KubectlNodes.head(text)
                || KubectlDescribe.own(text)
                || KubectlDrain.sure(text)
                || text.startsWith("Error from server");
    }

    private static String withoutPrefix(String line) {
        Matcher klog = KLOG.matcher(line);
        return klog.find() ? line.substring(klog.end()) : line;
    }

    @Override
    public ToolReport<?> parse(Output output) {
        Reader first = new Reader(new Findings("unknown"), output);
        output.written().forEach(first::take);
        Reader reader = new Reader(new Findings(first.format()), output);
        output.written().forEach(reader::take);
        return reader.end().of(output);
    }

    private static final class Reader {
        private final Findings found;
        private final KubectlNodes nodes;
        private final KubectlDescribe describe;
        private final KubectlDrain drain;
        private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        private final List<Output.Line> description = new ArrayList<>();
        private boolean described;

        Reader(Findings found, Output output) {
            this.found = found;
            this.nodes = new KubectlNodes(found, output);
            this.describe = new KubectlDescribe(found, output);
            this.drain = new KubectlDrain(found);
        }

        void take(Output.Line line) {
            String text = withoutPrefix(line.text());
            if (described && text.startsWith(" ") && describe.detail(text)) {
                description.add(line);
                return;
            }
            if (describe.section(text)) {
                described(line, text);
            } else if (KubectlDrain.own(text) || drain.listed(text)) {
                described = false;
                kinds.add(Kind.DRAIN);
                drain.take(text);
            } else if (SERVER.matcher(text).find()) {
                kinds.add(Kind.ERROR);
                server(text);
            } else if (nodes.take(line)) {
                described = false;
                kinds.add(Kind.NODES);
            } else {
                other(line);
            }
        }

        private void described(Output.Line line, String text) {
            if (text.startsWith("Name:")) {
                description.clear();
            }
            described = true;
            description.add(line);
            kinds.add(Kind.DESCRIBE);
        }

        /** Takes back what was read as a node and is something else. */
        private void takeBack() {
            description.forEach(found::unparsed);
            description.clear();
            described = false;
            if (!found.facts().has("nodes")) {
                kinds.remove(Kind.DESCRIBE);
            }
        }

        private void server(String text) {
            String error = switch (Text.first(REASON, text).orElse("")) {
                case "NotFound" -> "not-found";
                case "Forbidden" -> "forbidden";
                case "Unauthorized" -> "unauthorized";
                default -> text.contains("logged in to the server") ? "unauthorized" : "server";
            };
            found.facts().put("error", error);
            found.verdict(
                    ToolVerdict.INFRASTRUCTURE_ERROR,
                    text.contains("API group list") ? "the API server did not answer" : text.strip());
        }

        private void other(Output.Line line) {
            if (described && describe.other()) {
                takeBack();
            }
            found.unparsed(line);
            if (YAML.matcher(line.text()).matches()) {
                found.verdict(
                        ToolVerdict.UNKNOWN,
                        "YAML and JSON of nodes are not read: take 'kubectl get nodes' or 'kubectl describe node'");
            } else if (line.text().strip().equals("...")) {
                found.cut("lines were left out at line " + line.number());
            }
        }

        private String format() {
            return switch (kinds.size()) {
                case 0 -> "unknown";
                case 1 -> kinds.iterator().next().format;
                default ->
                    kinds.contains(Kind.ERROR) && kinds.size() == 2
                            ? kinds.iterator().next().format
                            : "several outputs of kubectl";
            };
        }

        Findings end() {
            describe.close();
            nodes.close();
            if (drain.close() && kinds.equals(EnumSet.of(Kind.DRAIN))) {
                found.complete();
            }
            if (kinds.isEmpty()) {
                found.verdict(ToolVerdict.UNKNOWN, "not an output of kubectl that is known");
            }
            return found;
        }
    }
}
