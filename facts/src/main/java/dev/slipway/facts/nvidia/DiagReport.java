package dev.slipway.facts.nvidia;

import dev.slipway.facts.tool.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the report of one run of {@code dcgmi diag}, from any layout. {@code gpus} is 0 if the layout does not show it;
 * {@code faults} are errors of the tool itself; {@code cut} states why the report is incomplete, empty if it is
 * complete.
 */
public record DiagReport(List<Test> tests, int gpus, List<String> faults, String cut) {

    /** Returns the report in this output, as JSON or as a table; empty if it holds none. Never throws. */
    static Optional<DiagReport> of(Output output) {
        return DiagJson.parse(output.text()).or(() -> DiagTable.of(output).report());
    }

    /** Holds one test by its name in one form, {@code memory_bandwidth}, with all results and its remarks. */
    public record Test(String name, List<Result> results, List<Remark> remarks, List<String> infos) {
        Test(String name) {
            this(normal(name), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        /** Counts GPUs with their own result. */
        public long gpusTested() {
            return results.stream().flatMap(r -> r.gpus().stream()).distinct().count();
        }

        public boolean all(Status status) {
            return !results.isEmpty() && results.stream().allMatch(r -> r.status() == status);
        }

        public boolean any(Status status) {
            return results.stream().anyMatch(r -> r.status() == status);
        }

        /**
         * Returns whether a test failed as a whole although every GPU passed, by its own words an error of the tool.
         */
        public boolean toolError() {
            boolean gpuPassed = results.stream().anyMatch(r -> !r.gpus().isEmpty())
                    && results.stream().filter(r -> !r.gpus().isEmpty()).allMatch(r -> r.status() == Status.PASS);
            return gpuPassed && remarks.stream().anyMatch(r -> r.text().contains("internal error during the test"));
        }
    }

    /** Holds a status for these GPUs; for all that the run covers if {@code gpus} is empty. */
    public record Result(Status status, Set<Integer> gpus) {}

    /** Describes a warning with DCGM's severity (0 to 6; -1 if the layout has none). */
    public record Remark(String text, int severity) {
        String meaning() {
            return switch (severity) {
                case 2 -> " (isolate)";
                case 4 -> " (triage)";
                case 5 -> " (configuration)";
                case 6 -> " (reset)";
                default -> "";
            };
        }
    }

    /** Lists the status words of all layouts. */
    public enum Status {
        PASS,
        WARN,
        SKIP,
        FAIL,
        STRANGE;

        static Status of(String word) {
            return switch (word.strip().toLowerCase(Locale.ROOT)) {
                case "pass" -> PASS;
                case "warn" -> WARN;
                case "skip" -> SKIP;
                case "fail" -> FAIL;
                default -> STRANGE;
            };
        }
    }

    /**
     * Returns one name for a test across releases: {@code GPU Memory} is {@code memory}, {@code EUD Test} is {@code
     * eud}.
     */
    static String normal(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s-]+", "_");
        return plain.replaceFirst("^gpu_memory$", "memory").replaceFirst("_(test|plugin)$", "");
    }

    /** Tests of one name joined. */
    static List<Test> joined(List<Test> tests) {
        Map<String, Test> byName = new LinkedHashMap<>();
        for (Test test : tests) {
            Test kept = byName.putIfAbsent(test.name(), test);
            if (kept != null) {
                kept.results().addAll(test.results());
                kept.remarks().addAll(test.remarks());
                kept.infos().addAll(test.infos());
            }
        }
        return List.copyOf(byName.values());
    }
}
