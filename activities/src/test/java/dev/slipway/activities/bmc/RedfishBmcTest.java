package dev.slipway.activities.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.activities.bmc.BmcFailure.Kind;
import dev.slipway.activities.bmc.BmcTarget.Trust;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.ssh.CommandTrail;
import dev.slipway.simulator.bmc.BmcFault;
import dev.slipway.simulator.bmc.SimulatedRedfish;
import io.temporal.client.ActivityCanceledException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Redfish over real TLS on the loopback, well served and badly. */
class RedfishBmcTest {
    private static final BmcTarget.Limits BRIEF =
            new BmcTarget.Limits(Duration.ofSeconds(5), Duration.ofSeconds(2), 200_000);
    private static final BmcTarget.Limits PATIENT =
            new BmcTarget.Limits(Duration.ofSeconds(20), Duration.ofSeconds(40), 200_000);

    @TempDir
    static Path keys = Path.of("");

    @TempDir
    Path folder = Path.of("");

    private final FakeChassis machine = new FakeChassis();
    private final FakeChassis neighbour = new FakeChassis();
    private SimulatedRedfish redfish = SimulatedRedfish.start(keys, Map.of("a", machine, "b", neighbour));
    private Trust trust = Trust.pinned(redfish.certificateSum());
    private String password = SimulatedRedfish.PASSWORD;

    @BeforeEach
    void quiet() {
        redfish.becomes("a");
    }

    @AfterEach
    void close() {
        redfish.close();
    }

    private BmcTarget target(BmcTarget.Limits limits) throws IOException {
        Path file = Files.writeString(folder.resolve("password"), password + "\n");
        return new BmcTarget(
                BmcTarget.Protocol.REDFISH,
                new BmcTarget.Endpoint("127.0.0.1", redfish.port(), Optional.of("a")),
                new BmcTarget.Login(SimulatedRedfish.USER, new BmcSecret(Optional.of(file), Optional.empty())),
                trust,
                limits);
    }

    private BmcState look() throws IOException {
        try (Bmc bmc = target(PATIENT).open(TestClock.running(1))) {
            return bmc.state();
        }
    }

    private void send(PowerAction action) throws IOException {
        try (Bmc bmc = target(PATIENT).open(TestClock.running(1))) {
            bmc.send(action);
        }
    }

    private BmcFailure failure(BmcTarget.Limits limits) throws IOException {
        try (Bmc bmc = target(limits).open(TestClock.running(1))) {
            return catchThrowableOfType(BmcFailure.class, bmc::state);
        }
    }

    @Test
    void readsPowerOffersAndMachineOfTheOneSystem() throws IOException {
        BmcState state = look();

        assertThat(state.power()).isEqualTo(PowerState.ON);
        assertThat(state.offers()).isEqualTo(EnumSet.allOf(PowerAction.class));
        assertThat(state.anotherThan(FakeChassis.UUID)).isFalse();
        assertThat(state.anotherThan("00000000-0000-0000-0000-000000000001")).isTrue();
        assertThat(state.says()).contains("certificate as pinned", "Simulated HGX", "ForceOff");
    }

    @Test
    void tellsTheNewestOfItsEventLogOverItsPagesInTheOrderOfTime() throws IOException {
        try (Bmc bmc = target(PATIENT).open(TestClock.running(1))) {
            assertThat(bmc.events(500))
                    .containsExactly(
                            "2026-11-20T01:00:00Z  OK  Power Supply 1: presence detected",
                            "2026-11-21T02:00:00Z  Critical  GPU 3: critical interrupt, bus fatal error");
            assertThat(bmc.events(1)).singleElement().asString().contains("GPU 3");
        }
    }

    @Test
    void aMachineThatWritesItsUuidTheOtherWayRoundIsTheSame() {
        BmcState state = new BmcState(
                PowerState.ON,
                EnumSet.noneOf(PowerAction.class),
                Optional.of("44454c4c-4200-1035-8052-B4C04F4D3732"),
                "");
        assertThat(state.anotherThan(FakeChassis.UUID)).isFalse();
    }

    @Test
    void turnsOffAndOnTheNamedSystemAndNoOther() throws IOException {
        send(PowerAction.OFF);
        assertThat(look().power()).isEqualTo(PowerState.OFF);
        send(PowerAction.ON);
        assertThat(look().power()).isEqualTo(PowerState.ON);
        assertThat(machine.done()).containsExactly("off", "on");
        assertThat(neighbour.done()).isEmpty();
    }

    @Test
    void sendsOnlyResetTypesThatAreAdvertised() throws IOException {
        redfish.becomes("a", BmcFault.RESTARTS_ONLY);

        assertThat(look().offers()).containsExactly(PowerAction.CYCLE);
        assertThat(catchThrowableOfType(BmcFailure.class, () -> send(PowerAction.OFF))
                        .kind())
                .isEqualTo(Kind.REFUSED);
        assertThat(redfish.resets("a")).isZero();
    }

    @Test
    void findsResetTypesInTheActionInfo() throws IOException {
        redfish.becomes("a", BmcFault.ACTION_INFO);
        assertThat(look().canBeReadBack()).isTrue();
    }

    @Test
    void aBmcThatOffersNoResetCannotEndAHang() throws IOException {
        redfish.becomes("a", BmcFault.OFFERS_NOTHING);
        assertThat(look().canCycle()).isFalse();
    }

    @Test
    void opensASessionWhereBasicAuthenticationIsRefusedAndClosesIt() throws IOException {
        redfish.becomes("a", BmcFault.SESSIONS_ONLY);

        assertThat(look().power()).isEqualTo(PowerState.ON);
        assertThat(redfish.openSessions()).isZero();
    }

