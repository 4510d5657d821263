package dev.slipway.activities.bench;

import dev.slipway.config.Config;
import dev.slipway.facts.probe.SavedOutputs;
import dev.slipway.model.Baseline;
import dev.slipway.model.node.NodeRef;
import dev.slipway.rules.triage.RoutingInput;
import dev.slipway.rules.triage.TriageResult;
import dev.slipway.rules.triage.TriageTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads saved outputs of many nodes from disk, parses them and routes each. Prints a line a pass: which, seconds, CPU
 * seconds, nodes; then how many nodes each row took, and the memory at its peak.
 */
public final class OurDiagnosis {
    private OurDiagnosis() {}

    /** Arguments: the folder of folders, the configuration, the baseline's id, passes over all nodes. */
    public static void main(String[] args) throws IOException {
        List<Path> folders;
        try (Stream<Path> entries = Files.list(Path.of(args[0]))) {
            folders = entries.sorted().toList();
        }
        Baseline baseline = Config.load(Path.of(args[1])).baseline(args[2]).orElseThrow();
        Map<String, Integer> rows = new TreeMap<>();
        for (int pass = 0; pass < Integer.parseInt(args[3]); pass++) {
            rows.clear();
            double busy = cpuSeconds();
            long start = System.nanoTime();
            for (Path folder : folders) {
                rows.merge(diagnosed(folder, baseline).row(), 1, Integer::sum);
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    "%s %.3f %.2f %d%n", pass == 0 ? "cold" : "warm", seconds, cpuSeconds() - busy, folders.size());
        }
        rows.forEach((row, nodes) -> System.out.println("row " + row + " " + nodes));
        System.out.println("peak " + peakKilobytes());
    }

    private static TriageResult diagnosed(Path folder, Baseline baseline) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path file : entries.toList()) {
                files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
            }
        }
        NodeRef node = new NodeRef("bench", String.valueOf(folder.getFileName()));
        return TriageTable.route(
                RoutingInput.of(SavedOutputs.read(node, Instant.now(), files).facts(), baseline));
    }

    private static double cpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1e3;
    }

    private static String peakKilobytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .findFirst()
                .orElse("0");
    }
}
