package dev.slipway.facts.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Any bytes at all, one fuzz test a parser. Run as tests they replay the samples and the inputs that once were findings;
 * {@code lab/fuzz TOOL} looks for new ones.
 */
class ParsersFuzzTest {

    @Test
    void everyParserHasItsFuzzTest() {
        assertThat(Arrays.stream(ParsersFuzzTest.class.getDeclaredMethods())
                        .filter(m -> m.isAnnotationPresent(FuzzesParser.class))
                        .map(Method::getName)
                        .map(SampleSeeds::tool))
                .containsExactlyInAnyOrderElementsOf(SampleSeeds.fuzzed());
    }

    @FuzzesParser
    void alertmanager(byte[] bytes) {
        Sound.answer("alertmanager", bytes);
    }

    @FuzzesParser
    void ansible(byte[] bytes) {
        Sound.answer("ansible", bytes);
    }

    @FuzzesParser
    void dcgmi(byte[] bytes) {
        Sound.answer("dcgmi", bytes);
    }

    @FuzzesParser
    void dkms(byte[] bytes) {
        Sound.answer("dkms", bytes);
    }

    @FuzzesParser
    void fabricmanager(byte[] bytes) {
        Sound.answer("fabricmanager", bytes);
    }

    @FuzzesParser
    void kernelLog(byte[] bytes) {
        Sound.answer("kernel-log", bytes);
    }

    @FuzzesParser
    void kubectl(byte[] bytes) {
        Sound.answer("kubectl", bytes);
    }

    @FuzzesParser
    void lsmod(byte[] bytes) {
        Sound.answer("lsmod", bytes);
    }

    @FuzzesParser
    void lspci(byte[] bytes) {
        Sound.answer("lspci", bytes);
    }

    @FuzzesParser
    void modinfo(byte[] bytes) {
        Sound.answer("modinfo", bytes);
    }

    @FuzzesParser
    void ipmitool(byte[] bytes) {
        Sound.answer("ipmitool", bytes);
    }

    @FuzzesParser
    void mokutil(byte[] bytes) {
        Sound.answer("mokutil", bytes);
    }

    @FuzzesParser
    void modprobeRmmod(byte[] bytes) {
        Sound.answer("modprobe-rmmod", bytes);
    }

    @FuzzesParser
    void ncclTests(byte[] bytes) {
        Sound.answer("nccl-tests", bytes);
    }

    @FuzzesParser
    void nvidiaSmi(byte[] bytes) {
        Sound.answer("nvidia-smi", bytes);
    }

    @FuzzesParser
    void nvidiaSmiErrors(byte[] bytes) {
        Sound.answer("nvidia-smi-errors", bytes);
    }

    @FuzzesParser
    void nvidiaSmiXml(byte[] bytes) {
        Sound.answer("nvidia-smi-xml", bytes);
    }

    @FuzzesParser
    void packages(byte[] bytes) {
        Sound.answer("packages", bytes);
    }

    @FuzzesParser
    void probe(byte[] bytes) {
        Sound.answer("probe", bytes);
    }

    @FuzzesParser
    void procDriverVersion(byte[] bytes) {
        Sound.answer("proc-driver-version", bytes);
    }

    @FuzzesParser
    void slurm(byte[] bytes) {
        Sound.answer("slurm", bytes);
    }

    @FuzzesParser
    void systemd(byte[] bytes) {
        Sound.answer("systemd", bytes);
    }

    @FuzzesParser
    void versions(byte[] bytes) {
        Sound.answer("versions", bytes);
    }
}
