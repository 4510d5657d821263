package dev.slipway.activities.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    /** Half a square of this many steps takes longer than the limit of the test. */
    private static final int LONG = 400_000;

    @ParameterizedTest
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @ValueSource(
            strings = {
                "a",
                "a.",
                "-",
                "token",
                "token ",
                "token=\"",
                "token='",
                "password\t",
                "eyJ-",
                "eyJabcdefghi.",
                "bearer ",
                "authorization ",
                "authorization:\"",
                "x://",
                "x://y:",
                "x:x@",
                "-u ",
                "-u a:",
                " -p",
                "mysql ",
                "mysql\n",
                "sk-",
                "xoxb-",
                "-----BEGIN PRIVATE KEY-----",
                "-----BEGIN ",
                "Authorization: ",
                "\u0000"
            })
    void isLinearInTheLengthOfAnyText(String piece) {
        assertThat(Secrets.mask(piece.repeat(LONG / piece.length()))).isNotNull();
        assertThat(Secrets.mask(piece + " ".repeat(LONG) + piece)).isNotNull();
        assertThat(Secrets.mask(piece + "x".repeat(LONG) + piece)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        huggingface-cli login hf_AbCdEfGhIjKlMnOpQrStUvWxYz | hf_AbCdEfGhIjKlMnOpQrStUvWxYz
        git clone glpat-AbCdEfGhIj_KlMnOpQrS | glpat-AbCdEfGhIj_KlMnOpQrS
        posted as xoxb-123456789012-abcdefGHIJKL | xoxb-123456789012-abcdefGHIJKL
        calls with sk-proj-AbCdEfGhIjKlMnOpQrStUv_wx | sk-proj-AbCdEfGhIjKlMnOpQrStUv_wx
        ngc nvapi-AbCdEfGhIjKlMnOpQrStUv-wxyz | nvapi-AbCdEfGhIjKlMnOpQrStUv-wxyz
        github_pat_11ABCDEFG0abcdefghij_KLMNOP | github_pat_11ABCDEFG0abcdefghij_KLMNOP
        curl -u admin:s3cr3t https://x | s3cr3t
        curl -uadmin:s3cr3t https://x | s3cr3t
        curl --user=admin:s3cr3t https://x | s3cr3t
        curl --proxy-user 'admin:s3cr3t' https://x | s3cr3t
        mysql -h db -phunter | hunter
        mysqldump --all -pAa1 | Aa1
        sshpass -p hunter ssh node | hunter
        ipmitool -H bmc -U root -P calvin chassis | calvin
        backup -pHunter2x now | Hunter2x
        password="never closed hunter2 | hunter2
        eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl | c2lnbmF0dXJl
        """)
    void masks(String text, String secret) {
        assertThat(Secrets.mask(text)).doesNotContain(secret).contains("[masked]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nvidia-smi -pm 1",
                "nvidia-smi -i 0 -pl 700",
                "docker run -p8080:80 image",
                "journalctl -u nvidia-fabricmanager --since=@1",
                "find / -path /proc -prune -o -print",
                "all_reduce_perf -b 8 -e 8G -f 2 -g 8 -c 1",
                "apt-get -q -o DPkg::Lock::Timeout=600 install nvidia-driver-570-server-open=570.133.20-0ubuntu1",
                "NVRM: Xid (PCI:0000:5d:00): 79, pid=1234, name=python",
                "task-scheduler-for-the-whole-fleet"
            })
    void leavesWhatIsNoSecret(String text) {
        assertThat(Secrets.mask(text)).isEqualTo(text);
    }

    /** Cut before it is masked, and no secret that the cut goes through is left in part. */
    @Test
    void aLongTextIsCutFirstAndMaskedThen() {
        assertThat(Secrets.mask("x".repeat(40), 40)).isEqualTo("x".repeat(40));
        assertThat(Secrets.mask("x".repeat(41), 40)).isEqualTo("x".repeat(40) + "…");
        String secret = "hf_" + "AbCdEfGhIj".repeat(4);
        assertThat(Secrets.mask("x".repeat(30) + " " + secret + " tail", 40))
                .startsWith("x".repeat(30) + " [masked]")
                .doesNotContain("hf_");
        String later = "x".repeat(LONG);
        assertThat(Secrets.mask("password=hunter2 " + later, 30))
                .startsWith("password=[masked]")
                .hasSize(31);
    }
}
