package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.nvidia.DcgmDiag;
import dev.slipway.facts.nvidia.nccl.NcclTests;
import dev.slipway.facts.tool.ToolReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Gates take the verdict from the parsers of {@code slipway parse}: nothing that is damaged opens one. */
class GateDamageTest {
    private static final List<String> SKIPS = List.of("eud");
    private static final int LINES = Integer.getInteger("slipway.damage.lines", 40);

    private static List<String> lines(String tool, String sample) {
        return new String(Expectations.bytes(tool, sample), ISO_8859_1).lines().toList();
    }

    private static byte[] bytes(List<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(ISO_8859_1);
    }

    /** How a gate reads the outputs of a tool, by what the whole sample shows. */
    private static BiFunction<byte[], Integer, ToolVerdict> gate(String tool, ToolReport<?> whole) {
        if (tool.equals("nccl-tests")) {
            return (out, exit) -> NcclTests.parse(out, exit, 0.01).verdict();
        }
        int gpus = whole.facts().path("gpus").asInt(0);
        List<String> required = new ArrayList<>();
        whole.facts()
                .path("tests")
                .forEach(test -> required.add(test.path("name").asText()));
        return (out, exit) -> DcgmDiag.parse(out, exit, gpus, SKIPS, required).verdict();
    }

    private static void each(Function<Sample, List<String>> damage) {
        List<String> wrong = new ArrayList<>();
        for (String tool : List.of("dcgmi", "nccl-tests")) {
            for (String name : Expectations.samples(tool)) {
                ToolReport<?> whole = ToolParsers.parse(tool, Expectations.bytes(tool, name), OptionalInt.of(0));
                wrong.addAll(damage.apply(new Sample(tool + "/" + name, lines(tool, name), gate(tool, whole))));
            }
        }
        assertThat(wrong).isEmpty();
    }

    private record Sample(String name, List<String> lines, BiFunction<byte[], Integer, ToolVerdict> gate) {
        Optional<String> passes(List<String> damaged, int exit, String how) {
            ToolVerdict verdict = gate.apply(bytes(damaged), exit);
            return verdict == ToolVerdict.PASS ? Optional.of(name + " " + how) : Optional.empty();
        }

        IntStream places() {
            int step = Math.max(1, lines.size() / LINES);
            return IntStream.range(0, lines.size()).filter(at -> at % step == 0 || at > lines.size() - 8);
        }
    }

    @Test
    void aCutOpensNoGate() {
        each(sample -> sample.places()
                .filter(at -> DamageTest.saysSomething(
                        sample.lines().subList(at, sample.lines().size())))
                .mapToObj(at -> sample.passes(sample.lines().subList(0, at), 0, "cut before line " + (at + 1)))
                .flatMap(Optional::stream)
                .toList());
    }

    @Test
    void aFailingExitStatusOpensNoGate() {
        each(sample -> IntStream.of(1, 2, 124, 127, 137, 143, 217, 226, 255)
                .mapToObj(status -> sample.passes(sample.lines(), status, "with exit status " + status))
                .flatMap(Optional::stream)
                .toList());
    }

    @Test
    void anErrorOfTheToolOpensNoGate() {
        List<String> engine = List.of(
                "Error: Unable to connect to host engine. Host engine connection invalid/disconnected.",
                "Unable to complete diagnostic for group 0. Return: (-33) Timeout.");
        List<String> launcher = List.of(
                "mpirun noticed that process rank 3 with PID 0 on node gpu-001 exited on signal 9 (Killed).",
                "srun: error: gpu-001: task 3: Exited with exit code 1",
                "Segmentation fault (core dumped)");
        each(sample -> Stream.concat(
                        launcher.stream(), sample.name().startsWith("dcgmi/") ? engine.stream() : Stream.of())
                .map(error -> {
                    List<String> lines = new ArrayList<>(sample.lines());
                    lines.add(error);
                    return sample.passes(lines, 0, "beside " + error);
                })
                .flatMap(Optional::stream)
                .toList());
    }

    /** Without a floor and without tests that must be there a gate and {@code slipway parse} ask the same. */
    @Test
    void aGateAndParseNeverContradictEachOther() {
        List<String> wrong = new ArrayList<>();
        for (String name : Expectations.samples("nccl-tests")) {
            for (int exit : new int[] {0, 1, 127}) {
                byte[] out = Expectations.bytes("nccl-tests", name);
                Optional<ToolVerdict> parsed = ToolParsers.parse("nccl-tests", out, OptionalInt.of(exit))
                        .verdict();
                if (!parsed.equals(Optional.of(NcclTests.parse(out, exit, 0).verdict()))) {
                    wrong.add(name + " with exit status " + exit);
                }
            }
        }
        for (String name : Expectations.samples("dcgmi")) {
            for (int exit : new int[] {0, 1, 205, 226, 235}) {
                byte[] out = Expectations.bytes("dcgmi", name);
                ToolReport<?> parsed = ToolParsers.parse("dcgmi", out, OptionalInt.of(exit));
                ToolVerdict gate = DcgmDiag.parse(out, exit, 0, SKIPS).verdict();
                if (parsed.format().startsWith("dcgmi diag")
                        && !parsed.verdict().equals(Optional.of(gate))) {
                    wrong.add(name + " with exit status " + exit);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }
}
