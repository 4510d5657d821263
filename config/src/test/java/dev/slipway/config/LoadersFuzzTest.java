package dev.slipway.config;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Any bytes at all in a file of the configuration. Run as a test it replays; {@code lab/fuzz config} looks for new findings. */
class LoadersFuzzTest {

    @ArgumentsSource(LoaderSeeds.class)
    @FuzzTest
    void anyFile(byte[] bytes) {
        AnyFile.read(bytes);
    }
}
