package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    @Test
    void listsEveryKeyWithItsUnitAndDefault() throws IOException {
        String readme = Files.readString(ConfigDirectory.EXAMPLES.resolve("README.md"));
        assertThat(readme)
                .contains(KeyTable.of(SiteConfig.class))
                .contains(KeyTable.of(FleetConfig.class))
                .contains(KeyTable.of(BaselineConfig.class))
                .contains(KeyTable.of(PolicyConfig.class))
                .contains(KeyTable.of(BuildsConfig.class));
    }
}
