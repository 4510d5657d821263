package dev.slipway.facts.packages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.parse.ToolParsers;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The texts are those of dnf 4.14 on packages that are called as NVIDIA's. */
class DnfTransactionTest {
    private static ToolReport<?> parse(String text) {
        return ToolParsers.parse("packages", text.getBytes(UTF_8), OptionalInt.empty());
    }

    private static JsonNode of(ToolReport<?> parsed, String name) {
        for (JsonNode entry : parsed.facts().path("packages")) {
            if (entry.path("name").asText().equals(name)) {
                return entry;
            }
        }
        throw new AssertionError(name + " is not in " + parsed.facts());
    }

    private static String kind(ToolReport<?> parsed) {
        return parsed.facts().at("/errors/0/kind").asText();
    }

    @Test
    void putsARowTogetherThatIsWiderThanItsColumns() {
        ToolReport<?> parsed = parse("""
                Last metadata expiration check: 0:00:13 ago on Sat Nov 21 20:25:35 2026.
                Package libnccl-2.26.2-1+cuda12.8.x86_64 is already installed.
                Dependencies resolved.
                ================================================================================
                 Package                      Arch   Version            Repository         Size
                ================================================================================
                Upgrading:
                 datacenter-gpu-manager-4-core
                                              x86_64 1:4.4.1-1          cuda-rhel9-x86_64 6.1 k
                Reinstalling:
                 nvidia-driver-libs           x86_64 3:570.133.20-1.el9 cuda-rhel9-x86_64 6.0 k
                     replacing  nvidia-driver-old.x86_64 3:570.124.06-1.el9
                Downgrading:
                 kernel-core                  x86_64 5.14.0-503.11.1.el9_5
                                                                        cuda-rhel9-x86_64 6.0 k

                Transaction Summary
                ================================================================================
                Upgrade    1 Package
                Downgrade  1 Package

                Total size: 18 k
                Downloading Packages:
                Running transaction check
                Transaction check succeeded.
                Running transaction test
                Transaction test succeeded.
                Running transaction
                  Preparing        :                                                        1/1
                  Reinstalling     : nvidia-driver-libs-3:570.133.20-1.el9.x86_64           1/5
                  Cleanup          : nvidia-driver-libs-3:570.133.20-1.el9.x86_64           5/5
                New leaves:
                  libnccl.x86_64

                Upgraded:
                  datacenter-gpu-manager-4-core-1:4.4.1-1.x86_64
                Reinstalled:
                  nvidia-driver-libs-3:570.133.20-1.el9.x86_64

                Complete!
                """);

        assertThat(parsed.unparsed()).isEmpty();
        assertThat(of(parsed, "datacenter-gpu-manager-4-core").path("to").asText())
                .isEqualTo("1:4.4.1-1");
        assertThat(of(parsed, "kernel-core").path("action").asText()).isEqualTo("downgraded");
        assertThat(of(parsed, "nvidia-driver-libs").path("done").asBoolean()).isTrue();
        assertThat(of(parsed, "nvidia-driver-old").path("action").asText()).isEqualTo("replaced");
        assertThat(parsed.verdict()).isEmpty();
    }

    @Test
    void saysThatARowCameToNoEnd() {
        ToolReport<?> parsed = parse("Dependencies resolved.\nUpgrading:\n libnccl      x86_64\nTransaction Summary\n");

        assertThat(parsed.unparsed()).hasSize(1);
    }

    @Test
    void tellsWhyDnfRefuses() {
        assertThat(kind(parse("All matches were filtered out by exclude filtering for argument: libnccl-0:2.27-1\n"
                        + "Error: Unable to find a match: libnccl-0:2.27-1\n")))
                .isEqualTo("filtered-out");
        assertThat(kind(parse("Error: This command has to be run with superuser privileges "
                        + "(under the root user on most systems).\n")))
                .isEqualTo("no-permission");
        ToolReport<?> full = parse("""
                Error: Transaction test error:
                  installing package big2-1.0-1.el9.x86_64 needs 28MB more space on the / filesystem

                Error Summary
                -------------
                Disk Requirements:
                   At least 28MB more space needed on the / filesystem.
                """);
        assertThat(kind(full)).isEqualTo("no-space");
        assertThat(full.unparsed()).isEmpty();
        ToolReport<?> gone = parse("""
                cuda-rhel9-x86_64                               0.0  B/s |   0  B     00:00
                Errors during downloading metadata for repository 'cuda-rhel9-x86_64':
                  - Curl error (7): Couldn't connect to server for http://127.0.0.1:9/repomd.xml [Failed to connect]
                Error: Failed to download metadata for repo 'cuda-rhel9-x86_64': Cannot download repomd.xml: All mirrors were tried
                """);
        assertThat(kind(gone)).isEqualTo("fetch-failed");
        assertThat(gone.verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
        assertThat(gone.unparsed()).isEmpty();
    }

    /** dnf ends well after that, and rpm counts the package as installed. */
    @Test
    void aScriptThatFailedIsAFailureWhateverDnfSays() {
        ToolReport<?> parsed =
                parse("Dependencies resolved.\nError in POSTIN scriptlet in rpm package badpost\nComplete!\n");

        assertThat(kind(parsed)).isEqualTo("package-script");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
    }

    @Test
    void namesPackagesThatAreThereTwice() {
        ToolReport<?> parsed = parse("libnccl-2.26.2-1.x86_64 is a duplicate with libnccl-2.27.3-1.x86_64\n"
                + "Error: Check discovered 1 problem(s)\n");

        assertThat(kind(parsed)).isEqualTo("duplicated");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
    }

    @Test
    void namesWhomDnfWaitsForUntilItIsDone() {
        ToolReport<?> waiting = parse("Waiting for process with pid 16580 to finish.\n");
        assertThat(kind(waiting)).isEqualTo("lock-held");
        assertThat(waiting.facts().at("/errors/0/pid").asLong()).isEqualTo(16580);
        assertThat(waiting.verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);

        ToolReport<?> waited = parse(
                "Waiting for process with pid 16580 to finish.\nDependencies resolved.\nNothing to do.\nComplete!\n");
        assertThat(waited.verdict()).isEmpty();
        assertThat(waited.unparsed()).isEmpty();
    }
}
