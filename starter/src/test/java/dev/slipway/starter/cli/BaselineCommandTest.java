package dev.slipway.starter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.Branches.Part;
import dev.slipway.facts.packages.PackageOffers;
import dev.slipway.starter.baselines.PackageBranches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineCommandTest {
    private static final String OFFERS = """
            nvidia-driver-570-server | 570.133.20-0ubuntu1 | http://a noble/restricted amd64 Packages
            nvidia-driver-570-server | 570.158.01-0ubuntu1 | http://a noble/restricted amd64 Packages
            nvidia-driver-580-server | 580.65.06-0ubuntu1 | http://a noble/restricted amd64 Packages
            nvidia-fabricmanager-570 | 570.124.06-1 | http://a  Packages
            nvidia-fabricmanager-570 | 570.133.20-1 | http://a  Packages
            cuda-toolkit-12-9 | 12.9.0-1 | http://a  Packages
            cuda-toolkit-12-9 | 12.9.1-1 | http://a  Packages
            nvidia-container-toolkit | 1.17.8-1 | http://a  Packages
            """;
    private static final String SEED = """
            os_image: ubuntu-24.04
            kernel: 6.8.0-60-generic
            driver_branch: "570"
            cuda_branch: "12.9"
            fabricmanager: "570"
            container_toolkit: "1.17"
            """;

    private static final String ENV = "DRIVER_VERSION=570.133.20\nCUDA_TOOLKIT=12.9\nCONTAINER_TOOLKIT=1.17.8\n"
            + "DCGM_VERSION=4.4.1\nFABRIC_MANAGER=570.133.20\n";

    private static final String PREVIOUS = "PREV_DRIVER_VERSION=570.124.06\nPREV_CUDA_TOOLKIT=12.8\n"
            + "PREV_CONTAINER_TOOLKIT=1.17.7\nPREV_DCGM_VERSION=4.2.3\nPREV_FABRIC_MANAGER=570.124.06\n"
            + "PREV_VBIOS_VERSION=n/a\n";

    @TempDir
    Path folder;

    private Said imported(String... more) {
        String[] hardware = {
            "baseline",
            "import",
            folder.resolve("seed").toString(),
            "--id",
            "h100",
            "--approved-by",
            "platform",
            "--sku",
            "HGX-H100-8",
            "--gpus",
            "8",
            "--gpu-model",
            "NVIDIA H100 80GB HBM3",
            "--nvswitch",
            "local",
            "--nvlinks",
            "18"
        };
        return Said.slipway(
                Map.of(), Stream.of(hardware, more).flatMap(Stream::of).toArray(String[]::new));
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void storesTheExactVersionsThatBranchesMean() throws IOException {
        write("seed", SEED);
        Said said = imported("--branches", write("offers", OFFERS));
        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out())
                .contains("driverVersion: 570.133.20")
                .contains("fabricManager: 570.133.20")
                .contains("cudaToolkit: 12-9")
                .contains("containerToolkit: 1.17.8");
    }

    @Test
    void resolvesBranchesByWhatANodeHas() throws IOException {
        write("seed", SEED);
        String packages = "nvidia-driver-570-server\t570.124.06-0ubuntu1\tinstall ok installed\n"
                + "nvidia-fabricmanager-570\t570.124.06-1\tinstall ok installed\n"
                + "cuda-toolkit-12-9\t12.9.1-1\tinstall ok installed\n"
                + "nvidia-container-toolkit\t1.17.7-1\tinstall ok installed\n";
        String answer = "@@ packages 0 " + packages.length() + "\n" + packages + "\n@@ end 0 0\n";
        assertThat(imported("--from-probe", write("probe", answer)).out())
                .contains("driverVersion: 570.124.06")
                .contains("containerToolkit: 1.17.7");
    }

    @Test
    void refusesABranchThatNothingResolves() throws IOException {
        write("seed", SEED);
        assertThat(imported().exit()).isEqualTo(Exit.USAGE);
        assertThat(imported().err()).contains("No exact version of this branch is known.");
        assertThat(imported("--branches", write("offers", "nothing\n")).err()).contains("no package with a version");
    }

    @Test
    void writesAFileOnceAndNeverOverIt() throws IOException {
        write("seed", ENV + "VBIOS_VERSION=n/a\n");
        assertThat(imported("--into", folder.toString()).out()).contains("h100 written to ");
        assertThat(Files.readString(folder.resolve("h100.yaml"))).contains("dcgm: 4.4.1");
        assertThat(imported("--into", folder.toString()).exit()).isEqualTo(Exit.REFUSED);
    }

    @Test
    void anOrdinaryEnvFileIsTakenAndWhatItLeavesOpenIsPrinted() throws IOException {
        write("seed", ENV + "VBIOS_VERSION=\n");

        Said said = imported("--branches", write("offers", OFFERS));

        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out())
                .contains("vbios: n/a")
                .contains("  nvidia-driver-570-server: 570.133.20-0ubuntu1\n")
                .contains("- nvidia-fabricmanager-570\n")
                .contains("# VBIOS_VERSION has no value: vbios is n/a and is not compared.")
                .containsPattern("#   - \\{field: vbios, node: '\\*', .*by: platform, expires: '20\\d\\d-..-..'}")
                .contains("# No package brings dcgm 4.4.1: add what does, for example:")
                .contains("#   packages: { NAME: VERSION }");
    }

    @Test
    void printsPackagesThatExcludeEachOtherToChooseOneFrom() throws IOException {
        write("seed", ENV + "VBIOS_VERSION=n/a\n");
        String offers = OFFERS.lines()
                .filter(line -> line.contains("-driver-570-server | 570.133"))
                .map(line -> line + "\n" + line.replace("-server", "-server-open") + "\n")
                .collect(Collectors.joining());

        offers += "nvidia-fabricmanager-570 | 570.124.06-1 | http://a\n";

        assertThat(imported("--branches", write("offers", offers)).out())
                .doesNotContain("\n  nvidia-driver-570-server")
                .contains("# nvidia-driver-570-server and nvidia-driver-570-server-open exclude each other")
                .contains("#   packages: { nvidia-driver-570-server-open: 570.133.20-0ubuntu1 }")
                .contains("#   packages: { nvidia-fabricmanager-570: VERSION }");
    }

    /** The file is valid, and the pre-checks P1 and P2 would refuse every run towards it. */
    @Test
    void saysWhatEveryRunWouldBeRefusedForAndPrintsTheLinesToAdd() throws IOException {
        write("seed", ENV + "VBIOS_VERSION=n/a\n");

        assertThat(imported("--branches", write("offers", OFFERS)).out())
                .contains("# kernel is n/a: every run is refused (P1).")
                .containsPattern("#   - \\{field: kernel, node: '\\*', .*by: platform, expires: '20\\d\\d-..-..'}")
                .contains("# previous is not named: every run is refused", "#   previous: ID");

        write("seed", SEED);
        assertThat(imported("--branches", write("offers", OFFERS)).out()).doesNotContain("kernel is n/a");

        write("seed", ENV + "VBIOS_VERSION=n/a\n" + PREVIOUS);
        Said both = imported("--branches", write("offers", OFFERS));
        assertThat(both.exit()).as(both.err()).isZero();
        assertThat(both.out()).contains("id: h100-previous", "# kernel is n/a").doesNotContain("previous is not named");
    }

    @Test
    void saysThatNothingIsInstalledWithoutPackages() throws IOException {
        write("seed", ENV + "VBIOS_VERSION=n/a\n");

        assertThat(imported("--into", folder.toString()).out())
                .contains("  packages and holds are empty: no run installs what is pinned.")
                .contains("    packages: { NAME: VERSION }\n    holds: [ NAME ]\n")
                .doesNotContain("VBIOS");
    }

    @Test
    void choosesNoDriverThatTheFabricManagerDoesNotHave() {
        PackageBranches branches =
                new PackageBranches(PackageOffers.parse(OFFERS).value().orElseThrow());
        assertThat(branches.exact(Part.DRIVER, "570")).contains("570.133.20");
        assertThat(branches.exact(Part.DRIVER, "580")).contains("580.65.06");
        assertThat(branches.exact(Part.DRIVER, "5")).isEmpty();
        assertThat(branches.exact(Part.CUDA, "12-9")).contains("12.9.1");
    }
}
