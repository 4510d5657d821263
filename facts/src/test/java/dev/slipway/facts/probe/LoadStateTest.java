package dev.slipway.facts.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.LoadState.Trouble;
import dev.slipway.model.facts.LoadState.Trouble.Kind;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadStateTest {
    private static final String LOG = "# source=journal\n";
    private static final String LOADING = "1732.5 gpu-1 kernel: NVRM: loading NVIDIA UNIX Open Kernel Module 570\n";

    private static Kind only(String line) {
        return LoadTroubles.parse(LOG + line + "\n")
                .map(List::getFirst)
                .map(Trouble::kind)
                .value()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nvidia: version magic '6.8.0-58-generic SMP' should be '6.8.0-60-generic SMP'|OTHER_KERNEL",
                "nvidia: disagrees about version of symbol module_layout|OTHER_KERNEL",
                "nvidia_drm: Unknown symbol drm_gem_object_free (err -2)|UNKNOWN_SYMBOL",
                "Loading of module with unavailable key is rejected|KEY_REJECTED",
                "Lockdown: modprobe: unsigned module loading is restricted; see man kernel_lockdown.7|KEY_REJECTED",
                "nvidia 0000:18:00.0: Direct firmware load for nvidia/570.133.20/gsp_ga10x.bin failed with error -2|GSP_FIRMWARE",
                "NVRM: GPU 0000:18:00.0: RmInitAdapter failed! (0x62:0xffff:2384)|ADAPTER",
                "NVRM: API mismatch: the client has the version 570.133.20, but|VERSION_MISMATCH",
                "NVRM: The NVIDIA probe routine was not called for 8 device(s).|OTHER_DRIVER",
                "NVRM: The NVIDIA GPU 0000:18:00.0 is not supported by the open nvidia.ko|UNSUPPORTED"
            })
    void namesWhatALineBlames(String line, Kind kind) {
        assertThat(only("1732.5 gpu-1 kernel: " + line)).isEqualTo(kind);
    }

    @Test
    void theFirmwareOfAnotherDriverIsNotOurs() {
        assertThat(LoadTroubles.parse(LOG
                                + "1732.5 gpu-1 kernel: nouveau 0000:17:00.0: Direct firmware load for nvidia/gh100/gsp/"
                                + "bootloader-535.113.01.bin failed with error -2\n")
                        .or(List.of()))
                .isEmpty();
    }

    @Test
    void i22_whatWasSaidBeforeTheLastLoadIsOfAnAttemptThatIsOver() {
        String old = "1732.1 gpu-1 kernel: nvidia: disagrees about version of symbol module_layout\n";

        assertThat(LoadTroubles.parse(LOG + old + LOADING).or(List.of(new Trouble(Kind.ADAPTER, ""))))
                .isEmpty();
        assertThat(LoadTroubles.parse(LOG + LOADING + old).or(List.of())).hasSize(1);
    }

    /** Eight GPUs say the same at each try; the line that names the cause comes after them. */
    @Test
    void aStormOfOneKindHidesNoOther() {
        String storm =
                "1732.5 gpu-1 kernel: NVRM: GPU 0000:18:00.0: RmInitAdapter failed! (0x62:0xffff:2384)\n".repeat(50);
        String cause = "1732.6 gpu-1 kernel: nvidia: disagrees about version of symbol module_layout\n";

        assertThat(LoadTroubles.parse(LOG + storm + cause).or(List.of()))
                .extracting(Trouble::kind)
                .contains(Kind.OTHER_KERNEL)
                .hasSize(41);
    }

    @Test
    void aTaintingModuleIsNoRejectedOne() {
        String taints = "nvidia: module verification failed: signature and/or required key missing - tainting kernel";

        assertThat(LoadTroubles.parse(LOG + taints).or(List.of(new Trouble(Kind.ADAPTER, ""))))
                .isEmpty();
    }

    @Test
    void anAnswerThatIsNoLogIsNotClean() {
        assertThat(LoadTroubles.parse("").known()).isFalse();
        assertThat(LoadTroubles.parse("sudo: a password is required").known()).isFalse();
    }

    @Test
    void readsModulesWithTheirUsers() {
        Reading<List<LoadState.Loaded>> loaded = LoadStateReader.loaded(Samples.output("""
                Module                  Size  Used by
                nvidia_uvm           2093056  2
                nvidia_modeset       1814528  1 nvidia_drm
                nvidia              104153088  18 nvidia_uvm,nvidia_modeset
                """));

        assertThat(loaded.or(List.of()))
                .containsExactly(
                        new LoadState.Loaded("nvidia_uvm", 2, List.of()),
                        new LoadState.Loaded("nvidia_modeset", 1, List.of("nvidia_drm")),
                        new LoadState.Loaded("nvidia", 18, List.of("nvidia_uvm", "nvidia_modeset")));
    }

    @Test
    void readsAWholeNode() {
        LoadState state = ProbeAnswer.of(Samples.answer(Samples.healthy()))
                .facts(new NodeRef("prod", "gpu-1"), Instant.EPOCH)
                .load();

        assertThat(state.files().or(List.of())).hasSize(1);
        assertThat(state.vermagic().known()).as(state.vermagic().error()).isTrue();
        assertThat(state.troubles().or(List.of(new Trouble(Kind.ADAPTER, "")))).isEmpty();
    }
}
