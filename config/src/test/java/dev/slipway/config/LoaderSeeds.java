package dev.slipway.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The examples and the two shapes of seed files, each behind the byte of its loader. */
final class LoaderSeeds implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context)
            throws IOException {
        return Stream.of(
                        seed(0, example("fleets/rack-a.yaml")),
                        seed(0, example("fleets/rack-b.yaml")),
                        seed(1, example("policies/careful.yaml")),
                        seed(2, example("slipway.yaml")),
                        seed(3, example("baselines/hgx-h100-r570-133.yaml")),
                        seed(4, "DRIVER_VERSION=570.1.2\nCUDA_TOOLKIT='12-8'\nPREV_DRIVER_VERSION=n/a # none\n"),
                        seed(5, "os_image: ubuntu-24.04\nkernel: 6.8.0\ndriver_branch: 570\ncuda_branch: 12.8\n"))
                .map(seed -> Arguments.of((Object) seed));
    }

    private static String example(String file) throws IOException {
        return Files.readString(ConfigDirectory.EXAMPLES.resolve(file));
    }

    private static byte[] seed(int loader, String text) {
        return ((char) loader + text).getBytes(UTF_8);
    }
}
