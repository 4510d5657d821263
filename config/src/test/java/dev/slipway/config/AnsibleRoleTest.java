package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The shipped role: its variables are those of the README and of the code, and it ends by asserting the driver. */
class AnsibleRoleTest {
    private static final Path ROLE = ConfigDirectory.EXAMPLES.resolve("ansible/roles/gpu_baseline");
    private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");

    private static String text(String file) throws IOException {
        return Files.readString(ROLE.resolve(file));
    }

    private static Map<String, Object> defaults() throws IOException {
        return new Yaml().load(text("defaults/main.yml"));
    }

    private static List<Map<String, Object>> tasks(String file) throws IOException {
        return new Yaml().load(text("tasks/" + file));
    }

    /** The rows of the README's table of variables: name cell, value cell; the line in it has no name. */
    private static List<String[]> rows() throws IOException {
        return Files.readString(ConfigDirectory.EXAMPLES.resolve("README.md"))
                .lines()
                .dropWhile(line -> !line.equals("| variable | value |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.substring(2).split(" \\| ", 2))
                .toList();
    }

    private static boolean names(String[] row) {
        return NAME.matcher(row[0]).find();
    }

    private static Set<String> named(List<String[]> rows) {
        return rows.stream()
                .flatMap(row -> NAME.matcher(row[0]).results())
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void theReadmeListsTheVariablesThatAreComputedAndThenThoseOfASite() throws IOException {
        List<String[]> computed =
                rows().stream().takeWhile(AnsibleRoleTest::names).toList();
        List<String[]> changeable =
                rows().stream().dropWhile(AnsibleRoleTest::names).skip(1).toList();
        Set<String> ofASite = new TreeSet<>(defaults().keySet());
        ofASite.removeAll(PlaybookVariables.COMPUTED);
        ofASite.addAll(new PlaybookVariables(Map.of())
                .of("b1", Map.of(Field.DRIVER_VERSION, "570.133.20"))
                .keySet());

        assertThat(named(computed)).isEqualTo(new TreeSet<>(PlaybookVariables.COMPUTED));
        assertThat(named(changeable)).isEqualTo(ofASite);
    }

    @Test
    void theRoleHasADefaultForEachVariableThatIsComputed() throws IOException {
        assertThat(defaults()).containsKeys(PlaybookVariables.COMPUTED.toArray(String[]::new));
    }

    @Test
    void theReadmeNamesTheDefaultsThatASiteMayChange() throws IOException {
        Map<String, Object> defaults = defaults();
        for (String[] row : rows()) {
            Matcher name = NAME.matcher(row[0]);
            while (name.find()) {
                if (!PlaybookVariables.COMPUTED.contains(name.group(1)) && defaults.containsKey(name.group(1))) {
                    assertThat(row[1]).as(name.group(1)).contains("`" + defaults.get(name.group(1)) + "`");
                }
            }
        }
    }

    /** What a play did not bring to the disk no boot may load: nothing of the role comes after this. */
    @Test
    void theRoleEndsByAssertingTheVersionOfTheDriver() throws IOException {
        Map<String, Object> last = tasks("driver.yml").getLast();

        assertThat(tasks("main.yml").getLast())
                .containsEntry("ansible.builtin.include_tasks", "driver.yml")
                .containsEntry("when", "slipway_driver | length > 0 and not ansible_check_mode");
        assertThat(last).containsOnlyKeys("name", "ansible.builtin.assert");
        assertThat(last.get("ansible.builtin.assert"))
                .asString()
                .contains("slipway_module.stdout | trim == slipway_driver");
    }
}
