package dev.slipway.activities.connectivity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.bmc.BmcLogins;
import dev.slipway.activities.inventory.ExampleConfig;
import dev.slipway.activities.nodes.KnownMachines;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.ReportedMachine;
import dev.slipway.activities.ssh.NodeLogins;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.CheckResult;
import dev.slipway.model.FailureType;
import dev.slipway.model.Finding;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.NodePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor's look at a node: it must let us in, and be the machine that its fleet's file takes it for. */
class FleetConnectivityTest {
    /** The first member of the fleet. */
    private static final NodeRef FIRST = new NodeRef("c1", "gpu-000");

    private List<Condition> missing = List.of();

    @TempDir
    private Path folder = Path.of("");

    private List<CheckResult> looks(String answers, FleetRoster roster) {
        Config config = ExampleConfig.in(folder.resolve("config"));
        try (OneNode node = new OneNode(
                        folder.resolve("node"), NodePlan.clean(answers, 7).with(missing.toArray(Condition[]::new)));
                LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:access", "slipway", Optional.empty())) {
            return new FleetConnectivity(
                            config,
                            roster,
                            new FleetConnectivity.Checks(
                                    new NodeLogins(node::target),
                                    new BmcLogins(any -> Optional.empty()),
                                    List.of(),
                                    new KnownMachines(config, ledger.facts())::another))
                    .nodes("prod-a", false);
        }
    }

    private static FleetRoster reporting(ReportedMachine machine) {
        FleetRoster.Member member = new FleetRoster.Member(FIRST, "r00", true);
        return fleet -> List.of(new FleetRoster.Member(FIRST, member.rack(), true, member.outside(), machine));
    }

    @Test
    void aNodeThatIsTheMachineOfItsNameIsWell() {
        assertThat(looks("gpu-000", reporting(ReportedMachine.unknown())))
                .containsExactly(CheckResult.ok("SSH prod-a", "gpu-000: host key known, login and sudo -n work"));
    }

    @Test
    void anAddressThatLeadsToAnotherMemberIsTold() {
        CheckResult checkResult =
                looks("gpu-001", reporting(ReportedMachine.unknown())).getFirst();

        assertThat(checkResult.finding()).isEqualTo(Finding.WRONG);
        assertThat(checkResult.saw()).contains("gpu-000", "calls itself gpu-001");
        assertThat(checkResult.next()).contains("fleets/");
    }

    @Test
    void aMachineThatTheKubeletDoesNotReportIsTold() {
        CheckResult checkResult = looks("gpu-000", reporting(new ReportedMachine("m-9", "u-9", "", "")))
                .getFirst();

        assertThat(checkResult.finding()).isEqualTo(Finding.WRONG);
        assertThat(checkResult.saw()).contains("u-9", "product UUID");
    }

    @Test
    void aNodeOnWhichARequiredGateCannotRunIsTold() {
        missing = List.of(new Condition.ProgramMissing("all_reduce_perf"));

        CheckResult checkResult =
                looks("gpu-000", reporting(ReportedMachine.unknown())).getFirst();

        assertThat(checkResult.finding()).isEqualTo(Finding.WRONG);
        assertThat(checkResult.saw()).contains("gpu-000: G8 cannot run: all_reduce_perf is not there", "requires it");
        assertThat(checkResult.next()).startsWith("Install it");
    }

    @Test
    void aGateThatCannotRunAndIsNotRequiredIsTold() {
        missing = List.of(new Condition.ProgramMissing("mpirun"));

        List<CheckResult> looks = looks("gpu-000", reporting(ReportedMachine.unknown()));

        assertThat(looks).extracting(CheckResult::finding).containsOnly(Finding.OK);
        assertThat(looks.getLast().saw())
                .contains("gpu-000: G9 cannot run: mpirun is not there", "does not require it");
    }

    /** What is wrong with the cluster is said of its rights. */
    @Test
    void aClusterThatCannotBeAskedKeepsNobodyFromLookingAtTheNode() {
        assertThat(looks("gpu-000", fleet -> {
                    throw FailureType.TRANSIENT.of("the cluster does not answer");
                }))
                .containsExactly(CheckResult.ok("SSH prod-a", "gpu-000: host key known, login and sudo -n work"));
    }

    /** Twenty BMCs tell whether the network and the account are right; that the others were not asked is said. */
    @Test
    void theBmcsThatWereNotAskedAreCounted() throws IOException {
        ExampleConfig.in(folder);
        Path fleet = folder.resolve("fleets/prod-a.yaml");
        StringBuilder text = new StringBuilder(Files.readString(fleet).replaceAll("(?m)^  - .*\n", ""));
        for (int i = 0; i < 25; i++) {
            text.append("  - { name: gpu-%03d, rack: r09, sku: HGX-H100-8, bmc: { address: bmc-%03d, user: power, "
                            .formatted(i, i))
                    .append("passwordEnv: BMC, tls: unverified } }\n");
        }
        Files.writeString(fleet, text);
        FleetConnectivity access = new FleetConnectivity(
                Config.load(folder),
                reporting(ReportedMachine.unknown()),
                new FleetConnectivity.Checks(
                        new NodeLogins(node -> {
                            throw new IllegalStateException("nobody is logged in to");
                        }),
                        new BmcLogins(none -> Optional.empty()),
                        List.of(),
                        any -> Optional.empty()));

        assertThat(access.bmcs("prod-a", false))
                .containsExactly(
                        CheckResult.remark("BMC prod-a", "5 more BMCs were not asked", "slipway doctor --all"));
        assertThat(access.bmcs("prod-a", true)).isEmpty();
    }
}
