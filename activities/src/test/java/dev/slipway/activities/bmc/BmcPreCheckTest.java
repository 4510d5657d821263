package dev.slipway.activities.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.bmc.FakeBmc.Manner;
import dev.slipway.activities.spi.OutOfBand;
import dev.slipway.model.Act;
import dev.slipway.model.Finding;
import dev.slipway.model.Step;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BmcPreCheckTest {
    private static final NodeRef NODE = new NodeRef("c", "gpu-001");

    private final FakeBmc bmc = new FakeBmc(new FakeChassis());
    private Optional<BmcDirectory.Waiver> waiver = Optional.empty();
    private boolean configured = true;
    private String product = FakeChassis.UUID;

    private BmcDirectory directory() {
        return node -> configured ? Optional.of(new BmcDirectory.Entry(() -> bmc, waiver, true)) : Optional.empty();
    }

    private OutOfBand look() {
        return new BmcPreCheck(directory())
                .check(new Act(
                        NODE,
                        "f",
                        "token-1",
                        NODE.workflowId(),
                        "image-drift",
                        Step.PRE_CHECKS,
                        1,
                        Optional.of(new Identity("m", product, Optional.empty())),
                        Instant.EPOCH));
    }

    @Test
    void i30_hasNothingAgainstANodeWhoseBmcCouldBringItBack() {
        assertThat(look()).isEqualTo(OutOfBand.nothing());
    }

    @Test
    void i30_aDeadBmcForbidsWhatMayReboot() {
        bmc.is(Manner.SILENT);
        assertThat(look().objections())
                .singleElement()
                .asString()
                .startsWith("I30: the BMC in memory does not answer – see its network");
    }

    @Test
    void i30_aBmcThatOffersNoResetIsAsGoodAsDead() {
        bmc.offering();
        assertThat(look().objections()).singleElement().asString().contains("offers no reset");
    }

    @Test
    void i30_theBmcOfAnotherMachineIsNone() {
        product = "00000000-1111-2222-3333-444444444444";
        assertThat(look().objections()).singleElement().asString().contains("another machine");
    }

    @Test
    void i30_aWaiverLetsTheNodeLeaveAndIsOnRecordWithNameAndReason() {
        bmc.is(Manner.SILENT);
        waiver = Optional.of(new BmcDirectory.Waiver("kim", "BMC board is on order, ticket 4711"));
        assertThat(look().objections()).isEmpty();
        assertThat(look().remarks())
                .singleElement()
                .asString()
                .contains("waived by kim (BMC board is on order, ticket 4711)", "does not answer");
    }

    @Test
    void i30_aNodeWithoutABmcIsRemarked() {
        configured = false;
        assertThat(look().objections()).isEmpty();
        assertThat(look().remarks()).singleElement().asString().contains("no BMC is configured for gpu-001");
    }

    @Test
    void theDoctorHasALineForEachBmc() {
        BmcLogins logins = new BmcLogins(directory());
        assertThat(logins.check("BMC f", List.of(NODE))).singleElement().satisfies(checkResult -> {
            assertThat(checkResult.part()).isEqualTo("BMC f gpu-001");
            assertThat(checkResult.finding()).isEqualTo(Finding.OK);
            assertThat(checkResult.saw()).contains("lets us in");
        });
        bmc.is(Manner.SILENT);
        assertThat(logins.check("BMC f", List.of(NODE))).singleElement().satisfies(checkResult -> {
            assertThat(checkResult.finding()).isEqualTo(Finding.WRONG);
            assertThat(checkResult.next()).isEqualTo("see its network");
        });
    }
}
