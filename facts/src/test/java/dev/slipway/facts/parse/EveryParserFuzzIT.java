package dev.slipway.facts.parse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All parsers and the reader of the probe's answers in one bounded run: the first byte says which of them reads the others. The build runs it as the tier
 * {@code fuzz}; a start of the virtual machine for each parser would take longer than the fuzzing.
 */
@Tag("fuzz")
class EveryParserFuzzIT {
    private static final List<String> TOOLS = SampleSeeds.fuzzed();

    static Stream<Arguments> samples() {
        return IntStream.range(0, TOOLS.size())
                .boxed()
                .flatMap(tool ->
                        SampleSeeds.seeds(TOOLS.get(tool)).map(bytes -> Arguments.of((Object) seed(tool, bytes))));
    }

    private static byte[] seed(int tool, byte[] bytes) {
        byte[] seed = new byte[bytes.length + 1];
        seed[0] = (byte) tool;
        System.arraycopy(bytes, 0, seed, 1, bytes.length);
        return seed;
    }

    @MethodSource("samples")
    @FuzzTest(maxDuration = "60s")
    void findsNoUnsoundAnswer(byte[] seed) {
        if (seed.length > 0) {
            byte[] bytes = java.util.Arrays.copyOfRange(seed, 1, seed.length);
            Sound.answer(TOOLS.get(Math.floorMod(seed[0], TOOLS.size())), bytes);
        }
    }
}
