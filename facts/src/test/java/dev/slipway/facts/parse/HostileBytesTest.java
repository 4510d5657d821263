package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.ToolReport;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever bytes come, every parser gives an answer: a value or an explicit error, soon and in little memory. */
class HostileBytesTest {
    /** A parser that has not answered by then hangs; one that shares a busy machine may need most of a minute. */
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private static final int STEPS = 12;

    static Stream<String> tools() {
        return ToolParsers.names().stream();
    }

    private static ToolReport<?> parse(String tool, byte[] bytes) {
        return Assertions.assertTimeoutPreemptively(
                LONGEST, () -> ToolParsers.parse(tool, bytes, OptionalInt.empty()), () -> tool + " took too long");
    }

    /** Of more than a few samples of a tool a fifth is played today, and another tomorrow. */
    private static List<String> samples(String tool) {
        return Expectations.today(Expectations.samples(tool), tool.hashCode());
    }

    private static byte[] bytes(String tool, String sample) {
        return Expectations.bytes(tool, sample);
    }

    /** A cut sample never becomes a pass that the whole was not. */
    @ParameterizedTest
    @MethodSource("tools")
    void standsTruncationAtEveryStep(String tool) {
        for (String sample : samples(tool)) {
            byte[] whole = bytes(tool, sample);
            boolean failed = parse(tool, whole)
                    .verdict()
                    .filter(v -> v == ToolVerdict.FAIL)
                    .isPresent();
            for (int step = 0; step < STEPS; step++) {
                byte[] cut = Arrays.copyOf(whole, whole.length * step / STEPS);
                ToolReport<?> parsed = parse(tool, cut);
                assertThat(parsed.json())
                        .as("%s/%s cut at %d", tool, sample, cut.length)
                        .isNotNull();
                if (failed && tool.equals("dcgmi") && parsed.format().contains("diag")) {
                    assertThat(parsed.verdict())
                            .as("%s cut at %d", sample, cut.length)
                            .isNotEqualTo(java.util.Optional.of(ToolVerdict.PASS));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("tools")
    void readsTheSameThroughCarriageReturnsColoursAndNul(String tool) {
        for (String sample : samples(tool)) {
            String text = new String(bytes(tool, sample), UTF_8);
            ToolReport<?> plain = parse(tool, text.getBytes(UTF_8));
            String coloured = text.replace("\n", "\u001b[0m\r\n\u001b[1;31m");
            byte[] nul = text.replace("\n", "\0\n").getBytes(UTF_8);

            assertThat(parse(tool, text.replace("\n", "\r\n").getBytes(UTF_8)).facts())
                    .as(sample)
                    .isEqualTo(plain.facts());
            assertThat(parse(tool, coloured.getBytes(UTF_8)).facts()).as(sample).isEqualTo(plain.facts());
            assertThat(parse(tool, nul).facts()).as(sample).isEqualTo(plain.facts());
        }
    }

    @ParameterizedTest
    @MethodSource("tools")
    void standsDamagedBytesAnywhere(String tool) {
        Random random = new Random(tool.hashCode());
        for (String sample : samples(tool)) {
            byte[] whole = bytes(tool, sample);
            for (int round = 0; round < 4 && whole.length > 0; round++) {
                byte[] damaged = whole.clone();
                for (int i = 0; i < 1 + whole.length / 50; i++) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
                }
                assertThat(parse(tool, damaged).json()).as(sample).isNotNull();
            }
        }
    }

    /** Numbers that no field holds: they were once taken for small ones. */
    @ParameterizedTest
    @MethodSource("tools")
    void standsNumbersWithoutEnd(String tool) {
        for (String sample : samples(tool)) {
            String text = new String(bytes(tool, sample), UTF_8);
            for (String number : List.of("9".repeat(11), "9".repeat(25), Long.toString(Long.MIN_VALUE))) {
                byte[] grown = text.replaceAll("[0-9]+", number).getBytes(UTF_8);
                byte[] longer = text.replaceAll("([0-9])", "$1" + number).getBytes(UTF_8);
                assertThat(parse(tool, grown).json()).as(sample).isNotNull();
                assertThat(parse(tool, longer).json()).as(sample).isNotNull();
            }
        }
    }

    /** The end of a document before its beginning. */
    @ParameterizedTest
    @MethodSource("tools")
    void standsLinesInAnyOrder(String tool) {
        Random random = new Random(1);
        for (String sample : samples(tool)) {
            List<String> lines = new java.util.ArrayList<>(
                    new String(bytes(tool, sample), UTF_8).lines().toList());
            for (int round = 0; round < 3; round++) {
                java.util.Collections.shuffle(lines, random);
                assertThat(parse(tool, String.join("\n", lines).getBytes(UTF_8)).json())
                        .as(sample)
                        .isNotNull();
            }
        }
    }

    /** Two tools that write at once, line by line. */
    @ParameterizedTest
    @MethodSource("tools")
    void standsInterleavedOutput(String tool) {
        List<String> samples = samples(tool);
        String other = new String(bytes("kernel-log", "xid-nvsentinel-mixed.txt"), UTF_8);
        for (String sample : samples) {
            List<String> lines = new String(bytes(tool, sample), UTF_8).lines().toList();
            List<String> others = other.lines().toList();
            StringBuilder mixed = new StringBuilder();
            for (int i = 0; i < lines.size(); i++) {
                mixed.append(lines.get(i))
                        .append('\n')
                        .append(others.get(i % others.size()))
                        .append('\n');
            }
            assertThat(parse(tool, mixed.toString().getBytes(UTF_8)).json())
                    .as(sample)
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("tools")
    void tellsThatTheToolNeverRan(String tool) {
        for (String said : List.of(
                "bash: line 1: " + tool + ": command not found\n",
                "sudo: a password is required\n",
                "[sudo] password for ubuntu: \nsudo: a terminal is required to read the password\n",
                "ssh: connect to host gpu-1 port 22: Connection refused\n")) {
            ToolReport<?> parsed = parse(tool, said.getBytes(UTF_8));
            boolean answers = tool.equals("versions");
            assertThat(parsed.verdict().filter(v -> v == ToolVerdict.PASS && !answers))
                    .as(said)
                    .isEmpty();
            if (!answers) {
                assertThat(parsed.verdict()).as(tool + ": " + said).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n\n",
                "\0\0\0",
                "{",
                "[[[[[[[[",
                "<nvidia_smi_log>",
                "+---+---+",
                "|",
                "\ufeff",
                "\"",
                "= "
            })
    void neverTakesNothingForAPass(String text) {
        for (String tool : ToolParsers.names()) {
            ToolReport<?> parsed = parse(tool, text.getBytes(UTF_8));
            assertThat(parsed.verdict().filter(v -> v == ToolVerdict.PASS))
                    .as("%s of '%s'", tool, text)
                    .isEmpty();
        }
    }

    @Test
    void readsTextOfTwoBytesALetter() {
        ByteArrayOutputStream wide = new ByteArrayOutputStream();
        wide.writeBytes(new byte[] {(byte) 0xff, (byte) 0xfe});
        wide.writeBytes(new String(bytes("nvidia-smi", "version-590.48.01.txt"), UTF_8).getBytes(UTF_16LE));

        assertThat(parse("nvidia-smi", wide.toByteArray())
                        .facts()
                        .path("driverVersion")
                        .asText())
                .isEqualTo("590.48.01");
    }

    /** 100 MB of one sample again and again, and of one endless line. */
    @ParameterizedTest
    @MethodSource("tools")
    void readsOnlyTheBeginningOfWhatHasNoEnd(String tool) {
        byte[] sample = bytes(tool, samples(tool).getFirst());
        byte[] huge = new byte[100 << 20];
        for (int at = 0; at < huge.length; at += sample.length) {
            System.arraycopy(sample, 0, huge, at, Math.min(sample.length, huge.length - at));
        }
        assertThat(parse(tool, huge).truncated()).isTrue();

        Arrays.fill(huge, (byte) 'a');
        assertThat(parse(tool, huge).truncated()).isTrue();
    }
}
