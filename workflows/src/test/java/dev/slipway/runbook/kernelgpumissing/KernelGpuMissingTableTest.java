package dev.slipway.runbook.kernelgpumissing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.fake.RunbookDocument;
import dev.slipway.fake.Sample;
import dev.slipway.fake.WithoutRunbooks;
import dev.slipway.model.Baseline;
import dev.slipway.model.Diagnosed;
import dev.slipway.model.Field;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.facts.DriverOwner;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.runbook.DecisionTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table, and that the document beside it names the same rows in the same order. */
class KernelGpuMissingTableTest {
    private static final String NV_C =
            "/var/lib/dkms/nvidia/570.133.20/build/nvidia/nv.c:95:10: error: implicit declaration of function";
    private static final KernelState.Offered FITS = offered("570-server-open", Sample.DRIVER);
    private static final KernelState.Offered OTHER_DRIVER = offered("570-server-open", "570.211.01");
    private static final KernelState.Offered OTHER_MAKE = offered("570-server", Sample.DRIVER);
    private static final KernelState.Offered UNTOLD = offered("570-server-open", "");

    private final KernelGpuMissingTable table = new KernelGpuMissingTable();

    static Stream<Arguments> rows() {
        return Stream.of(
                row("K1", "REPORT", n -> n.last = s -> s.identity = Reading.unknown("ssh: connection refused")),
                row("K1", "REPORT", n -> n.last = s -> s.kernels = KernelState.unread("df: no answer")),
                row("K1", "REPORT", n -> {
                    n.noModule().sample.version(Field.SECURE_BOOT, "enabled");
                    n.last = s -> s.load = dev.slipway.model.facts.LoadState.unread("journalctl: no answer");
                }),
                row("K2", "HOLD", n -> n.gpusAgain = 7),
                row("K3", "DIVERT", n -> {
                    n.gpusAgain = 7;
                    n.sample.bus = Reading.of(7);
                }),
                row("K4", "HOLD", n -> n.noModule().sample.owner = Reading.of(DriverOwner.BOTH)),
                row("K5", "DIVERT", n -> n.noModule().sample.broken = Reading.of(List.of("nvidia-dkms-570-server"))),
                row("K6", "HOLD", n -> n.noModule().journalKept = false),
                row("K7", "HOLD", n -> n.noModule().tools.remove("update-initramfs")),
                row("K8", "HOLD", n -> n.noModule().free.put("/boot", 3L << 20)),
                row("K8", "HOLD", n -> n.noModule().free.put("/var", 1L << 20)),
                row("K9", "BACK", n -> n.newer()),
                row("K10", "HOLD", n -> {
                    n.newer().builds.clear();
                    n.sample.packages = Reading.of(List.of(Sample.driver("570.1", "installed", true)));
                }),
                row("K11", "IMAGE", n -> {
                    n.newer().installed.removeFirst();
                    n.sample.pins.put(Field.IMAGE_VERSION, "img-1");
                }),
                row("K11", "IMAGE", n -> {
                    n.newer().installed.removeFirst();
                    n.sample.pins.put(Field.IMAGE_VERSION, "img-1");
                    n.sample.packages = Reading.of(List.of(Sample.driver("570.1", "installed", true)));
                }),
                row("K13", "PREPARE", n -> {
                    n.newer().builds.clear();
                    n.sample.pins.put(Field.IMAGE_VERSION, "img-1");
                }),
                row("K12", "PREPARE", n -> n.newer().installed.removeFirst()),
                row("K13", "PREPARE", n -> n.newer().builds.clear()),
                row("K28", "RETREAT", n -> n.noModule().unbuildable()),
                row("K28", "RETREAT", n -> {
                    n.newer().builds.clear();
                    n.noModule().unbuildable();
                }),
                row("K28", "RETREAT", n -> n.noModule().unbuildable().nouveau = new KernelState.Nouveau(true, false)),
                row("K14", "FORWARD", n -> n.silent().unbuildable().nouveau = new KernelState.Nouveau(true, false)),
                row("K9", "BACK", n -> n.newer().unbuildable()),
                row("K14", "FORWARD", n -> n.silent().nouveau = new KernelState.Nouveau(true, false)),
                row("K15", "FORWARD", n -> n.noModule().headers.clear()),
                row("K16", "FORWARD", n -> n.noModule()),
                row("K16", "FORWARD", n -> n.noModule().buildError = "cc1: fatal error: No space left on device"),
                row("K17", "RETREAT", n -> n.noModule().buildError = NV_C),
                row("K1", "REPORT", n -> n.precompiled().offered = Reading.unknown("no package lists")),
                row("K29", "DELIVER", n -> n.precompiled(OTHER_MAKE, OTHER_DRIVER, FITS)),
                row("K18", "RETREAT", n -> n.precompiled()),
                row("K18", "RETREAT", n -> n.precompiled(OTHER_MAKE)),
                row("K18", "RETREAT", n -> n.precompiled(OTHER_DRIVER)),
                row("K18", "RETREAT", n -> n.precompiled(UNTOLD)),
                row("K16", "FORWARD", n -> n.noModule().offered = Reading.unknown("no package lists")),
                row(
                        "K19",
                        "HOLD",
                        n -> n.silent()
                                .troubles
                                .add(new Trouble(
                                        Trouble.Kind.KEY_REJECTED,
                                        "Loading of module with unavailable key is rejected"))),
                row("K20", "DIVERT", n -> n.silent().sample.version(Field.DRIVER_USERSPACE, "570.124.06")),
                row(
                        "K21",
                        "DIVERT",
                        n -> n.silent()
                                .troubles
                                .add(new Trouble(Trouble.Kind.GSP_FIRMWARE, "gsp_ga10x.bin failed with error -2"))),
                row("K22", "HOLD", n -> n.silent().sample.version(Field.MODULE_FLAVOUR, "proprietary")),
                row("K23", "HOLD", n -> {
                    n.noModule().builds.clear();
                    n.sample.owner = Reading.of(DriverOwner.OPERATOR_CONTAINER);
                }),
                row("K24", "HOLD", n -> n.noModule().sample.owner = Reading.of(DriverOwner.RUNFILE)),
                row("K25", "HOLD", n -> n.noModule().builds.clear()),
                row("K25", "HOLD", n -> n.noModule().tools.remove("dkms")),
                row("K26", "DIVERT", n -> n.silent()),
                row("K27", "BACK", n -> {
                    n.installed.add(new KernelState.Installed(KernelNode.NEWER, true));
                    n.next = KernelNode.NEWER;
                }),
                row("K0", "CLEAN", n -> n.journalKept = false),
                row("K0", "CLEAN", n -> {}));
    }

