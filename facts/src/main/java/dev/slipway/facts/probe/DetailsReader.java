package dev.slipway.facts.probe;

import dev.slipway.facts.Dkms;
import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.DkmsParser;
import dev.slipway.facts.nvidia.SmiLists;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.GpuFindings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a node reports beyond the facts that decisions use. What other sources report about it is not in its
 * answer.
 */
record DetailsReader(Answers answers, Reading<SmiGpus> smi, Reading<SmiQuery> query, Reading<Nvlinks> links) {
    private static final Pattern COLLECTED = Pattern.compile("version ([0-9a-z]{1,40}) t0 ([0-9]{1,11})");
    private static final Pattern BOOT_TIME = Pattern.compile("^btime ([0-9]{1,11})\\s*$");
    private static final String ONLY_THE_NODE = "only the node itself was asked";

    NodeDetails details() {
        return new NodeDetails(
                answers.read("collector", DetailsReader::collected),
                bootedAt(),
                gpus(),
                builds(),
                answers.read("initramfs", Initramfs::parse),
                new NodeDetails.OnGpus(
                        answers.smi("smi-list", DetailsReader::migDevices),
                        answers.read("gpu-jobs", GpuClients::parse)),
                new NodeDetails.Outside(Reading.unknown(ONLY_THE_NODE), Reading.unknown(ONLY_THE_NODE)));
    }

    /** Returns every module that DKMS manages, for every kernel. */
    Reading<List<NodeDetails.ModuleBuild>> builds() {
        return answers.parsed("dkms", DkmsParser::builds)
                .map(builds -> builds.stream().map(DetailsReader::build).toList());
    }

    /** Returns when the node booted, as its kernel counts. */
    Reading<Instant> bootedAt() {
        return answers.read(
                "boot-time",
                text -> Text.first(BOOT_TIME, text)
                        .map(seconds -> Reading.of(Instant.ofEpochSecond(Long.parseLong(seconds))))
                        .orElseGet(() -> Reading.unknown("no btime in: " + Text.shorten(text, 80))));
    }

    private static Reading<NodeDetails.Collected> collected(String text) {
        Matcher said = COLLECTED.matcher(text.strip());
        return said.matches()
                ? Reading.of(
                        new NodeDetails.Collected(said.group(1), Instant.ofEpochSecond(Long.parseLong(said.group(2)))))
                : Reading.unknown("not a version and T0: " + Text.shorten(text, 80));
    }

    /** Returns the profile of each MIG device; none if no GPU is partitioned. */
    static Reading<List<String>> migDevices(Output output) {
        Reading<List<SmiLists.Listed>> gpus = SmiLists.gpus(output).whole();
        return gpus.map(List::isEmpty).or(false)
                ? Reading.unknown("no GPU in: " + Text.shorten(output.text(), 80))
                : gpus.map(listed ->
                        listed.stream().flatMap(gpu -> gpu.profiles().stream()).toList());
    }

    private static NodeDetails.ModuleBuild build(Dkms line) {
        return new NodeDetails.ModuleBuild(
                line.module(),
                line.version(),
                line.kernel(),
                line.warned() ? line.state() + " (warned)" : line.state());
    }

    private Map<String, Map<String, Reading<String>>> gpus() {
        Map<String, Map<String, Reading<String>>> gpus = new TreeMap<>();
        for (SmiGpus.Row row : smi.map(SmiGpus::rows).or(List.of())) {
            Map<String, Reading<String>> parts = new TreeMap<>();
            Reading<GpuReport> report = query.map(q -> GpuReport.of(q, row.bdf()));
            GpuReport.NAMES.forEach((name, key) -> parts.put(
                    name, report.value().map(r -> r.part(key)).orElseGet(() -> Reading.unknown(report.error()))));
            parts.put(
                    "sramUncorrectable",
                    report.value().map(GpuReport::sramUncorrectable).orElseGet(() -> Reading.unknown(report.error())));
            parts.put(GpuFindings.DETAIL, health(row.bdf()));
            parts.put(
                    "nvlinkActive",
                    links.value()
                            .map(found -> found.activeOf(row.uuid()))
                            .orElseGet(() -> Reading.unknown(links.error())));
            gpus.put(row.bdf(), parts);
        }
        return gpus;
    }

    /** Returns what a GPU reports against itself; unknown where the report is cut, as {@code slipway parse} says. */
    private Reading<String> health(String bdf) {
        String cut = query.map(SmiQuery::cut).or("");
        return cut.isEmpty()
                ? query.value()
                        .map(report -> GpuReport.of(report, bdf).health())
                        .orElseGet(() -> Reading.unknown(query.error()))
                : Reading.unknown("smi-q: " + cut);
    }
}
