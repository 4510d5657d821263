package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static String readme() throws IOException {
        return Files.readString(ConfigDirectory.EXAMPLES.resolve("README.md"));
    }

    /** The words in code style between two texts that stand there once. */
    private static List<String> listed(String begin, String end) throws IOException {
        String readme = readme();
        assertThat(readme).containsOnlyOnce(begin);
        String after = readme.substring(readme.indexOf(begin) + begin.length());
        return CODE.matcher(after.substring(0, after.indexOf(end)))
                .results()
                .map(word -> word.group(1))
                .toList();
    }

    private static List<String> fields(Predicate<Field> which) {
        return Stream.of(Field.values())
                .filter(field -> field.pin() == field && which.test(field))
                .map(Field::key)
                .toList();
    }

    @Test
    void listsTheFieldsOfABaselineAsTheCodeHasThem() throws IOException {
        assertThat(listed("Fields that every baseline pins: ", "\n")).isEqualTo(fields(Field::required));
        assertThat(listed("Fields that are compared where they are pinned:", "\nA rule with"))
                .containsAll(fields(field -> !field.required()))
                .doesNotContainAnyElementsOf(fields(field -> field.required() && field != Field.DRIVER_VERSION));
        assertThat(listed("\nFirmware (", ")")).isEqualTo(fields(Field::firmware));
        assertThat(listed("what boot loader and BIOS set (", ")"))
                .isEqualTo(fields(field -> field.setElsewhere() && !field.firmware()));
    }

    @Test
    void listsEveryKeyWithItsUnitAndDefault() throws IOException {
        assertThat(readme())
                .contains(KeyTable.of(SiteConfig.class))
                .contains(KeyTable.of(FleetConfig.class))
                .contains(KeyTable.of(BaselineConfig.class))
                .contains(KeyTable.of(PolicyConfig.class))
                .contains(KeyTable.of(BuildsConfig.class));
    }
}