    private static KernelState.Offered offered(String branch, String driver) {
        return new KernelState.Offered("linux-modules-nvidia-" + branch + "-" + KernelNode.PIN, "6.8.0-60.63", driver);
    }

    private static Arguments row(String id, String kind, Consumer<KernelNode> spoil) {
        return Arguments.of(id, kind, spoil);
    }

    /** K22 speaks of another baseline than the sample's. */
    private static Baseline baseline(String row, Baseline of) {
        Baseline.Profile profile = new Baseline.Profile("HGX-B200", 8, "NVIDIA B200", "local", 18, false);
        return new Baseline(
                of.id(),
                of.previous(),
                of.provenance(),
                row.equals("K22") ? profile : of.profile(),
                of.pins(),
                of.packages(),
                of.holds(),
                of.runtime(),
                of.gates(),
                of.waivers());
    }

    private Diagnosed diagnose(String row, Consumer<KernelNode> spoil) {
        KernelNode node = new KernelNode();
        spoil.accept(node);
        Sample sample = node.sample();
        return WithoutRunbooks.diagnose(
                table,
                sample.facts(),
                baseline(row, sample.baseline()),
                new DecisionTable.History(List::of, () -> List.copyOf(node.unbuildable)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rows")
    void i23_eachRowIsReachedByWhatItDescribes(String id, String kind, Consumer<KernelNode> spoil) {
        Diagnosed diagnosed = diagnose(id, spoil);

        assertThat(diagnosed.row() + " " + diagnosed.route().name())
                .as(diagnosed.title() + ": " + diagnosed.route().detail())
                .isEqualTo(id + " " + kind);
    }

    @Test
    void everyRowHasACase() {
        assertThat(rows().map(a -> a.get()[0]).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(List.copyOf(KernelGpuMissingTable.RULES.ids()));
    }

    @Test
    void theDocumentNamesTheSameRowsInTheSameOrder() throws IOException {
        assertThat(RunbookDocument.rowIds("kernelgpumissing", "K")).isEqualTo(KernelGpuMissingTable.RULES.ids());
    }

    @Test
    void nothingIsBuiltForAKernelThatNobodySanctioned() {
        for (Consumer<KernelNode> spoil : List.<Consumer<KernelNode>>of(
                n -> n.newer().headers.add(KernelNode.NEWER),
                n -> n.newer().buildError = NV_C,
                n -> n.newer().nouveau = new KernelState.Nouveau(true, false))) {
            assertThat(diagnose("K9", spoil).route().name()).isEqualTo("BACK");
        }
    }

    @Test
    void theReasonOfARetreatIsTheFirstErrorOfTheBuild() {
        assertThat(diagnose("K17", n -> n.noModule().buildError = NV_C).route().detail())
                .contains("implicit declaration")
                .contains("known-bad-builds.yaml: - { driver: " + Sample.DRIVER + ", kernel: " + KernelNode.PIN);
        assertThat(diagnose("K17", n -> n.noModule().buildError = "cc1: error: unrecognized command-line option")
                        .route()
                        .detail())
                .as("another node may have the right compiler")
                .doesNotContain("known-bad-builds.yaml");
        assertThat(diagnose("K28", n -> n.noModule().unbuildable()).route().detail())
                .contains("was not tried: seen before (known-bad-builds.yaml)");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("proofs")
    void aPairIsProvenByALogThatCanBeOfNothingElse(String what, boolean proven, Consumer<KernelNode> spoil) {
        KernelNode node = new KernelNode().noModule();
        node.buildError = NV_C;
        spoil.accept(node);
        Sample sample = node.sample();

        assertThat(UnbuildablePair.proven(sample.facts(), sample.baseline()))
                .isEqualTo(proven ? Optional.of(UnbuildablePair.of(sample.baseline(), NV_C)) : Optional.empty());
    }

    static Stream<Arguments> proofs() {
        return Stream.of(
                proof("the pinned driver failed for the pinned kernel", true, n -> {}),
                proof(
                        "an older compiler may be to blame",
                        false,
                        n -> n.buildError = "error: unrecognized command-line option"),
                proof("the disk is full", false, n -> n.buildError = "No space left on device"),
                proof("no error", false, n -> n.buildError = ""),
                proof("a kernel that nobody pins", false, KernelNode::newer),
                proof("no headers", false, n -> n.headers.clear()),
                proof("built since", false, n -> n.builds.add(KernelNode.build(KernelNode.PIN, "installed"))),
                proof("no driver in DKMS", false, n -> n.builds.clear()),
                proof(
                        "another driver in DKMS, whose log it may be",
                        false,
                        n -> n.builds.add(new NodeDetails.ModuleBuild("nvidia", "550.1", "", "added"))));
    }

    private static Arguments proof(String what, boolean proven, Consumer<KernelNode> spoil) {
        return Arguments.of(what, proven, spoil);
    }

    @Test
    void thePackageOfTheRouteIsTheOneThatFits() {
        assertThat(diagnose("K29", n -> n.precompiled(OTHER_DRIVER, FITS))
                        .route()
                        .detail())
                .isEqualTo(FITS.name() + " 6.8.0-60.63");
        assertThat(diagnose("K18", n -> n.precompiled(OTHER_DRIVER)).route().detail())
                .contains("on offer: " + OTHER_DRIVER.name() + " of driver 570.211.01");
    }

    @Test
    void kernelMessagesOfTheGspCountWhateverReadThem() {
        Diagnosed diagnosed = diagnose(
                "K21",
                n -> n.silent().sample.events = Reading.of(
                        List.of(new XidEvent(java.time.Instant.EPOCH, "", 0, false, "NVRM: RmInitAdapter failed!"))));

        assertThat(diagnosed.row()).isEqualTo("K21");
    }
}
