package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.model.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineImportTest {
    private static final String ENV = """
            # pins of the H100 fleet
            DRIVER_VERSION=570.133.20
            export CUDA_TOOLKIT="12.9"
            CONTAINER_TOOLKIT='1.17.8'
            DCGM_VERSION=4.4.1   # with plugins
            FABRIC_MANAGER=570.133.20
            VBIOS_VERSION=96.00.99.00.01
            """;
    private static final String TWINS = """
            PREV_DRIVER_VERSION=570.124.06
            PREV_CUDA_TOOLKIT=12.8
            PREV_CONTAINER_TOOLKIT=1.17.7
            PREV_DCGM_VERSION=4.2.3
            PREV_FABRIC_MANAGER=570.124.06
            PREV_VBIOS_VERSION=96.00.99.00.01
            """;
    private static final String ALL_PARTS = "Write all its parts, for example 570.133.20.";
    private static final String YAML = """
            os_image: ubuntu-24.04
            kernel: 6.8.0-60-generic
            driver_branch: "570"
            cuda_branch: "12.9"
            fabricmanager: "570"
            container_toolkit: 1.17.8
            """;

    @TempDir
    Path directory = Path.of("");

    private final BaselineImport.Frame frame = new BaselineImport.Frame(
            Path.of("seed"),
            "h100",
            "platform",
            LocalDate.of(2026, 1, 12),
            new BaselineConfig.Profile(
                    "HGX-H100-8", 8, "NVIDIA H100 80GB HBM3", BaselineConfig.Nvswitch.LOCAL, 18, false));

    private final Branches repository = (part, branch) -> switch (part) {
        case DRIVER, FABRIC_MANAGER -> branch.equals("570") ? Optional.of("570.133.20") : Optional.empty();
        case CUDA -> branch.equals("12.9") ? Optional.of("12.9.1") : Optional.empty();
        case CONTAINER_TOOLKIT -> Optional.empty();
    };

    @Test
    void readsAnEnvFileAndItsTwinsAsTwoBaselines() {
        BaselineImport.Imported imported = BaselineImport.env(ENV + TWINS, frame);
        assertThat(imported.current().pins())
                .containsEntry(Field.DRIVER_VERSION, "570.133.20")
                .containsEntry(Field.CUDA_TOOLKIT, "12-9")
                .containsEntry(Field.DCGM, "4.4.1")
                .containsEntry(Field.VBIOS, "96.00.99.00.01")
                .containsEntry(Field.KERNEL, "n/a");
        BaselineConfig previous = imported.previous().orElseThrow();
        assertThat(previous.pins()).containsEntry(Field.DRIVER_VERSION, "570.124.06");
        assertThat(imported.current().previous()).contains(previous.id());
        assertThat(imported.baselines()).hasSize(2);
    }

    @Test
    void readsAnEnvFileWithoutTwins() {
        assertThat(BaselineImport.env(ENV, frame).previous()).isEmpty();
    }

    @Test
    void tellsEverythingThatIsWrongWithAnEnvFile() {
        assertThat(problems(() -> BaselineImport.env(
                        ENV.replace("DCGM_VERSION", "DCGM_VERSON") + "nonsense\nPREV_DRIVER_VERSION=\n", frame)))
                .contains(
                        "seed:5: The key `DCGM_VERSON` is not known here. Did you mean `DCGM_VERSION`?",
                        "seed:8: This line is not NAME=VALUE. Correct it, or remove it.",
                        "seed:9: `PREV_DRIVER_VERSION` holds no exact version. " + ALL_PARTS,
                        "seed: `DCGM_VERSION` is missing. Add it, or write DCGM_VERSION=n/a.");
    }

    @Test
    void whatHasNoValueIsNotApplicableAndNamed() {
        BaselineImport.Imported imported = BaselineImport.env(
                (ENV + TWINS)
                        .replaceAll("(?m)VBIOS_VERSION=.*$", "VBIOS_VERSION=")
                        .replace("DCGM_VERSION=4.4.1 ", "DCGM_VERSION=\"\""),
                frame);

        assertThat(imported.empty())
                .containsExactly(
                        Map.entry("DCGM_VERSION", Field.DCGM),
                        Map.entry("VBIOS_VERSION", Field.VBIOS),
                        Map.entry("PREV_VBIOS_VERSION", Field.VBIOS));
        assertThat(imported.current().pins()).containsEntry(Field.VBIOS, "n/a").containsEntry(Field.DCGM, "n/a");
        assertThat(imported.previous().orElseThrow().pins())
                .containsEntry(Field.VBIOS, "n/a")
                .containsEntry(Field.DCGM, "4.2.3");
    }

    @Test
    void aBaselineNeedsADriver() {
        assertThat(problems(() -> BaselineImport.env(ENV.replace("570.133.20", ""), frame)))
                .contains("seed:2: `DRIVER_VERSION` holds no exact version. " + ALL_PARTS);
        assertThat(problems(() ->
                        BaselineImport.env(ENV.replace("DRIVER_VERSION=570.133.20", "DRIVER_VERSION=n/a"), frame)))
                .containsExactly("seed:2: `DRIVER_VERSION` is n/a, and every baseline has a driver. " + ALL_PARTS);
        assertThat(problems(() -> BaselineImport.env(ENV.replace("DRIVER_VERSION", "# DRIVER_VERSION"), frame)))
                .containsExactly("seed: `DRIVER_VERSION` is missing. Add it. " + ALL_PARTS);
        assertThat(problems(() -> BaselineImport.env(
                        ENV + TWINS.replace("DRIVER_VERSION=570.124.06", "DRIVER_VERSION=n/a"), frame)))
                .singleElement()
                .asString()
                .contains("`PREV_DRIVER_VERSION` is n/a");
    }

    @Test
    void aWaiverOfOneLineIsTakenInTheListOfABaseline() throws IOException {
        BaselineConfig baseline = BaselineImport.env(ENV, frame).current();
        BaselineConfig.Waiver waiver = new BaselineConfig.Waiver(
                Field.VBIOS, "*", List.of(), "not \"known\": yet", Optional.of("kim"), LocalDate.of(2026, 12, 24));

        String text = BaselineText.of(baseline)
                .replace(
                        "waivers: []",
                        "waivers:\n  " + BaselineText.line(waiver).replace("\n", "\n  "));

        Config config = Config.load(ConfigDirectory.copiedTo(directory)
                .write("baselines/h100.yaml", text)
                .at());
        assertThat(config.expiredWaivers(LocalDate.of(2026, 12, 24))).isEmpty();
        assertThat(config.expiredWaivers(LocalDate.of(2026, 12, 25)))
                .singleElement()
                .asString()
                .contains("`vbios`", "`h100`", "2026-12-24");
    }

    @Test
    void asksForATwinOfEveryVersion() {
        assertThat(problems(() -> BaselineImport.env(ENV + "PREV_DRIVER_VERSION=570.124.06\n", frame)))
                .hasSize(5)
                .contains("seed: `PREV_DCGM_VERSION` is missing. Add it, or write PREV_DCGM_VERSION=n/a.");
    }

    @Test
    void resolvesBranchesOnceAndStoresWhatTheyMeant() {
        assertThat(BaselineImport.yaml(YAML, frame, repository).current().pins())
                .containsEntry(Field.OS_IMAGE, "ubuntu-24.04")
                .containsEntry(Field.KERNEL, "6.8.0-60-generic")
                .containsEntry(Field.DRIVER_VERSION, "570.133.20")
                .containsEntry(Field.CUDA_TOOLKIT, "12-9")
                .containsEntry(Field.FABRIC_MANAGER, "570.133.20")
                .containsEntry(Field.CONTAINER_TOOLKIT, "1.17.8");
    }

    @Test
    void refusesABranchOfWhichNoVersionIsKnown() {
        String later = YAML.replace("driver_branch: \"570\"", "driver_branch: \"999\"");
        assertThat(problems(() -> BaselineImport.yaml(later, frame, repository)))
                .containsExactly("seed:3: No exact version of this branch is known."
                        + " Write the exact version, or check the repository.");
    }

    /** The environment file is refused in the same words. */
    @Test
    void refusesADriverThatDoesNotApplyInTheYamlShape() {
        for (String none : List.of("n/a", "containers-only")) {
            String without = YAML.replace("driver_branch: \"570\"", "driver_branch: " + none);
            assertThat(problems(() -> BaselineImport.yaml(without, frame, repository)))
                    .containsExactly(
                            "seed:3: `driver_branch` is " + none + ", and every baseline has a driver. " + ALL_PARTS);
        }
    }

    @Test
    void namesTheNearestKeyOfTheYamlShape() {
        assertThat(problems(() -> BaselineImport.yaml(YAML.replace("os_image", "os_imge"), frame, repository)))
                .contains("seed:1: The key `os_imge` is not known here. Did you mean `os_image`?");
    }

    @Test
    void writesFilesThatLoadAsTheSameBaselines() throws IOException {
        BaselineImport.Imported imported = BaselineImport.env(ENV + TWINS, frame);
        ConfigDirectory config = ConfigDirectory.copiedTo(directory)
                .write("baselines/h100.yaml", BaselineText.of(imported.current()))
                .write(
                        "baselines/h100-previous.yaml",
                        BaselineText.of(imported.previous().orElseThrow()));
        assertThat(Config.load(config.at()).ref("h100"))
                .contains(BaselineHash.of(imported.baselines().getFirst()));
        assertThat(Config.load(config.at()).ref("h100-previous"))
                .contains(BaselineHash.of(imported.baselines().getLast()));
    }

    private static List<String> problems(Runnable load) {
        ConfigProblems problems = catchThrowableOfType(ConfigProblems.class, load::run);
        assertThat(problems).as("it was accepted").isNotNull();
        return problems.problems().stream().map(Problem::toString).toList();
    }

    /** A person fills in what is empty: that changes nothing else. */
    @Test
    void noPartOfTheTextIsAnotherNameOfAPart() {
        String text = BaselineText.of(BaselineImport.env(ENV, frame).current());

        assertThat(text)
                .contains("holds: []\n", "allowedSkips: []\n", "waivers: []\n")
                .doesNotContain("&", "*");
    }
}
