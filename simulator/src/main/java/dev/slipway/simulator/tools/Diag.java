package dev.slipway.simulator.tools;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.GpuUnit;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Plays {@code dcgmi diag -r N -j} of DCGM 4: which tests a level runs, how long it takes, and what it prints. */
record Diag(SimulatedNode node) {
    /** DCGM_ST_NVVS_ERROR (-30) as an exit status. */
    private static final int FAILED = 226;

    /** DCGM_ST_NVVS_ISOLATE_ERROR (-51) as an exit status. */
    private static final int ISOLATED = 205;

    /** DCGM_ST_DIAG_ALREADY_RUNNING (-39) as an exit status. */
    private static final int ANOTHER_RUNS = 217;

    /** Is started by nv-hostengine for each diag, and continues if dcgmi is killed. */
    static final String ENGINE = "nvvs";

    static final String EXTENDED = "/usr/share/nvidia/diagnostic/specializediag";

    private static final long PID = 7_300;

    private static final int ISOLATE = 2;
    private static final int CONFIG = 5;

    private record Test(int level, String category, String name) {}

    private static final int LONG = 3;
    private static final String PROOF = "dcgmi diag -r 3";
    private static final List<Test> TESTS = List.of(
            new Test(1, "Deployment", "software"),
            new Test(2, "Hardware", "memory"),
            new Test(3, "Hardware", "diagnostic"),
            new Test(3, "Hardware", "nvbandwidth"),
            new Test(2, "Integration", "pcie"),
            new Test(3, "Stress", "memory_bandwidth"),
            new Test(3, "Stress", "targeted_stress"),
            new Test(3, "Stress", "targeted_power"));

    Answer run(List<String> words) {
        int level = Integer.parseInt(after(words, "-r", "1"));
        boolean json = words.contains("-j");
        int expected = expected(words);
        if (node.processes().stream().anyMatch(process -> process.command().equals(ENGINE))) {
            return Answer.failed(ANOTHER_RUNS, "Error: Diagnostic could not be run because another is running.\n");
        }
        if (level == LONG) {
            node.note(NodeEvent.Kind.TEST_STARTED, PROOF);
        }
        node.addProcess(new GpuProcess(PID, ENGINE, 0, ENGINE));
        node.clock().spend(time(level));
        node.endProcesses(ENGINE);
        int present = node.answering().size();
        if (Smi.opened(node).isPresent()) {
            return Answer.failed(
                    FAILED,
                    "Error: Unable to complete diagnostic for group " + Integer.MAX_VALUE
                            + ". Return: (-30) : DCGM GPU Diagnostic returned an error\n");
        }
        if (expected > 0 && expected != present) {
            return Answer.of(
                    "Error: Number of GPUs does not match expected number. Expected: " + expected + ", Found: "
                            + present + "\n",
                    "",
                    FAILED);
        }
        Answer report = report(level, json);
        if (level == LONG && report.exit() == 0) {
            node.note(NodeEvent.Kind.PROVED, PROOF);
        }
        return report;
    }

    private Duration time(int level) {
        return switch (level) {
            case 1 -> Duration.ofSeconds(12);
            case 2 -> Duration.ofMinutes(2);
            default -> Duration.ofMinutes(extended(node) ? 95 : 14);
        };
    }

    /**
     * Returns whether NVIDIA's extended utility diagnostics are installed: DCGM finds their program and runs it from
     * level 3 on.
     */
    static boolean extended(SimulatedNode node) {
        return !node.packages().version("nvidia-diagnostic").isEmpty();
    }

