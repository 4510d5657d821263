package dev.slipway.activities.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.spi.SchedulingState;
import dev.slipway.activities.ssh.ChangedBaseline;
import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.facts.DcgmTarget;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.NodeDetails;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.PersistenceState;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuFindings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each part of a node by itself keeps it out of service: packages, GPUs on the bus, settings, MIG, services. */
class VerifiedPartsTest {
    private static final NodeFacts GOOD = Facts.good().facts();
    private static final SchedulingState UNSCHEDULED =
            new SchedulingState(false, Optional.empty(), Optional.empty(), "", Optional.empty());

    private static VerifiedFacts of(NodeFacts facts) {
        return new VerifiedFacts(facts, Facts.goal());
    }

    private static NodeFacts with(
            NodeFacts.Hardware hardware, NodeFacts.Software software, Reading<RuntimeSettings> runtime) {
        return new NodeFacts(
                        GOOD.node(),
                        GOOD.collectedAt(),
                        GOOD.identity(),
                        GOOD.boot(),
                        hardware,
                        software,
                        runtime,
                        GOOD.kernelEvents())
                .with(GOOD.log());
    }

    private static NodeFacts withPackages(List<InstalledPackage> installed, List<String> broken) {
        NodeFacts.Software found = GOOD.software();
        return with(
                GOOD.hardware(),
                new NodeFacts.Software(
                        found.versions(),
                        Reading.of(installed),
                        Reading.of(broken),
                        found.manifest(),
                        found.driverOwner(),
                        found.services(),
                        found.modulesLoaded()),
                GOOD.runtime());
    }

    private static NodeFacts onBus(Reading<Integer> found) {
        NodeFacts.Hardware hardware = GOOD.hardware();
        return with(
                new NodeFacts.Hardware(found, hardware.gpus(), hardware.holders(), hardware.fabric()),
                GOOD.software(),
                GOOD.runtime());
    }

    private static NodeFacts set(Reading<RuntimeSettings> settings) {
        return with(GOOD.hardware(), GOOD.software(), settings);
    }

    private static Baseline profiled(Baseline.Profile profile) {
        return ChangedBaseline.of(Facts.goal()).profile(profile).baseline();
    }

    private static void judged(GateResult result, Verdict verdict, String detail) {
        assertThat(result.verdict()).as(result.toString()).isEqualTo(verdict);
        assertThat(result.detail()).contains(detail);
    }

    @Test
    void g0_failsWhereTheNodeDoesNotSayWhichBootItRuns() {
        FactsRef known = Facts.ref();
        FactsRef silent = new FactsRef(known.node(), known.id(), "", "hash-1", known.collectedAt(), Facts.MACHINE, "");

        judged(of(GOOD).registered(silent, UNSCHEDULED), Verdict.FAIL, "does not say which boot");
    }

    @Test
    void g1_countsTheGpusOnTheBusBesidesThoseThatAnswer() {
        judged(of(onBus(Reading.of(7))).gpus(UNSCHEDULED, List.of()), Verdict.FAIL, "7 of 8 GPUs are on the bus");
        judged(
                of(onBus(Reading.unknown("no lspci"))).gpus(UNSCHEDULED, List.of()),
                Verdict.INFRASTRUCTURE,
                "GPUs on the bus could not be read: no lspci");
        judged(
                of(Facts.good().with(Reading.of(Facts.gpus(7, Facts.WELL))).facts())
                        .gpus(UNSCHEDULED, List.of()),
                Verdict.FAIL,
                "7 of 8 GPUs answer");
        judged(of(GOOD).gpus(UNSCHEDULED, List.of()), Verdict.PASS, "8 GPUs, the recorded ones");
    }

    @Test
    void g2_wantsEachPackageOfTheGoalInstalledAtItsVersion() {
        for (InstalledPackage wrong : List.of(
                new InstalledPackage("libnccl2", "2.27.2", "installed", true),
                new InstalledPackage("libnccl2", "2.27.3", "config-files", true),
                new InstalledPackage("libnccl-dev", "2.27.3", "installed", true))) {
            judged(
                    of(withPackages(List.of(wrong), List.of())).versions(Optional.empty()),
                    Verdict.FAIL,
                    "package libnccl2 is not at 2.27.3");
        }
    }

    @Test
    void g2_wantsNoHalfDonePackage() {
        List<InstalledPackage> installed = List.of(new InstalledPackage("libnccl2", "2.27.3", "installed", true));

        judged(
                of(withPackages(installed, List.of("libnvidia-compute", "dkms")))
                        .versions(Optional.empty()),
                Verdict.FAIL,
                "half-done packages: libnvidia-compute, dkms");
        judged(of(withPackages(installed, List.of())).versions(Optional.empty()), Verdict.PASS, "hgx");
    }

    @Test
    void g4_aNodeWithoutNvswitchNeedsNoFabric() {
        VerifiedFacts pcie = new VerifiedFacts(
                Facts.good()
                        .withServices(
                                Reading.of(Map.of("nvidia-persistenced", "active", "nvidia-fabricmanager", "active")))
                        .withFabric(Reading.unknown("no NVSwitch"))
                        .facts(),
                profiled(new Baseline.Profile("PCIe-8", 8, "H100", "none", 0, false)));

        judged(pcie.services(), Verdict.PASS, "services active");
        assertThat(pcie.services().detail()).doesNotContain("fabric");
        assertThat(of(GOOD).services().detail()).isEqualTo("services active, fabric complete");
    }

