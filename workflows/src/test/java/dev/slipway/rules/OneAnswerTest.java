package dev.slipway.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.Sample;
import dev.slipway.model.Field;
import dev.slipway.model.Route;
import dev.slipway.model.facts.DriverBranch;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.FabricState;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.XidEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions that tables and the router used to answer differently: the answer that all of them give now. */
class OneAnswerTest {
    private final Sample sample = Sample.clean();

    private NodeView node() {
        return NodeView.of(sample.facts(), sample.baseline());
    }

    private static LoadState load(Reading<List<String>> files, Reading<List<Trouble>> troubles) {
        LoadState none = LoadState.unread("not asked");
        return new LoadState(
                none.loaded(), files, none.vermagic(), none.signer(), none.flavour(), none.initramfs(), troubles);
    }

    /** Tables took every answer that was not read for silence; a reading that did not come about is none. */
    @ParameterizedTest
    @CsvSource({
        "smi-gpus: driver/library version mismatch, YES",
        "smi-gpus: no answer within its time limit, YES",
        "smi-gpus: no GPU in the answer, YES",
        "smi-gpus was not read, UNKNOWN",
        "the answer is cut in section smi-gpus, UNKNOWN"
    })
    void gpusAreSilentOnlyWhereNvidiaSmiItselfFailed(String why, Judgement.Kind kind) {
        sample.gpus = Reading.unknown(why);

        assertThat(node().gpus().silent().kind()).isEqualTo(kind);
        assertThat(node().gpus().unsafe()).as("unknown is unsafe").isTrue();
    }

    /** The tool comes with the operator's container: while that is down nobody answers, and no node is held for it. */
    @Test
    void theOperatorsNodeIsHeldOnlyWhereItsToolRan() {
        sample.owner = Reading.of(DriverOwner.OPERATOR_CONTAINER);
        sample.gpus = Reading.unknown("smi-gpus: exit 127: nvidia-smi: not found");
        assertThat(node().gpus().silent().isYes()).isTrue();
        assertThat(OperatorDriver.route(node()).kind()).isEqualTo(Route.Kind.REPORT);

        sample.silent();
        assertThat(OperatorDriver.route(node()).kind()).isEqualTo(Route.Kind.HOLD);
    }

    /** A bus that was not read was no GPU at all for one table, and every GPU for another. */
    @Test
    void aBusThatWasNotReadLacksNoGpuAndHasNone() {
        sample.bus = Reading.unknown("no lspci");

        assertThat(node().gpus().missing().isUnknown()).isTrue();
        assertThat(node().gpus().missing().sentence()).isEqualTo("gpusOnBus (no lspci)");
    }

    /** One table read load messages only, one all events ever, one those of this boot, the router those since T0. */
    @Test
    void firmwareIsToBlameByEitherReadingOfThisBootsLog() {
        assertThat(node().log().firmwareToBlame().isNo())
                .as("events alone say no")
                .isTrue();

        sample.load = load(Reading.unknown("-"), Reading.of(List.of(new Trouble(Trouble.Kind.ADAPTER, "a line"))));
        assertThat(node().log().firmwareToBlame().sentence()).isEqualTo("a line");

        sample.load = load(Reading.unknown("-"), Reading.of(List.of()));
        sample.events = Reading.of(List.of(new XidEvent(Instant.EPOCH, "", 0, false, "cannot initialize GSP RM")));
        assertThat(node().log().firmwareToBlame().isYes()).isTrue();

        sample.events = Reading.unknown("no journal");
        assertThat(node().log().firmwareToBlame().isNo()).isTrue();

        sample.load = LoadState.unread("no journal");
        assertThat(node().log().firmwareToBlame().isUnknown()).isTrue();
    }

