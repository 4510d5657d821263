package dev.slipway.config;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** The same as {@link LoadersFuzzTest}, looking for new findings: the build runs it as the tier {@code fuzz}. */
@Tag("fuzz")
class LoadersFuzzIT {

    @ArgumentsSource(LoaderSeeds.class)
    @FuzzTest(maxDuration = "60s")
    void anyFile(byte[] bytes) {
        AnyFile.read(bytes);
    }
}
