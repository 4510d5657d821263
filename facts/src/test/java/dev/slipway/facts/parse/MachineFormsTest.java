package dev.slipway.facts.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.kernel.MokutilParser;
import dev.slipway.facts.services.IpmiParser;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ipmitool and mokutil say of the machine itself. */
class MachineFormsTest {
    private static ToolReport<?> ipmi(String text) {
        return ToolParsers.parse("ipmitool", text.getBytes(UTF_8), OptionalInt.of(0));
    }

    private static ToolReport<IpmiParser.Bmc> bmc(String text) {
        return new IpmiParser().parse(Output.of(text.getBytes(UTF_8), OptionalInt.of(0)));
    }

    private static ToolReport<String> mok(String text, int exit) {
        return new MokutilParser().parse(Output.of(text.getBytes(UTF_8), OptionalInt.of(exit)));
    }

    private static String chassis() {
        return new String(Expectations.bytes("ipmitool", "chassis-status-on.txt"), UTF_8);
    }

    @Test
    void aChassisWithoutAFaultPassesWithItsExitStatus() {
        assertThat(ipmi(chassis()).verdict()).contains(ToolVerdict.PASS);
    }

    @ParameterizedTest
    @CsvSource({
        "Main Power Fault     : false, Main Power Fault     : true, FAIL",
        "Power Overload       : false, Power Overload       : true, FAIL",
        "Power Control Fault  : false, Power Control Fault  : true, FAIL",
        "Cooling/Fan Fault    : false, Cooling/Fan Fault    : true, FAIL",
        "Drive Fault          : false, Drive Fault          : true, FAIL",
        "Chassis Intrusion    : inactive, Chassis Intrusion    : active, WARN",
        "Power Interlock      : inactive, Power Interlock      : active, WARN",
        "Drive Fault          : false, Drive Fault          : , FAIL"
    })
    void everyFaultIsWeighed(String good, String bad, ToolVerdict verdict) {
        assertThat(ipmi(chassis().replace(good, bad)).verdict()).contains(verdict);
    }

    @Test
    void aFaultThatIsNotShownOfEachOfTwoChassisIsNotKnown() {
        String less = chassis().replace("Drive Fault          : false\n", "");

        assertThat(ipmi(less + chassis()).verdict()).contains(ToolVerdict.UNKNOWN);
        assertThat(ipmi(chassis().replace("Fault  : false", "Fault  : true") + chassis())
                        .verdict())
                .contains(ToolVerdict.FAIL);
    }

    /** What ipmitool could not find out about the BMC besides is no doubt about the power. */
    @Test
    void thePowerIsReadBesideANote() {
        assertThat(bmc("Get HPM.x Capabilities request failed, compcode = d4\nChassis Power is on\n")
                        .value()
                        .or(new IpmiParser.Bmc(Optional.empty(), Optional.empty()))
                        .power())
                .contains(true);
        assertThat(bmc("Chassis Power is off\nChassis Power is on\n").value().known())
                .isFalse();
        assertThat(bmc("Get Chassis Power Status failed: Node busy\nChassis Power is on\n")
                        .value()
                        .known())
                .isFalse();
        assertThat(bmc("Chassis Power is thinking\n").verdict()).contains(ToolVerdict.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "   1 | 11/20/2026 | 01:00:00 UTC | Power Supply #0x51 | Presence detected | Asserted",
                "   2 | 11/20/26 | 01:00:00 AM CET | Memory ECC Sensor | Correctable ECC | Asserted | OEM Event Data2 code = 90h",
                "   3 | Linux kernel panic: Fatal excep",
                "   4 | 11/20/2026 | 01:00:00 | Temperature Inlet | Upper Critical going high | Asserted | Reading 52 > Threshold 47 degrees C",
                "   5 | OEM record df | 000137 | 4d4f4b"
            })
    void everyRowOfTheLogIsRead(String row) {
        ToolReport<?> parsed = ipmi(row + "\n");

        assertThat(parsed.facts().path("events")).hasSize(1);
        assertThat(parsed.unparsed()).isEmpty();
        assertThat(parsed.verdict()).isEmpty();
    }

    @Test
    void theWordsOfMokutilDecideAndNotItsExitStatus() {
        assertThat(mok("SecureBoot enabled\n", 0).value().or("")).isEqualTo("enabled");
        assertThat(mok("SecureBoot disabled\nPlatform is in Setup Mode\n", 0)
                        .value()
                        .or(""))
                .isEqualTo("disabled");
        assertThat(mok("EFI variables are not supported on this system\n", 1)
                        .value()
                        .or(""))
                .isEqualTo("disabled");
        assertThat(mok("This system doesn't support Secure Boot\n", 255).value().or(""))
                .isEqualTo("disabled");
        assertThat(mok("Cannot determine secure boot state.\n", 0).value().known())
                .isFalse();
        assertThat(mok("SecureBoot enabled\nSecureBoot disabled\n", 0).value().known())
                .isFalse();
        assertThat(mok("SecureBoot enabled\n", 137).value().known()).isFalse();
        assertThat(mok("", 0).value().known()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "k.der is already enrolled, enrolled",
        "SKIP: k.der is already enrolled, enrolled",
        "k.der is not enrolled, not-enrolled",
        "k.der is already in the enrollment request, to-be-enrolled",
        "k.der is blocked in MokListX, blocked",
        "CA of k.der is already enrolled, ca-enrolled",
        "k.der is already in the built-in trusted keyring, trusted"
    })
    void readsWhatBecameOfAKey(String line, String state) {
        ToolReport<String> parsed = mok(line + "\n", 1);

        assertThat(parsed.facts().at("/tested/0/state").asText()).isEqualTo(state);
        assertThat(parsed.verdict()).isEmpty();
    }
}
