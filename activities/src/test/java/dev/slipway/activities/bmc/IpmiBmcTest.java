package dev.slipway.activities.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.activities.bmc.BmcFailure.Kind;
import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.ssh.CommandTrail;
import io.temporal.client.ActivityCanceledException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program in the place of ipmitool, which answers as that does. */
class IpmiBmcTest {
    private static final String SECRET = "a secret for ipmi";

    /** Keeps the power in a file and what it was called with in another; knows one password. */
    private static final String TOOL = """
            #!/bin/sh
            here=$(dirname "$0")
            echo "$*" >>"$here/calls"
            [ ! -e "$here/hangs" ] || exec sleep 600
            [ "$IPMI_PASSWORD" = "a secret for ipmi" ] || { echo "Error: Unable to establish IPMI v2 / RMCP+ session" >&2; exit 1; }
            case "$*" in
              *" sel elist last 2") echo "  1f | 11/20/2026 | 01:00:00 | Power Supply #0x51 | Presence detected | Asserted"; echo; exit ;;
              *" sel elist last "*) echo "SEL has no entries"; exit ;;
            esac
            for verb; do :; done
            case $verb in
              status) echo "Get HPM.x Capabilities request failed, compcode = d4" >&2; echo "Chassis Power is $(cat "$here/power")" ;;
              on | off) echo $verb >"$here/power"; echo "Chassis Power Control: $verb" ;;
              *) echo "Set Chassis Power Control to $verb failed: Command not supported in present state" >&2; exit 1 ;;
            esac
            """;

    @TempDir
    Path folder = Path.of("");

    private Duration within = Duration.ofSeconds(30);
    private final TestClock clock = TestClock.running(1);
    private String password = SECRET;

    private Bmc bmc() throws IOException {
        Path tool = folder.resolve("ipmitool");
        Files.writeString(tool, TOOL);
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (!Files.exists(folder.resolve("power"))) {
            Files.writeString(folder.resolve("power"), "on\n");
        }
        Path file = Files.writeString(folder.resolve("password"), password + "\n");
        BmcTarget target = new BmcTarget(
                BmcTarget.Protocol.IPMI,
                new BmcTarget.Endpoint("192.0.2.7", 623, Optional.empty()),
                new BmcTarget.Login("power", new BmcSecret(Optional.of(file), Optional.empty())),
                BmcTarget.Trust.unverified(),
                new BmcTarget.Limits(Duration.ofSeconds(5), within, 10_000));
        return new IpmiBmc(target, tool.toString(), clock);
    }

    @Test
    void readsThePowerAndChangesIt() throws IOException {
        Bmc bmc = bmc();

        assertThat(bmc.state().power()).isEqualTo(PowerState.ON);
        bmc.send(PowerAction.OFF);
        assertThat(bmc.state().power()).isEqualTo(PowerState.OFF);
        bmc.send(PowerAction.ON);
        assertThat(bmc.state().power()).isEqualTo(PowerState.ON);
    }

    @Test
    void tellsTheNewestOfItsEventLog() throws IOException {
        assertThat(bmc().events(2)).singleElement().asString().contains("Power Supply #0x51");
        assertThat(bmc().events(9)).isEmpty();
    }

    @Test
    void i29_thePasswordIsInNoArgumentAndOnNoTrail() throws IOException {
        CommandTrail trail = new CommandTrail();
        Bmc bmc = bmc();
        trail.around(bmc::state);

        assertThat(Files.readString(folder.resolve("calls")))
                .contains("-I lanplus -C 3 -H 192.0.2.7 -p 623 -U power -L OPERATOR -E chassis power status")
                .doesNotContain(SECRET);
        assertThat(String.join("\n", trail.lines()))
                .contains("chassis power status → exit 0")
                .doesNotContain(SECRET);
    }

    @Test
    void awayAndWrongPasswordLookAlikeAndBothAreSaid() throws IOException {
        password = "wrong";
        BmcFailure failure = catchThrowableOfType(BmcFailure.class, bmc()::state);

        assertThat(failure.kind()).isEqualTo(Kind.NO_SESSION);
        assertThat(failure).hasMessageContaining("it is away, or refuses user, password");
        assertThat(failure.next()).contains("network").contains("password");
    }

    @Test
    void anAnswerThatIsNotUnderstoodIsNoPower() throws IOException {
        Files.writeString(folder.resolve("power"), "thinking\n");
        assertThat(catchThrowableOfType(BmcFailure.class, bmc()::state).kind()).isEqualTo(Kind.GARBLED);
    }

    @Test
    void aRefusedOrderIsToldInItsOwnWords() throws IOException {
        Bmc bmc = bmc();
        BmcFailure failure = catchThrowableOfType(BmcFailure.class, () -> bmc.send(PowerAction.CYCLE));
        assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
        assertThat(failure).hasMessageContaining("not supported in present state");
    }

    @Test
    void aToolThatHangsIsEnded() throws IOException {
        Files.createFile(folder.resolve("hangs"));
        within = Duration.ofSeconds(3);
        assertThat(catchThrowableOfType(BmcFailure.class, bmc()::state).kind()).isEqualTo(Kind.UNHEARD);
        assertThat(clock.heartbeats()).isNotEmpty();
    }

    @Test
    void i29_aCancelledActivityWaitsNoLongerAndItsOrderIsOnTheTrail() throws IOException {
        Files.createFile(folder.resolve("hangs"));
        within = Duration.ofMinutes(10);
        clock.onHeartbeat(detail -> {
            throw new ActivityCanceledException();
        });
        CommandTrail trail = new CommandTrail();
        Bmc bmc = bmc();

        assertThatThrownBy(() -> trail.around(bmc::state)).isInstanceOf(ActivityCanceledException.class);
        assertThat(trail.lines()).singleElement().asString().contains("chassis power status", "cancelled");
    }

    @Test
    void aMissingToolIsToldWithWhatToInstall() throws IOException {
        BmcTarget target = new BmcTarget(
                BmcTarget.Protocol.IPMI,
                new BmcTarget.Endpoint("192.0.2.7", 623, Optional.empty()),
                new BmcTarget.Login(
                        "power",
                        new BmcSecret(
                                Optional.of(Files.writeString(folder.resolve("password"), SECRET)), Optional.empty())),
                BmcTarget.Trust.unverified(),
                BmcTarget.Limits.normal());
        BmcFailure failure = catchThrowableOfType(
                BmcFailure.class, new IpmiBmc(target, folder.resolve("none").toString(), clock)::state);
        assertThat(failure.kind()).isEqualTo(Kind.OURS);
        assertThat(failure.next()).contains("apt-get install ipmitool");
    }

    @Test
    void aPasswordMayComeFromTheEnvironment() {
        BmcSecret secret = new BmcSecret(Optional.empty(), Optional.of("SITE_BMC"));
        assertThat(secret.read(name -> name.equals("SITE_BMC") ? SECRET : "")).isEqualTo(SECRET);
        assertThat(catchThrowableOfType(BmcFailure.class, () -> secret.read(name -> ""))
                        .kind())
                .isEqualTo(Kind.OURS);
    }
}