    @Test
    void g11_wantsTheSettingsOfTheGoal() {
        RuntimeSettings slow = new RuntimeSettings("Enabled", "Default", "500", "1593,1980", "Enabled", "Disabled");

        judged(of(set(Reading.of(slow))).settings(), Verdict.FAIL, "500");
        judged(
                of(set(Reading.unknown("nvidia-smi hung"))).settings(),
                Verdict.INFRASTRUCTURE,
                "the settings could not be read: nvidia-smi hung");
        judged(of(GOOD).settings(), Verdict.PASS, "settings as hgx");
    }

    /** The GPU is as the goal wants it, and DCGM would set it otherwise at the next reset. */
    @Test
    void g11_wantsNoOtherTargetOfDcgm() {
        Reading<List<DcgmTarget>> targets = Reading.of(List.of(new DcgmTarget(0, "Power Limit", "500", "700")));

        judged(
                of(GOOD.with(new PersistenceState(Reading.unknown("not asked"), Reading.unknown("not asked"), targets)))
                        .settings(),
                Verdict.FAIL,
                "dcgmTarget Power Limit 500 (now 700) on GPU 0");
    }

    /** DCGM is on the node, keeps the baseline's power limit, and was not answered. */
    @Test
    void i21_g11_unreadTargetsOfDcgmAreNotAPass() {
        judged(
                of(Facts.reading(Field.DCGM, "4.4.1")).settings(),
                Verdict.INFRASTRUCTURE,
                "DCGM's targets could not be read: ");
    }

    @Test
    void g11_wantsNoMigWhereTheProfileForbidsIt() {
        NodeFacts sliced = Facts.good()
                .with(Reading.of(Facts.gpus(8, new Gpu.Health("None", "No", "No", "96.00", "Enabled"))))
                .facts();

        judged(of(sliced).settings(), Verdict.FAIL, "MIG is enabled");
        VerifiedFacts allowed =
                new VerifiedFacts(sliced, profiled(new Baseline.Profile("HGX-H100-8", 8, "H100", "local", 18, true)));
        judged(allowed.settings(), Verdict.PASS, "settings");
        judged(
                of(Facts.good().with(Reading.unknown("nvidia-smi hung")).facts())
                        .settings(),
                Verdict.INFRASTRUCTURE,
                "the GPUs could not be read");
    }

    /** What {@code slipway parse} weighs as FAIL passes no gate, and what it warns of stands in the result. */
    @Test
    void g3_judgesHealthAsParseDoes() {
        judged(
                of(health(Reading.of("FAIL: ECC Errors/Channel Repair Pending: Yes")))
                        .errors(),
                Verdict.FAIL,
                "Channel");
        judged(of(health(Reading.of("WARN: the hardware slows the GPU down"))).errors(), Verdict.PASS, "slows");
        judged(of(health(Reading.unknown("smi-q: Fabric/State: new"))).errors(), Verdict.INFRASTRUCTURE, "new");
        judged(of(health(Reading.of("clean"))).errors(), Verdict.PASS, "no error");
        assertThat(new Soak(health(Reading.of("FAIL: Fabric/Health/Summary: Unhealthy")), false).troubles(UNSCHEDULED))
                .contains("GPU 0000:00:00.0 Fabric/Health/Summary: Unhealthy");
        assertThat(new Soak(health(Reading.unknown("smi-q: Fabric/State: new")), false).troubles(UNSCHEDULED))
                .contains("GPU 0000:00:00.0 health could not be read: smi-q: Fabric/State: new");
    }

    private static NodeFacts health(Reading<String> found) {
        NodeFacts good = Facts.good().facts();
        NodeDetails d = good.details();
        NodeDetails details = new NodeDetails(
                d.collected(),
                d.bootedAt(),
                Map.of("0000:00:00.0", Map.of(GpuFindings.DETAIL, found)),
                d.dkms(),
                d.initramfsDriver(),
                d.outside());
        return new NodeFacts(
                good.node(),
                good.collectedAt(),
                good.identity(),
                good.boot(),
                good.hardware(),
                good.software(),
                good.runtime(),
                good.kernelEvents(),
                good.load(),
                good.kernels(),
                good.driverFiles(),
                good.fabric(),
                good.persistence(),
                details,
                good.log());
    }

    @Test
    void g3_aGpuThatWaitsForARowRemapIsNotWell() {
        for (String trouble : List.of("pending", "failed")) {
            boolean pending = trouble.equals("pending");
            NodeFacts sick = Facts.good()
                    .with(Reading.of(Facts.gpus(
                            1,
                            new Gpu.Health(
                                    "None", pending ? "Yes" : "No", pending ? "No" : "Yes", "96.00", "Disabled"))))
                    .facts();

            judged(of(sick).errors(), Verdict.FAIL, "row remap " + trouble);
            assertThat(new Soak(sick, false).troubles(UNSCHEDULED)).anyMatch(text -> text.contains(trouble));
        }
    }
}