    private Answer report(int level, boolean json) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode categories = root.putObject("DCGM Diagnostic").putArray("test_categories");
        boolean failed = false;
        StringBuilder lines = new StringBuilder("Successfully ran diagnostic for group.\n");
        for (Test test : TESTS) {
            if (test.level() > level) {
                continue;
            }
            Optional<String> complaint = complaint(test);
            failed |= complaint.isPresent();
            result(category(categories, test.category()), test, complaint);
            lines.append("| " + test.name() + " | " + (complaint.isPresent() ? "Fail" : "Pass") + " |\n");
        }
        entities(root);
        ObjectNode metadata = root.putObject("metadata");
        metadata.put("Driver Version Detected", node.driver().resident().orElse(""));
        metadata.put("version", Dcgmi.version(node));
        String text = json ? root.toPrettyString() + "\n" : lines.toString();
        int failure = node.proving().isolatingTest().isPresent() ? ISOLATED : FAILED;
        return Answer.of(text, "", failed ? failure : 0);
    }

    private Optional<String> complaint(Test test) {
        boolean software = test.name().equals("software");
        if (software && !node.settings().persistence()) {
            return Optional.of("Persistence Mode: Persistence mode for GPU 0 is disabled. Enable persistence mode by "
                    + "running \"nvidia-smi -i <gpuId> -pm 1 \" as root.");
        }
        if (!software && !node.services().active(Services.FABRIC_MANAGER)) {
            return Optional.of("CUDA: cuInit returned 802, system not yet initialized. Check that the fabric manager "
                    + "is running.");
        }
        return node.proving()
                .isolatingTest()
                .or(() -> node.driver().resident().flatMap(node.proving()::failingTest))
                .filter(test.name()::equals)
                .map(t -> "GPU 0 failed " + t + ": the measured value is below the expected minimum.");
    }

    private static ObjectNode category(ArrayNode categories, String name) {
        if (!categories.isEmpty()
                && categories.get(categories.size() - 1) instanceof ObjectNode last
                && last.path("category").asText().equals(name)) {
            return last;
        }
        ObjectNode category = categories.addObject();
        category.put("category", name);
        return category;
    }

    private void result(ObjectNode category, Test test, Optional<String> complaint) {
        ObjectNode entry = category.withArray("tests").addObject();
        entry.put("name", test.name());
        ArrayNode results = entry.putArray("results");
        for (int i = 0; i < node.answering().size(); i++) {
            ObjectNode result = results.addObject();
            result.put("entity_group", "GPU");
            result.put("entity_group_id", 1);
            result.put("entity_id", i);
            boolean fails = complaint.isPresent() && i == 0;
            result.put("status", fails ? "Fail" : "Pass");
            if (fails) {
                ObjectNode warning = result.putArray("warnings").addObject();
                warning.put("error_category", 8);
                warning.put("error_id", 29);
                warning.put("error_severity", node.proving().isolatingTest().isPresent() ? ISOLATE : CONFIG);
                warning.put("warning", complaint.orElse(""));
            }
        }
        entry.putObject("test_summary").put("status", complaint.isPresent() ? "Fail" : "Pass");
    }

    private void entities(ObjectNode root) {
        ObjectNode group = root.putArray("entity_groups").addObject();
        ArrayNode entities = group.putArray("entities");
        List<GpuUnit> gpus = node.answering();
        for (int i = 0; i < gpus.size(); i++) {
            ObjectNode entity = entities.addObject();
            entity.put("device_id", "2330");
            entity.put("entity_id", i);
            entity.put("serial_num", gpus.get(i).serial());
        }
        group.put("entity_group", "GPU");
        group.put("entity_group_id", 1);
    }

    private static int expected(List<String> words) {
        String value = words.stream()
                .filter(w -> w.startsWith("--expectedNumEntities="))
                .map(w -> w.substring(w.indexOf('=') + 1))
                .findFirst()
                .orElse(after(words, "--expectedNumEntities", "gpu:0"));
        return Integer.parseInt(value.substring(value.indexOf(':') + 1));
    }

    private static String after(List<String> words, String option, String otherwise) {
        int at = words.indexOf(option);
        return at >= 0 && at + 1 < words.size() ? words.get(at + 1) : otherwise;
    }
}
