package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.model.facts.FabricState;
import dev.slipway.model.facts.FabricState.Registration;
import dev.slipway.model.facts.FabricState.Trouble;
import dev.slipway.model.facts.FabricState.Trouble.Kind;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the fabric manager and the switches said: what it means, and what of it is over. */
class FabricLogTest {
    private static final String JOURNAL = "# source=journal\n";
    private static final String KERNEL = "# source=kernel\n";
    private static final String CONFIGURED =
            "1732000200.5 gpu-1 nv-fabricmanager[9]: Successfully configured all the available NVSwitches to route\n";
    private static final String FATAL =
            "1732000100.5 gpu-1 kernel: nvidia-nvswitch0: SXid (PCI:0000:05:00.0): 20034, Fatal, Link 30 LTSSM Fault Up\n";

    private static List<Kind> kinds(String text) {
        Reading<List<Trouble>> troubles = FabricLog.parse(text);
        assertThat(troubles.known()).as(troubles.error()).isTrue();
        return troubles.or(List.of()).stream().map(Trouble::kind).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fabric manager NVIDIA GPU driver interface version 550.127.05 don't match with driver version 550.120."
                        + " Please update|VERSION",
                "[Nov 05 2025 13:59:45] [ERROR] [tid 1] fabric manager version is incompatible with driver. aborting|VERSION",
                "detected number of NVSwitches don't match with any supported system topology, aborting|TOPOLOGY",
                "request to query NVSwitch device information from NVSwitch driver failed with error:WARNING Nothing to do"
                        + " [NV_WARN_NOTHING_TO_DO]|NO_SWITCH",
                "[Dec 19 2024 22:08:53] [ERROR] [tid 9] detected NVSwitch fatal error 20034 on fid 0 port 30|SWITCH_FATAL",
                "[Dec 19 2024 22:08:53] [ERROR] [tid 9] detected NVSwitch non-fatal error 12028 on fid 0 port 30|SWITCH_ERROR",
                "systemd[1]: nvidia-fabricmanager.service: Main process exited, code=killed, status=9/KILL|ENDED"
            })
    void knowsWhatALineSpeaksOf(String line, Kind kind) {
        assertThat(kinds(JOURNAL + line + "\n")).containsExactly(kind);
    }

    /** The fixtures are real journals; the framing is the probe's. */
    @Test
    void readsRealJournals() {
        assertThat(kinds(JOURNAL + Samples.text("fabricmanager/fm-version-mismatch-595-crash-loop.txt")))
                .startsWith(Kind.VERSION);
        assertThat(kinds(JOURNAL + Samples.text("fabricmanager/field-start-script-no-nvswitch.txt")))
                .startsWith(Kind.NO_SWITCH);
        assertThat(kinds(JOURNAL + Samples.text("fabricmanager/field-journal-restarted.txt")))
                .isEmpty();
        String log = "# source=log\n" + Samples.text("fabricmanager/fabricmanager-log-long.txt");
        assertThat(kinds(log.substring(0, log.indexOf("[Dec 19 2024 22:08:53]"))))
                .isNotEmpty()
                .containsOnly(Kind.SWITCH_ERROR);
        assertThat(kinds(log)).as("it was started again").isEmpty();
        assertThat(kinds(KERNEL + Samples.text("kernel-log/sxid-gpud.txt")))
                .contains(Kind.SWITCH_FATAL, Kind.SWITCH_ERROR, Kind.SWITCH_UNCLEAR);
    }

    @Test
    void i22_whatWasSaidBeforeTheLastStartIsOfAnAttemptThatIsOver() {
        String skew =
                "1732000100.5 h nv-fabricmanager[1]: interface version 550.1 don't match with driver version 550.2\n";
        String start = "1732000150.5 h systemd[1]: Starting NVIDIA fabric manager service...\n";

        assertThat(kinds(JOURNAL + skew + start)).isEmpty();
        assertThat(kinds(JOURNAL + skew + CONFIGURED)).isEmpty();
        assertThat(kinds(JOURNAL + start + skew)).containsExactly(Kind.VERSION);
        assertThat(kinds(JOURNAL + skew + "# source=log\n[t] [INFO] [tid 1] Fabric Manager version 550.1 is running\n"))
                .as("an older start in its own file takes nothing back")
                .containsExactly(Kind.VERSION);
    }

    @Test
    void i22_aSwitchErrorIsOverOnceTheFabricWasConfiguredAfterIt() {
        assertThat(kinds(JOURNAL + CONFIGURED + KERNEL + FATAL)).isEmpty();
        assertThat(kinds(JOURNAL + CONFIGURED + KERNEL + FATAL.replace("17320001", "17320003")))
                .containsExactly(Kind.SWITCH_FATAL);
    }

    @Test
    void aStormStaysBoundedAndHidesNoGraverKind() {
        String harmless = FATAL.replace("20034, Fatal", "12028, Non-fatal");

        List<Kind> kinds = kinds(KERNEL + harmless.repeat(5_000) + FATAL);

        assertThat(kinds).hasSizeLessThan(90).endsWith(Kind.SWITCH_FATAL);
    }

    @Test
    void anAnswerThatIsNoLogIsUnknown() {
        assertThat(FabricLog.parse("").known()).isFalse();
        assertThat(FabricLog.parse("sudo: a password is required\n").known()).isFalse();
        assertThat(kinds("# not looked: neither a fabric manager nor an NVSwitch\n"))
                .isEmpty();
    }

    @Test
    void aReportThatSaysNothingOfOneGpusFabricIsUnknown() {
        assertThat(FabricReader.registrations(List.of(Map.of("GPU UUID", "GPU-1")))
                        .known())
                .isFalse();
        assertThat(FabricReader.devices("/dev/nvidia0\n").known()).isFalse();
    }

    @Test
    void readsAWholeNode() {
        FabricState fabric = ProbeAnswer.of(Samples.answer(Samples.healthy()))
                .facts(new NodeRef("prod", "gpu-1"), Instant.EPOCH)
                .fabric();

        assertThat(fabric.switches().or(List.of())).containsExactly("0000:05:00.0");
        assertThat(fabric.devices().or(List.of())).containsExactly("/dev/nvidia-nvswitch0");
        assertThat(fabric.gpus().or(List.of())).hasSize(8).allMatch(Registration::completed);
        assertThat(fabric.troubles().or(List.of(new Trouble(Kind.ENDED, "")))).isEmpty();
    }

    @Test
    void aRegistrationIsCompleteOnlyWithCompletedAndNothingButSuccess() {
        assertThat(new Registration("b", "u", "In Progress", "[N/A]").completed())
                .isFalse();
        assertThat(new Registration("b", "u", "Completed", "Unknown Error").completed())
                .isFalse();
        assertThat(new Registration("b", "u", "Completed", "Success").completed())
                .isTrue();
    }
}
