package dev.slipway.rules.triage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.slipway.fake.Sample;
import dev.slipway.model.Field;
import dev.slipway.model.Route;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.LoadState.Trouble.Kind;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.gpu.Gpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TriageTableTest {
    private static final String MISMATCH = "smi-gpus: driver/library version mismatch";

    static Stream<Arguments> rows() {
        return Stream.of(
                arguments("R1", "oob", outOfReach(false)),
                arguments("R2", "thermal", Known.well().said(Symptom.THERMAL).spoiled(s -> s.bus = Reading.of(7))),
                arguments("R3", "gpu-fault-rma", Known.well().spoiled(s -> s.bus = Reading.of(7))),
                arguments("R4", "kernel-gpu-missing", noModule()),
                arguments("R5", "module-reload", mismatch(Field.DRIVER_RESIDENT)),
                arguments("R5", "module-reload", mismatch(Field.DRIVER_USERSPACE)),
                arguments(
                        "R6",
                        "gsp-mismatch",
                        silent("smi-gpus: the driver finds no GPU")
                                .xid(0, "NVRM: GPU 0000:10:00.0: RmInitAdapter failed! (0x62:0xffff:2477)")),
                arguments(
                        "R6",
                        "gsp-mismatch",
                        silent("smi-gpus: the driver finds no GPU")
                                .trouble(
                                        Kind.GSP_FIRMWARE,
                                        "loading nvidia/570.133.20/gsp_ga10x.bin failed with error -2")),
                arguments("R6", "gsp-mismatch", twoBranches()),
                arguments(
                        "R7",
                        "module-reload",
                        silent("smi-gpus: nvidia-smi cannot reach the driver")
                                .trouble(Kind.OTHER_KERNEL, "nvidia: disagrees about version of symbol module_layout")),
                arguments(
                        "R8",
                        "fabric-manager",
                        Known.well()
                                .spoiled(s -> s.services = Reading.of(
                                        Map.of("nvidia-persistenced", "active", "nvidia-fabricmanager", "failed")))),
                arguments("R8", "fabric-manager", Known.well().said(Symptom.CUDA_NOT_READY)),
                arguments(
                        "R8",
                        "fabric-manager",
                        Known.well()
                                .spoiled(s ->
                                        s.links = new NodeFacts.Fabric("Completed | In Progress ([N/A])", 18, 18))),
                arguments("R9", "nvlink-visibility", Known.well().said(Symptom.PEER_PATH_SLOW)),
                arguments("R10", "gpu-fault-rma", Known.well().xid(62, "halted")),
                arguments(
                        "R10",
                        "ecc-toggle",
                        Known.well().health(new Gpu.Health("None", "Yes", "No", "96.00.74.00.01", "Disabled"))),
                arguments("R11", "image-drift", Known.well().spoiled(s -> s.version(Field.KERNEL, "6.8.0-90-generic"))),
                arguments("R12", "mig-stale", Known.well().mig(Map.of("nvidia.com/mig-1g.10gb", "7"))),
                arguments(
                        "R13",
                        "persistence",
                        Known.well()
                                .spoiled(s -> s.runtime = Reading.of(new RuntimeSettings(
                                        "Disabled", "Default", "700", "2619,1980", "Enabled", "Disabled")))),
                arguments("R14", "pcie-bandwidth", Known.well().said(Symptom.PCIE_SLOW)),
                arguments("R15", "nccl-hang", Known.well().said(Symptom.JOB_HANGS)),
                arguments("R16", "sched-pending", Known.well().said(Symptom.JOBS_PENDING)),
                arguments("R17", "topology", Known.well().said(Symptom.SLOW_COLLECTIVES)),
                arguments("R18", "train-oom", Known.well().said(Symptom.TRAINING_OOM)),
                arguments("R18", "train-mfu", Known.well().said(Symptom.TRAINING_SLOW)),
                arguments("R18", "ckpt-resume", Known.well().said(Symptom.TRAINING_CRASHED)),
                arguments("R18", "infer-slo", Known.well().said(Symptom.INFERENCE_SLOW)),
                arguments("R18", "infer-kv", Known.well().said(Symptom.INFERENCE_CACHE)),
                arguments(
                        "R19",
                        "module-reload",
                        silent("smi-gpus: nvidia-smi cannot reach the driver").trouble(Kind.VERSION_MISMATCH, "x")));
    }

    @ParameterizedTest(name = "{0} → {1}")
    @MethodSource("rows")
    void takesTheFirstRowThatFits(String row, String runbook, Known known) {
        TriageResult found = known.routed();

        assertThat(found.row()).as(found.toString()).isEqualTo(row);
        assertThat(found.route()).isEqualTo(new Route(Route.Kind.DIVERT, runbook));
        assertThat(found.facts()).isNotEmpty();
        assertThat(found.nothingToDo()).isFalse();
    }

    @Test
    void aRowIsSeenBesideTheOneThatFitsBeforeItAndNotWhereItIsThatOnesWork() {
        RoutingInput stale =
                Known.well().mig(Map.of("nvidia.com/mig-1g.10gb", "7")).signals();

        assertThat(TriageTable.beside("R12", stale, ""))
                .hasValueSatisfying(said -> assertThat(said)
                        .startsWith("R12 (mig-stale) ")
                        .contains("advertised 7 × 1g.10gb, on the GPUs none"));
        assertThat(TriageTable.beside("R12", stale, "mig-stale")).isEmpty();
        assertThat(TriageTable.beside("R13", stale, "")).isEmpty();
        assertThat(TriageTable.beside("R12", Known.well().signals(), "")).isEmpty();
    }

    @Test
    void everyRowHasACase() {
        assertThat(rows().map(a -> a.get()[0]).distinct())
                .containsExactlyElementsOf(
                        TriageTable.rowIds().stream().map(Object.class::cast).toList());
    }

    @Test
    void isDocumentedRowByRowAndXidByXid() throws IOException {
        String document = Files.readString(Path.of("../docs/router.md"));
        int at = 0;
        for (String row : TriageTable.rowIds()) {
            assertThat(document.indexOf("\n| " + row + " |", at)).as(row).isGreaterThan(at);
            at = document.indexOf("\n| " + row + " |", at);
        }
        Set<String> listed = document.lines()
                .filter(line -> line.matches("\\| [0-9, ]+ \\|.*"))
                .flatMap(line -> Stream.of(line.split("\\|", -1)[1].strip().split(", ", -1)))
                .collect(Collectors.toSet());
        assertThat(XidCatalogue.all())
                .extracting(entry -> Integer.toString(entry.code()))
                .containsExactlyInAnyOrderElementsOf(listed);
        for (Symptom symptom : Symptom.values()) {
            assertThat(document).contains("`" + symptom.word() + "`");
        }
    }

    private static Known outOfReach(boolean bmc) {
        return Known.well()
                .spoiled(s -> {
                    s.identity = Reading.unknown("no answer");
                    s.boot = Reading.unknown("gpu-1 refused the connection");
                    s.bus = Reading.unknown("no answer");
                    s.gpus = Reading.unknown("no answer");
                    s.events = Reading.unknown("no answer");
                })
                .with(k -> k.outside = RoutingInput.Outside.none().withBmc(Reading.of(bmc)));
    }

    @Test
    void comparesWhatIsOfferedOfMigWithWhatTheGpusAreCutInto() {
        assertThat(Known.well().mig(Map.of("nvidia.com/gpu", "8")).routed().row())
                .isEqualTo("R0");
        assertThat(Known.well()
                        .mig(Map.of("nvidia.com/gpu", "0", "nvidia.com/mig-1g.10gb.me", "1"), "1g.10gb+me")
                        .routed()
                        .row())
                .isEqualTo("R0");
        assertThat(Known.well()
                        .mig(Map.of("nvidia.com/gpu", "2"), "1g.10gb", "1g.10gb")
                        .routed()
                        .row())
                .as("the single strategy")
                .isEqualTo("R0");
        TriageResult stale = Known.well()
                .mig(Map.of("nvidia.com/gpu", "8"), "1g.10gb", "1g.10gb")
                .routed();
        assertThat(stale.row()).isEqualTo("R12");
        assertThat(stale.facts()).containsExactly("advertised 8 × nvidia.com/gpu, on the GPUs 2 × 1g.10gb");
        assertThat(Known.well()
                        .mig(Map.of("nvidia.com/mig.config.state", "failed"))
                        .routed()
                        .facts())
                .containsExactly("nvidia.com/mig.config.state is failed");
    }

    private static Known silent(String why) {
        return Known.well().spoiled(s -> {
            s.gpus = Reading.unknown(why);
            s.versions.put(Field.DRIVER_VERSION, Reading.unknown(why));
        });
    }

    private static Known noModule() {
        return silent("smi-gpus: nvidia-smi cannot reach the driver")
                .spoiled(s -> s.versions.put(
                        Field.DRIVER_ON_DISK,
                        Reading.unknown("modinfo: exit 1: modinfo: ERROR: Module nvidia not found.")));
    }

    private static Known mismatch(Field older) {
        return silent(MISMATCH).spoiled(s -> s.version(older, "570.124.06"));
    }

    private static Known twoBranches() {
        return Known.well()
                .spoiled(s -> s.packages = Reading.of(List.of(
                        Sample.driver(Sample.DRIVER + "-0ubuntu1", "installed", true),
                        new InstalledPackage("nvidia-dkms-550", "550.54.14", "installed", false))));
    }

    @Test
    void saysThatThereIsNothingToDoOnlyWhereEveryRowWasJudged() {
        TriageResult found = Known.well().routed();

        assertThat(found.open()).isEmpty();
        assertThat(found.row()).isEqualTo("R0");
        assertThat(found.nothingToDo()).isTrue();
        assertThat(found.needs())
                .extracting(TriageResult.Open::row)
                .containsExactly("R2", "R14", "R15", "R16", "R17", "R18");
    }

    /** Unknown is never clean. */
    @Test
    void namesEveryRowThatItCouldNotJudge() {
        TriageResult found = Known.well()
                .spoiled(s -> {
                    s.events = Reading.unknown("kernel-log was not read");
                    s.services = Reading.unknown("services was not read");
                })
                .routed();

        assertThat(found.row()).isEqualTo("R0");
        assertThat(found.route().kind()).isEqualTo(Route.Kind.REPORT);
        assertThat(found.nothingToDo()).isFalse();
        assertThat(found.open()).extracting(TriageResult.Open::row).containsExactly("R8", "R10", "R13");
        assertThat(found.open().get(1).missing()).containsExactly("XIDs since T0: kernel-log was not read");
    }

    @Test
    void asksForABaselineWhereARowNeedsOne() {
        RoutingInput input = Known.well().signals();
        TriageResult found = TriageTable.route(
                new RoutingInput(input.facts(), Optional.empty(), input.outside(), input.past(), input.policy()));

        assertThat(found.nothingToDo()).isFalse();
        assertThat(found.open()).extracting(TriageResult.Open::row).containsExactly("R3", "R8", "R9", "R11", "R12");
    }

    @Test
    void takesANodeWithALivingBmcForNoCaseOfPowerAndStillNotForWell() {
        TriageResult found = outOfReach(true).routed();

        assertThat(found.row()).isEqualTo("R0");
        assertThat(found.nothingToDo()).isFalse();
        assertThat(found.open()).extracting(TriageResult.Open::row).contains("R3", "R10", "R19");
    }

    /** I23: a node whose nvidia-smi fails is broken, not drifted. */
    @Test
    void neverCallsABrokenNodeDrifted() {
        TriageResult found = silent("smi-gpus: nvidia-smi cannot reach the driver")
                .spoiled(s -> s.version(Field.KERNEL, "6.8.0-90-generic"))
                .trouble(Kind.UNSUPPORTED, "x")
                .routed();

        assertThat(found.row()).isEqualTo("R19");
    }

    @Test
    void countsTheDriverOfAContainerAsBuiltWhereItIsLoaded() {
        TriageResult found = noModule()
                .spoiled(s -> s.owner = Reading.of(DriverOwner.OPERATOR_CONTAINER))
                .routed();

        assertThat(found.row()).isNotEqualTo("R4");
    }

    @ParameterizedTest
    @EnumSource(DcgmVerdict.Severity.class)
    void weighsTheDiagBySeverity(DcgmVerdict.Severity severity) {
        Known known = Known.well();
        known.outside = known.outside.with(new DcgmVerdict(severity, "memory on GPU 3"));
        TriageResult found = known.routed();

        switch (severity) {
            case NONE, MONITOR, CONFIG -> assertThat(found.row()).isEqualTo("R0");
            case RESET, ISOLATE -> assertThat(found.route()).isEqualTo(new Route(Route.Kind.DIVERT, "gpu-fault-rma"));
            case TRIAGE, UNKNOWN -> assertThat(found.route().kind()).isEqualTo(Route.Kind.HOLD);
        }
    }
}
