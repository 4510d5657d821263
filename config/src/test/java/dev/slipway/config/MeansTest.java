package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By what a node is brought to its baseline, and whether that can be done. */
class MeansTest {
    private static final String POLICY = "policies/careful.yaml";
    private static final String BASELINE = "baselines/hgx-h100-r570-133.yaml";
    private static final String PREVIOUS = "baselines/hgx-h100-r570-124.yaml";

    @TempDir
    Path directory = Path.of("");

    private ConfigDirectory config = new ConfigDirectory(directory);

    @BeforeEach
    void copy() throws IOException {
        config = ConfigDirectory.copiedTo(directory);
    }

    private void imageModel() throws IOException {
        config.change(POLICY, "convergeBy: packages", "convergeBy: image")
                .change(BASELINE, "imageVersion: n/a", "imageVersion: 2026.05.2")
                .change(PREVIOUS, "imageVersion: n/a", "imageVersion: 2026.03.1");
    }

    private void command(String words) throws IOException {
        imageModel();
        config.change("slipway.yaml", "ssh:\n", "image:\n  command: " + words + "\nssh:\n");
    }

    @Test
    void anImageModelWithACommandIsAccepted() throws IOException {
        command("[/opt/write, \"{node}\", \"--image={image}\", \"{token}\"]");

        Config loaded = Config.load(directory);

        assertThat(loaded.imageOf(loaded.fleet("rack-a").orElseThrow())
                        .orElseThrow()
                        .command())
                .containsExactly("/opt/write", "{node}", "--image={image}", "{token}");
    }

    @Test
    void anImageModelWithoutACommandIsRefused() throws IOException {
        imageModel();

        assertThat(config.problems())
                .contains("fleets/rack-a.yaml:6: The policy writes images and nothing says how."
                        + " Add `image` with its `command` to this fleet or to slipway.yaml.");
    }

    @Test
    void aFleetsOwnCommandWins() throws IOException {
        command("[/opt/write, \"{node}\", \"{image}\"]");
        config.change(
                "fleets/rack-a.yaml",
                "nodes:",
                "image: { command: [/opt/other, \"{address}\", \"{image}\"], timeout: 20m }\nnodes:");

        Config loaded = Config.load(directory);

        assertThat(loaded.imageOf(loaded.fleet("rack-a").orElseThrow())
                        .orElseThrow()
                        .command())
                .startsWith("/opt/other");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [/opt/write, "{nod}", "{image}"] | The placeholder `{nod}` is not known here. Did you mean `{node}`? Known: {cluster}, {node}, {address}, {image}, {token}, {secretFile}.
            [/opt/write, "{hostname}", "{node}", "{image}"] | The placeholder `{hostname}` is not known here.
            [/opt/write, "{node}"] | The command does not say which image it writes. Add `{image}`.
            [/opt/write, "{image}"] | The command does not say on which node it acts.
            ["{node}", "{image}"] | The command does not begin with a program.
            [/opt/write, "{node}", "{image}", "{secretFile}"] | The command names `{secretFile}` and there is none.
            [/opt/write, "{node}", "{image}", "--password=hunter2"] | A word of the command holds a secret
            [] | The command does not begin with a program.
            """)
    void aCommandThatCannotBeRightIsRefused(String words, String told) throws IOException {
        command(words);

        assertThat(config.problems()).anySatisfy(problem -> assertThat(problem).contains(told));
        assertThat(config.problems()).noneSatisfy(problem -> assertThat(problem).contains("hunter2"));
    }

    @Test
    void meansAndPinsMustAgree() throws IOException {
        config.change(BASELINE, "imageVersion: n/a", "imageVersion: 2026.05.2");

        assertThat(config.problems())
                .anySatisfy(problem -> assertThat(problem)
                        .contains("The policy converges packages and baseline `hgx-h100-r570-133` pins an image."));
    }

    @Test
    void theRoleNeedsNoMoreThanItsDefaults() throws IOException {
        config.change(POLICY, "convergeBy: packages", "convergeBy: ansible");

        AnsibleConfig ansible = Config.load(directory).site().ansible();

        assertThat(ansible.playbook()).isEqualTo(directory.resolve("ansible/site.yml"));
        assertThat(Config.load(directory).missingFiles())
                .anySatisfy(problem -> assertThat(problem.toString()).contains("The playbook of fleet `rack-a`"));
    }

    @Test
    void aVariableOfTheSitesPlaybookIsAPinOrItIsRefused() throws IOException {
        config.change(POLICY, "convergeBy: packages", "convergeBy: ansible")
                .change(
                        "slipway.yaml",
                        "ledger:\n",
                        "ansible:\n  variables:\n    gpu_driver: 'nvidia-{driverVersion}'\n    wrong: '{bmcFw}'\n"
                                + "    no-name: x\n    slipway_packages: x\nledger:\n");

        assertThat(config.problems())
                .anySatisfy(p -> assertThat(p).contains("`wrong` needs `bmcFw`, which baseline `hgx-h100-r570-133`"))
                .anySatisfy(p -> assertThat(p).contains("`no-name` is no name of a variable"))
                .anySatisfy(p -> assertThat(p).contains("`slipway_packages` is computed from the baseline"))
                .noneSatisfy(p -> assertThat(p).contains("gpu_driver"));
    }

    @Test
    void theRoleIsRefusedWhereItCouldNotWork() throws IOException {
        config.change(POLICY, "convergeBy: packages", "convergeBy: ansible")
                .change(BASELINE, "imageVersion: n/a", "imageVersion: 2026.05.2")
                .change(
                        "slipway.yaml",
                        "ledger:\n  file: ../.slipway/ledger\n",
                        "ledger: { url: \"jdbc:postgresql://db/slipway\" }\nansible: { timeout: 2h }\n")
                .change("slipway.yaml", "../.slipway/evidence\n", "../.slipway/evidence\n  shared: true\n");

        assertThat(config.problems())
                .anySatisfy(p -> assertThat(p).contains("the ledger is shared, and `ansible.runs` is not"))
                .anySatisfy(p -> assertThat(p).contains("`ansible.timeout` in slipway.yaml is longer than 40m"))
                .anySatisfy(p -> assertThat(p).contains("pins an image"));
    }
}
