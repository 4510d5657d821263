package dev.slipway.facts.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.facts.Samples;
import dev.slipway.model.facts.KernelState;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is read of a node's kernels: as the tools of both families say it, and nothing from half an answer. */
class KernelReaderTest {
    private static final String REMOVED = "gnulinux-advanced-1f2e>gnulinux-6.8.0-55-generic-advanced-1f2e";

    private static KernelState state(Map<String, String> sections) {
        return ProbeAnswer.of(Samples.answer(sections))
                .facts(new NodeRef("c1", "n1"), Instant.EPOCH)
                .kernels();
    }

    @Test
    void readsWhatIsBuiltAndWhatBootsNext() {
        KernelState state = state(Samples.healthy());

        assertThat(state.headers().or(List.of())).containsExactly("6.8.0-60-generic");
        assertThat(state.kernels().or(List.of()))
                .containsExactly(
                        new KernelState.Installed("6.8.0-58-generic", false),
                        new KernelState.Installed("6.8.0-60-generic", false));
        KernelState.BootLoader loader = state.boot().value().orElseThrow();
        assertThat(loader.kernel()).isEqualTo("6.8.0-60-generic");
        assertThat(loader.saved()).isTrue();
        assertThat(loader.once()).isEmpty();
        assertThat(loader.entries())
                .containsEntry("6.8.0-58-generic", "gnulinux-advanced-1f2e>gnulinux-6.8.0-58-generic-advanced-1f2e")
                .containsEntry("6.8.0-60-generic", "gnulinux-advanced-1f2e>gnulinux-6.8.0-60-generic-advanced-1f2e");
        assertThat(state.nouveau()).isEqualTo(Reading.of(new KernelState.Nouveau(false, true)));
        assertThat(state.freeBytes().or(Map.of())).containsEntry("/boot", 1_551_312L * 1024);
        assertThat(state.buildLog()).isEqualTo(Reading.of(new KernelState.BuildLog("6.8.0-60-generic", "")));
        assertThat(state.gpusAgain()).isEqualTo(Reading.of(8));
    }

    @Test
    void findsTheKernelThatIsBootedOnceByItsEntryOrItsIndex() {
        String debian =
                Samples.BOOT_LOADER + "next_entry=gnulinux-advanced-1f2e>gnulinux-6.8.0-58-generic-advanced-1f2e\n";
        String rhel = "setting saved\nsaved_entry=abc-5.14.0-503\nnext_entry=1\nentry 0 5.14.0-570.el9.x86_64\n"
                + "entry 1 5.14.0-503.el9.x86_64\ndefault 5.14.0-570.el9.x86_64\n";

        assertThat(KernelReader.bootLoader(debian).map(KernelState.BootLoader::once))
                .isEqualTo(Reading.of("6.8.0-58-generic"));
        assertThat(KernelReader.bootLoader(rhel).map(KernelState.BootLoader::once))
                .isEqualTo(Reading.of("5.14.0-503.el9.x86_64"));
        assertThat(KernelReader.bootLoader(rhel).map(KernelState.BootLoader::kernel))
                .isEqualTo(Reading.of("5.14.0-570.el9.x86_64"));
    }

    @Test
    void aDefaultThatIsNoEntryIsUnknownAndNotTheFirst() {
        String gone = Samples.BOOT_LOADER.replaceFirst("saved_entry=.*", "saved_entry=" + REMOVED);

        assertThat(KernelReader.bootLoader(gone).error()).contains("no entry of the boot loader is called");
    }

    @Test
    void withoutASavedDefaultTheFirstEntryBoots() {
        String first = Samples.BOOT_LOADER.replace("setting saved", "setting 0").replaceFirst("saved_entry=.*\n", "");

        KernelState.BootLoader loader = KernelReader.bootLoader(first).value().orElseThrow();
        assertThat(loader.kernel()).isEqualTo("6.8.0-60-generic");
        assertThat(loader.saved()).isFalse();
    }

    @Test
    void readsTheFirstErrorOfABuild() {
        String log = "DKMS make.log for nvidia-570.133.20 for kernel 6.11.0-26-generic (x86_64)\n"
                + "/var/lib/dkms/nvidia/570.133.20/build/nvidia/nv.c:95:10: error: implicit declaration of function 'follow_pfn'\n";

        assertThat(KernelReader.buildLog(log).map(KernelState.BuildLog::error).or(""))
                .contains("implicit declaration");
        assertThat(KernelReader.buildLog("cat: x: Permission denied\n").known()).isFalse();
    }

    @Test
    void halfAnAnswerIsUnknown() {
        assertThat(KernelReader.nouveau("loaded no\n").known()).isFalse();
        assertThat(KernelReader.free("Filesystem 1024-blocks Used Available Capacity Mounted on\n")
                        .known())
                .isFalse();
        assertThat(KernelReader.tools("have dkms\n").known()).isFalse();
        assertThat(KernelReader.bootLoader("setting saved\n").known()).isFalse();
        assertThat(KernelReader.releases("bash: no such file\n").known()).isFalse();
    }

    @Test
    void anyBytesAreReadOrUnknownWithAReason() {
        Random random = new Random(7);
        byte[] bytes = (Samples.BOOT_LOADER + Samples.FREE).getBytes(UTF_8);
        for (int round = 0; round < 400; round++) {
            byte[] damaged = bytes.clone();
            for (int i = 0; i < 20; i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            String text = new Section(0, damaged).text();
            for (Reading<?> reading : List.of(
                    KernelReader.bootLoader(text),
                    KernelReader.free(text),
                    KernelReader.releases(text),
                    KernelReader.buildLog(text),
                    KernelReader.nouveau(text),
                    KernelReader.installed(text),
                    KernelReader.tools(text))) {
                assertThat(reading.known() || !reading.error().isBlank()).isTrue();
                assertThat(reading.error().length()).isLessThan(400);
            }
        }
    }
}
