package dev.slipway.facts.nvidia;

import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ErrorLines;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.Parser;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Any output of {@code dcgmi} and {@code nv-hostengine}, of DCGM 1 to 4; of several in one paste the worst decides. */
public final class DcgmiParser implements Parser {
    private static final Pattern HEALTH_EVENT =
            Pattern.compile("Detected a (WARNING|FAILURE|ERROR) in health system ([A-Za-z ]+): '?(.*?)'?$");
    private static final Pattern ON_GPU = Pattern.compile("\\bin GPU ([0-9]{1,4})\\b");

    private final DiagDemands demands;

    /** Asks of a diagnostic what its report announces. */
    public DcgmiParser() {
        this(DiagDemands.NONE);
    }

    DcgmiParser(DiagDemands demands) {
        this.demands = demands;
    }

    /** Returns whether only DCGM writes such a line. */
    public static boolean writes(String line) {
        return DcgmiPart.own(line);
    }

    @Override
    public ToolReport<?> parse(Output output) {
        return ErrorLines.notRun(output).orElseGet(() -> read(output));
    }

    private ToolReport<?> read(Output output) {
        List<DcgmiPart> parts = DcgmiPart.split(output);
        List<ToolReport<?>> reports = new ArrayList<>();
        for (DcgmiPart part : parts) {
            if (part.kind() != DcgmiPart.Kind.ERROR) {
                reports.add(part(part, output.only(part.lines())));
            }
        }
        boolean notRun = output.exit().stream().anyMatch(DcgmStatus::notRun);
        if (reports.size() == 1 && parts.size() == 1 && !notRun) {
            return reports.getFirst();
        }
        return together(parts, reports, output);
    }

    private ToolReport<?> part(DcgmiPart part, Output lines) {
        return switch (part.kind()) {
            case JSON -> json(part, lines);
            case DIAG -> DiagParser.table(lines, demands);
            case DISCOVERY -> DcgmiLists.discovery(lines);
            case LINK_ERRORS -> DcgmiLinks.errors(lines);
            case LINKS -> DcgmiLinks.states(lines);
            case MODULES -> DcgmiTables.modules(lines);
            case CONFIG -> DcgmSettings.parse(lines);
            case DMON -> DcgmiLists.dmon(lines);
            case HEALTH -> DcgmiTables.health(lines);
            case VERSION -> DcgmVersion.parse(lines);
            case LOG -> log(lines);
            case ERROR, OTHER -> unknown(lines);
        };
    }

    private ToolReport<?> json(DcgmiPart part, Output document) {
        boolean diag =
                document.text().contains("DCGM Diagnostic\"") || document.text().contains("DCGM GPU Diagnostic\"");
        return diag ? DiagParser.json(document, part.beside(), demands) : DcgmiTrees.parse(document, part.beside());
    }

    private static ToolReport<?> unknown(Output output) {
        Findings unknown = new Findings("unknown");
        output.written().forEach(unknown::unparsed);
        return unknown.verdict(ToolVerdict.UNKNOWN, "not an output of dcgmi that is known")
                .of(output);
    }

    /** Joins the reports: if only one part is no error, its facts are used directly; several are listed one by one. */
    private static ToolReport<?> together(List<DcgmiPart> parts, List<ToolReport<?>> reports, Output output) {
        List<ToolReport<?>> known = reports.stream()
                .filter(Predicate.not(report -> report.format().equals("unknown")))
                .toList();
        Findings found = new Findings(format(known, parts.isEmpty()));
        if (known.size() == 1) {
            found.facts().setAll(known.getFirst().facts());
        } else {
            known.forEach(report -> found.facts().withArray("parts").add(report.json()));
        }
        parts.stream()
                .filter(part -> part.kind() == DcgmiPart.Kind.ERROR)
                .forEach(part -> DcgmiErrors.weigh(part.lines(), found));
        output.exit().stream()
                .filter(DcgmStatus::notRun)
                .forEach(status -> found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, "exit status " + status));
        boolean errors = parts.stream().anyMatch(part -> part.kind() == DcgmiPart.Kind.ERROR);
        for (ToolReport<?> report : known.isEmpty() && !errors ? reports : known) {
            report.verdict().ifPresent(verdict -> found.verdict(verdict, ""));
            report.reasons().forEach(found::because);
            if (report.truncated()) {
                found.cut("a part of the output is incomplete");
            }
        }
        reports.forEach(report ->
                report.unparsed().forEach(line -> found.unparsed(new Output.Line(line.line(), line.text()))));
        if (parts.isEmpty()) {
            found.verdict(ToolVerdict.UNKNOWN, "the output is empty");
        }
        // Each part showed its end or has been reported without one.
        return found.complete().normalExits(DcgmStatus.ISOLATE_ERROR).of(output);
    }

    private static String format(List<ToolReport<?>> known, boolean empty) {
        if (known.isEmpty()) {
            return empty ? "empty" : "error";
        }
        return known.size() == 1 ? known.getFirst().format() : "several outputs of dcgmi";
    }

    /** Parses the log; its level is the engine's, and its line about a health system is the verdict. */
    private static ToolReport<?> log(Output output) {
        Findings found = new Findings("nv-hostengine log");
        for (Output.Line line : output.written()) {
            Matcher health = HEALTH_EVENT.matcher(line.text());
            if (health.find()) {
                var event = found.facts().withArray("health").addObject();
                event.put("severity", health.group(1)).put("system", health.group(2));
                event.put("text", Text.shorten(health.group(3), 300));
                Text.first(ON_GPU, line.text()).ifPresent(g -> event.put("gpu", Integer.parseInt(g)));
                found.verdict(
                        health.group(1).equals("WARNING") ? ToolVerdict.WARN : ToolVerdict.FAIL,
                        health.group(2) + ": " + health.group(3));
            } else if (!DcgmiPart.Kind.LOG.begins(line.text())) {
                found.unparsed(line);
            }
        }
        found.facts().put("lines", output.written().size());
        return found.of(output);
    }
}
