package dev.slipway.activities.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownHostsTest {
    @TempDir
    private Path directory = Path.of("");

    private final PublicKey key;
    private final PublicKey other;

    KnownHostsTest() throws GeneralSecurityException {
        key = TestServer.ecKey().getPublic();
        other = TestServer.ecKey().getPublic();
    }

    private KnownHosts file(String... lines) throws Exception {
        return new KnownHosts(Files.writeString(directory.resolve("known_hosts"), String.join("\n", lines)));
    }

    private static String line(String names, PublicKey key) {
        return names + " " + PublicKeyEntry.toString(key);
    }

    @Test
    void aNameMeansItsKeyOnItsPortOnly() throws Exception {
        KnownHosts hosts = file(line("n1,10.0.0.1", key), line("[n2]:2222", key));
        assertThat(hosts.trusts("n1", 22, key)).isTrue();
        assertThat(hosts.trusts("10.0.0.1", 22, key)).isTrue();
        assertThat(hosts.trusts("n1", 22, other)).isFalse();
        assertThat(hosts.trusts("n1", 2222, key)).isFalse();
        assertThat(hosts.trusts("n2", 2222, key)).isTrue();
        assertThat(hosts.trusts("n2", 22, key)).isFalse();
        assertThat(hosts.trusts("n3", 22, key)).isFalse();
        assertThat(hosts.types("n1", 22)).containsExactly("ecdsa-sha2-nistp256");
    }

    @Test
    void aPatternMeansManyAndAnExceptionNone() throws Exception {
        KnownHosts hosts = file(line("gpu-*,!gpu-7", key));
        assertThat(hosts.trusts("gpu-1", 22, key)).isTrue();
        assertThat(hosts.trusts("gpu-1", 2222, key)).isTrue();
        assertThat(hosts.trusts("gpu-7", 22, key)).isFalse();
        assertThat(hosts.trusts("cpu-1", 22, key)).isFalse();
    }

    /** {@code ssh-keygen -H} of {@code n1}: base64 of a salt, and of the HMAC-SHA1 of the name under it. */
    @Test
    void aHashedNameMeansTheOneThatWasHashed() throws Exception {
        byte[] salt = new byte[20];
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(salt, "HmacSHA1"));
        Base64.Encoder base64 = Base64.getEncoder();
        String hashed = "|1|" + base64.encodeToString(salt) + "|"
                + base64.encodeToString(mac.doFinal("n1".getBytes(StandardCharsets.UTF_8)));
        KnownHosts hosts = file(line(hashed, key));
        assertThat(hosts.trusts("n1", 22, key)).isTrue();
        assertThat(hosts.trusts("n2", 22, key)).isFalse();
        assertThat(hosts.trusts("n1", 2222, key)).isFalse();
    }

    @Test
    void aRevokedKeyIsTrustedNowhere() throws Exception {
        KnownHosts hosts = file(line("n1", key), line("@revoked *", key));
        assertThat(hosts.trusts("n1", 22, key)).isFalse();
    }

    @Test
    void anAuthorityIsNotAHostKey() throws Exception {
        KnownHosts hosts = file(line("@cert-authority *", key));
        assertThat(hosts.trusts("n1", 22, key)).isFalse();
        assertThat(hosts.certified("n1", 22)).isTrue();
        assertThat(hosts.types("n1", 22)).isEmpty();
    }

    @Test
    void aLineThatCannotBeReadMakesNobodyKnownAndHidesNobody() throws Exception {
        KnownHosts hosts = file(
                "# a comment",
                "",
                "n1",
                "n1 ssh-ed25519",
                "n1 ecdsa-sha2-nistp256 !!!",
                "* ssh-nothing AAAA",
                line("n1", key));
        assertThat(hosts.trusts("n1", 22, key)).isTrue();
        assertThat(hosts.trusts("n2", 22, key)).isFalse();
    }
}