    @Test
    void trustsACertificateThatIsPinnedByItsFile() throws IOException {
        trust = Trust.pinnedIn(redfish.certificateFile());
        assertThat(look().says()).contains("certificate as pinned");
    }

    @Test
    void anotherCertificateThanThePinnedOneGetsNoPassword() throws IOException {
        trust = Trust.pinned("00".repeat(32));

        BmcFailure failure = failure(PATIENT);

        assertThat(failure.kind()).isEqualTo(Kind.CERTIFICATE);
        assertThat(failure).hasMessageContaining(redfish.certificateSum());
        assertThat(failure.next()).contains("pin");
    }

    @Test
    void saysThatNoCertificateWasVerifiedWhereThatIsStated() throws IOException {
        trust = Trust.unverified();
        assertThat(look().says()).contains("certificate unverified, as stated");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BUSY           | BUSY    | answers 503               | wait until it has restarted
            HTML           | GARBLED | is not JSON (text/html)   | the BMC's own
            ANOTHER_SCHEMA | GARBLED | #Toaster.v1_0_0.Toaster   | correct `system`
            HUGE           | GARBLED | longer than 200000 bytes  | see what answers there
            TRUNCATED      | UNHEARD | broke off its answer      | try again
            DEAD           | UNHEARD | broke off its answer      | try again
            REDIRECTS      | GARBLED | https://192.0.2.1         | the password is sent nowhere else
            """)
    void eachBadAnswerIsToldWithTheNextStep(BmcFault fault, Kind kind, String says, String next) throws IOException {
        redfish.becomes("a", fault);

        BmcFailure failure = failure(PATIENT);

        assertThat(failure.kind()).as(failure.whole()).isEqualTo(kind);
        assertThat(failure).hasMessageContaining(says);
        assertThat(failure.next()).contains(next);
        assertThat(failure.whole()).hasSizeLessThan(500).doesNotContain(SimulatedRedfish.PASSWORD);
    }

    @Test
    void aWrongPasswordIsCalledThat() throws IOException {
        password = "wrong";
        BmcFailure failure = failure(PATIENT);
        assertThat(failure.kind()).as(failure.whole()).isEqualTo(Kind.LOGIN);
        assertThat(failure.next()).contains("correct user and password");
    }

    @Test
    void aMissingPasswordIsOurFault() throws IOException {
        password = "";
        BmcFailure failure = failure(PATIENT);
        assertThat(failure.kind()).isEqualTo(Kind.OURS);
    }

    @Test
    void nobodyAtTheAddressIsSilence() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        BmcTarget here = target(BRIEF);
        BmcTarget away = new BmcTarget(
                here.protocol(),
                new BmcTarget.Endpoint("127.0.0.1", free, Optional.empty()),
                here.login(),
                here.trust(),
                here.limits());
        try (Bmc bmc = away.open(TestClock.running(1))) {
            assertThat(catchThrowableOfType(BmcFailure.class, bmc::state).kind())
                    .isEqualTo(Kind.SILENT);
        }
    }

    @Test
    void severalSystemsAskForAName() throws IOException {
        BmcTarget here = target(PATIENT);
        BmcTarget nameless = new BmcTarget(
                here.protocol(),
                new BmcTarget.Endpoint("127.0.0.1", redfish.port(), Optional.empty()),
                here.login(),
                here.trust(),
                here.limits());
        try (Bmc bmc = nameless.open(TestClock.running(1))) {
            BmcFailure failure = catchThrowableOfType(BmcFailure.class, bmc::state);
            assertThat(failure).hasMessageContaining("it has the systems a, b");
            assertThat(failure.next()).contains("`system`");
        }
    }

    @Test
    void anOrderWhoseAnswerIsLateIsUnheardNotRefused() throws IOException {
        redfish.becomes("a", BmcFault.SLOW);
        try (Bmc bmc = target(BRIEF).open(TestClock.running(1))) {
            BmcFailure failure = catchThrowableOfType(BmcFailure.class, () -> bmc.send(PowerAction.OFF));
            assertThat(failure.kind()).isEqualTo(Kind.UNHEARD);
        }
        assertThat(machine.done()).containsExactly("off");
    }

    @Test
    void i29_aSlowAnswerIsWaitedForWithHeartbeatsAndNoLongerThanItsActivityLives() throws IOException {
        redfish.becomes("a", BmcFault.SLOW);
        TestClock clock = TestClock.running(1).onHeartbeat(detail -> {
            throw new ActivityCanceledException();
        });
        CommandTrail trail = new CommandTrail();
        try (Bmc bmc = target(PATIENT).open(clock)) {
            assertThatThrownBy(() -> trail.around(() -> {
                        bmc.send(PowerAction.OFF);
                        return true;
                    }))
                    .isInstanceOf(ActivityCanceledException.class);
        }
        assertThat(String.join("\n", trail.lines())).contains("answer not awaited: the activity was cancelled");
    }

    @Test
    void i29_whatWasSentIsOnTheTrailAndThePasswordIsNot() throws IOException {
        CommandTrail trail = new CommandTrail();
        try (Bmc bmc = target(PATIENT).open(TestClock.running(1))) {
            trail.around(() -> {
                bmc.send(PowerAction.OFF);
                return true;
            });
        }
        assertThat(String.join("\n", trail.lines()))
                .contains("POST /redfish/v1/Systems/a/Actions/ComputerSystem.Reset {\"ResetType\":\"ForceOff\"} → 204")
                .doesNotContain(SimulatedRedfish.PASSWORD)
                .doesNotContain("Authorization");
    }
}
