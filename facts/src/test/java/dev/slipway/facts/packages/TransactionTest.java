package dev.slipway.facts.packages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.parse.ToolParsers;
import dev.slipway.facts.tool.ToolReport;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TransactionTest {
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

    @Test
    void saysWhichWayEachVersionOfAPlanGoes() {
        ToolReport<?> parsed = parse("""
                NOTE: This is only a simulation!
                Reading package lists... Done
                Building dependency tree... Done
                The following packages were automatically installed and are no longer required:
                  libnvidia-extra-570
                The following held packages will be changed:
                  nvidia-driver-570-server
                The following packages will be upgraded:
                  libnccl2
                The following packages will be DOWNGRADED:
                  nvidia-driver-570-server
                1 upgraded, 1 newly installed, 1 downgraded, 0 to remove and 3 not upgraded.
                Inst nvidia-driver-570-server [570.158.01-0ubuntu1] (570.133.20-0ubuntu1 Ubuntu:24.04/noble [amd64])
                Inst libnccl2 [2.26.2-1+cuda12.8] (2.27.3-1+cuda12.9 cuda:stable [amd64])
                Inst nvidia-imex-570 (570.133.20-1 cuda:stable [amd64])
                Conf libnccl2 (2.27.3-1+cuda12.9 cuda:stable [amd64])
                """);

        assertThat(parsed.format()).isEqualTo("apt simulation");
        assertThat(of(parsed, "nvidia-driver-570-server").path("action").asText())
                .isEqualTo("downgraded");
        assertThat(of(parsed, "nvidia-driver-570-server").path("held").asBoolean())
                .isTrue();
        assertThat(of(parsed, "libnccl2").path("action").asText()).isEqualTo("upgraded");
        assertThat(of(parsed, "libnccl2").path("from").asText()).isEqualTo("2.26.2-1+cuda12.8");
        assertThat(of(parsed, "nvidia-imex-570").path("action").asText()).isEqualTo("installed");
        assertThat(parsed.facts().at("/counts/downgraded").asInt()).isEqualTo(1);
        assertThat(parsed.facts().at("/counts/not upgraded").asInt()).isEqualTo(3);
        assertThat(parsed.facts().path("packages")).hasSize(3);
        assertThat(parsed.verdict()).isEmpty();
        assertThat(parsed.unparsed()).isEmpty();
    }

    @Test
    void saysWhenAChangeIsNotUnderstood() {
        ToolReport<?> parsed =
                parse("Inst libnccl2 [2.26.2-1+cuda12.8]\nInst libnccl2 2.27.3-1\nConf libnccl2 (2.27.3-1)\n");

        assertThat(parsed.unparsed()).hasSize(2);
        assertThat(parsed.facts().path("packages")).isEmpty();
    }

    @Test
    void namesWhoHoldsTheLockAndBlamesNoPackageForIt() {
        ToolReport<?> parsed = parse(
                "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4121 (unattended-upgr)\n"
                        + "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?\n");

        assertThat(parsed.verdict()).contains(ToolVerdict.INFRASTRUCTURE_ERROR);
        assertThat(parsed.facts().at("/errors/0/kind").asText()).isEqualTo("lock-held");
        assertThat(parsed.facts().at("/errors/0/pid").asLong()).isEqualTo(4121);
    }

    @Test
    void tellsWhyAptRefuses() {
        assertThat(kind("E: Packages were downgraded and -y was used without --allow-downgrades."))
                .isEqualTo("downgrade-refused");
        assertThat(kind("E: Held packages were changed and -y was used without --allow-change-held-packages."))
                .isEqualTo("hold-refused");
        assertThat(
                        kind(
                                "E: dpkg was interrupted, you must manually run 'sudo dpkg --configure -a' to correct the problem."))
                .isEqualTo("dpkg-interrupted");
        assertThat(kind("E: Version '570.1' for 'nvidia-driver-570-server' was not found"))
                .isEqualTo("no-such-version");
        assertThat(kind("E: Unable to locate package nvidia-driver-999")).isEqualTo("no-such-package");
        assertThat(kind("E: You don't have enough free space in /var/cache/apt/archives/."))
                .isEqualTo("no-space");
        assertThat(kind("E: Failed to fetch http://a/b.deb  404  Not Found")).isEqualTo("fetch-failed");
        assertThat(kind("E: Unable to correct problems, you have held broken packages."))
                .isEqualTo("hold-refused");
        assertThat(kind("E: Something else")).isEqualTo("other");
    }

    private static String kind(String line) {
        return parse(line + "\n").facts().at("/errors/0/kind").asText();
    }

    @Test
    void seesAPackageThatItsOwnScriptLeftHalfConfigured() {
        ToolReport<?> parsed = parse("""
                Unpacking nvidia-dkms-570-server (570.133.20-0ubuntu1) over (570.158.01-0ubuntu1) ...
                dpkg: warning: downgrading nvidia-kernel-common-570-server from 570.158.01-0ubuntu1 to 570.133.20-0ubuntu1
                Setting up nvidia-dkms-570-server (570.133.20-0ubuntu1) ...
                dpkg: error processing package nvidia-dkms-570-server (--configure):
                 installed nvidia-dkms-570-server package post-installation script subprocess returned error exit status 10
                Errors were encountered while processing:
                 nvidia-dkms-570-server
                E: Sub-process /usr/bin/dpkg returned an error code (1)
                """);

        assertThat(parsed.format()).isEqualTo("apt transaction");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(of(parsed, "nvidia-dkms-570-server").path("action").asText()).isEqualTo("downgraded");
        assertThat(of(parsed, "nvidia-dkms-570-server").path("state").asText()).isEqualTo("half-configured");
        assertThat(of(parsed, "nvidia-kernel-common-570-server").path("action").asText())
                .isEqualTo("downgraded");
        assertThat(parsed.facts().at("/errors/0/kind").asText()).isEqualTo("package-script");
    }

    @Test
    void readsTheLogOfDpkgWhichCallsADowngradeAnUpgrade() {
        ToolReport<?> parsed = parse("""
                2026-11-20 06:12:01 startup archives unpack
                2026-11-20 06:12:02 upgrade nvidia-driver-570-server:amd64 570.158.01-0ubuntu1 570.133.20-0ubuntu1
                2026-11-20 06:12:02 status half-configured nvidia-driver-570-server:amd64 570.158.01-0ubuntu1
                2026-11-20 06:12:09 status installed nvidia-driver-570-server:amd64 570.133.20-0ubuntu1
                2026-11-20 06:12:10 install nvidia-imex-570:amd64 <none> 570.133.20-1
                2026-11-20 06:12:10 status unpacked nvidia-imex-570:amd64 570.133.20-1
                """);

        assertThat(parsed.format()).isEqualTo("dpkg log");
        assertThat(of(parsed, "nvidia-driver-570-server").path("action").asText())
                .isEqualTo("downgrade");
        assertThat(of(parsed, "nvidia-driver-570-server").path("state").asText())
                .isEqualTo("installed");
        assertThat(parsed.verdict()).contains(ToolVerdict.FAIL);
        assertThat(parsed.reasons()).containsExactly("nvidia-imex-570 was left unpacked");
        assertThat(parsed.unparsed()).isEmpty();
    }

    @Test
    void readsWhatDnfDidAndWhatItRefused() {
        ToolReport<?> done = parse("""
                Last metadata expiration check: 0:12:01 ago on Fri 20 Nov 2026 06:00:00 AM UTC.
                Dependencies resolved.
                ================================================================================
                 Package                 Arch     Version                 Repository       Size
                ================================================================================
                Downgrading:
                 nvidia-driver           x86_64   3:570.133.20-1.el9      cuda-rhel9       15 M
                Transaction Summary
                ================================================================================
                Downgrade  1 Package
                Running transaction
                  Downgrading      : nvidia-driver-3:570.133.20-1.el9.x86_64              1/2
                Downgraded:
                  nvidia-driver-3:570.133.20-1.el9.x86_64
                Complete!
                """);
        assertThat(of(done, "nvidia-driver").path("action").asText()).isEqualTo("downgraded");
        assertThat(of(done, "nvidia-driver").path("to").asText()).isEqualTo("3:570.133.20-1.el9");
        assertThat(done.facts().path("complete").asBoolean()).isTrue();
        assertThat(done.verdict()).isEmpty();
        assertThat(done.unparsed()).isEmpty();

        ToolReport<?> refused = parse("Error: Unable to find a match: nvidia-driver-999\n");
        assertThat(refused.format()).isEqualTo("dnf transaction");
        assertThat(refused.facts().at("/errors/0/kind").asText()).isEqualTo("no-such-package");
        assertThat(refused.verdict()).contains(ToolVerdict.FAIL);
    }
}
