package dev.slipway.facts.parse;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The samples of the tool that a fuzz test is named after, as its seeds: {@code nvidiaSmi} is {@code nvidia-smi}. */
final class SampleSeeds implements ArgumentsProvider {
    /** A fuzzer makes inputs up to the length of its longest seed, and gets through many more short ones. */
    private static final int LONGEST = 5_000;

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        String tool = tool(context.getRequiredTestMethod().getName());
        return seeds(tool).map(seed -> Arguments.of((Object) seed));
    }

    /** Every tool that has a parser, and the probe, whose answers hold those of many tools. */
    static List<String> fuzzed() {
        return Stream.concat(ToolParsers.names().stream(), Stream.of(Sound.PROBE))
                .toList();
    }

    /** The beginnings of all samples of a tool. */
    static Stream<byte[]> seeds(String tool) {
        if (tool.equals(Sound.PROBE)) {
            return FramedSeeds.all();
        }
        return Expectations.samples(tool).stream()
                .map(sample -> Expectations.bytes(tool, sample))
                .map(bytes -> Arrays.copyOf(bytes, Math.min(bytes.length, LONGEST)));
    }

    static String tool(String method) {
        return method.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