    /** By the files, else by modinfo, else by DKMS: each was the only answer of somebody. */
    @Test
    void theModuleIsMissingByTheBestEvidenceThatWasRead() {
        assertThat(node().driver().noModule().isNo()).as("modinfo finds it").isTrue();

        sample.versions.put(Field.DRIVER_ON_DISK, Reading.unknown("modinfo: Module nvidia not found."));
        assertThat(node().driver().noModule().isYes()).isTrue();

        sample.load = load(Reading.of(List.of("/lib/modules/k/nvidia.ko")), Reading.of(List.of()));
        assertThat(node().driver().noModule().isNo()).as("the file is there").isTrue();

        sample.load = LoadState.unread("find: exit 1");
        sample.versions.put(Field.DRIVER_ON_DISK, Reading.unknown("modinfo: no answer"));
        assertThat(node().driver().noModule().isUnknown()).isTrue();
    }

    /** 150 MB were enough for one runbook, and 256 for another: an initramfs holds the GPUs' firmware, too. */
    @Test
    void bootNeedsRoomForOneMoreInitramfsWithFirmware() {
        assertThat(free(255).driver().noRoom(Map.of()).sentence()).isEqualTo("no room: /boot 255 MB free");
        assertThat(free(256).driver().noRoom(Map.of()).isNo()).isTrue();
    }

    private NodeView free(long boot) {
        KernelState no = KernelState.unread("not asked");
        sample.kernels = new KernelState(
                no.builds(),
                no.headers(),
                no.buildLog(),
                no.kernels(),
                no.boot(),
                no.nouveau(),
                Reading.of(Map.of("/boot", boot << 20)),
                no.tools(),
                no.gpusAgain(),
                no.offered());
        return node();
    }

    @ParameterizedTest
    @CsvSource({
        "nvidia-driver-570-server, 570",
        "nvidia-dkms-550, 550",
        "libnvidia-compute-580-server, 580",
        "linux-modules-nvidia-570-server-open-6.8.0-58-generic, 570",
        "cuda-drivers-570, 570",
        "nvidia-container-toolkit, ''",
        "libnvidia-container1, ''"
    })
    void aPackageBearsOneBranch(String name, String branch) {
        assertThat(DriverBranch.ofPackage(name).orElse("")).isEqualTo(branch);
    }

    /** A second branch that is half there is there; what only left its configuration is not. */
    @ParameterizedTest
    @CsvSource({"installed, YES", "half-configured, YES", "config-files, NO", "not-installed, NO"})
    void twoBranchesAreThereByTheDriversOwnPackages(String status, Judgement.Kind kind) {
        sample.packages = Reading.of(List.of(
                Sample.driver(Sample.DRIVER + "-0ubuntu1", "installed", true),
                new InstalledPackage("nvidia-driver-550-server", "550.1", status, false)));

        assertThat(node().driver().twoBranches().kind()).isEqualTo(kind);
    }

    /** The router read what all GPUs say together, the table each of them. */
    @Test
    void gpusAreRegisteredByEachOfThemWhereEachWasRead() {
        sample.links = new NodeFacts.Fabric("In Progress", 18, 18);
        assertThat(node().fabric().notRegistered().isYes()).isTrue();

        FabricState.Registration whole = new FabricState.Registration("0000:10:00.0", "GPU-0", "Completed", "Success");
        sample.fabric = new FabricState(
                Reading.of(List.of()), Reading.of(List.of()), Reading.of(List.of(whole)), Reading.of(List.of()));
        assertThat(node().fabric().notRegistered().isNo()).isTrue();
    }

    /** For some tables packages that were not read were not broken. */
    @Test
    void packagesThatWereNotReadAreNotWhole() {
        sample.broken = Reading.unknown("dpkg: locked");

        assertThat(node().driver().packagesBroken().sentence()).isEqualTo("packagesBroken (dpkg: locked)");
    }

    @Test
    void everyGpuThatTheNodeMustHaveAnswers() {
        List<Gpu> seven = Sample.gpus(7);
        sample.gpus = Reading.of(seven);

        assertThat(node().gpus().silent().sentence()).isEqualTo("the GPUs do not answer: 7 of them do");
    }
}
