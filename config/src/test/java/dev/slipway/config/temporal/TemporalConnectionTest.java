package dev.slipway.config.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.config.SiteConfig;
import dev.slipway.config.units.HostPort;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemporalConnectionTest {
    /** Who is away is waited for all this time; a busy machine takes seconds for its first call. */
    private static final Duration WITHIN = Duration.ofSeconds(15);

    private static final String HOST = "temporal.internal";

    @TempDir
    static Path shared = Path.of("");

    @TempDir
    Path folder;

    private static Certificates made = new Certificates(Path.of(""));

    @BeforeAll
    static void certificates() throws IOException, InterruptedException {
        made = new Certificates(shared)
                .authority("ca")
                .authority("other-ca")
                .server("server", "ca", HOST)
                .client("client", "ca", "-1H", 30)
                .client("expired", "ca", "-3d", 1)
                .client("stranger", "other-ca", "-1H", 30);
    }

    @Test
    void connectsWithAClientCertificateToTheNameThatIsConfigured() throws IOException {
        try (TlsServer server = TlsServer.start(made, "server", Optional.of("ca"), false)) {
            TemporalConnection.connect(at(server, tls("ca", "client", HOST)), WITHIN)
                    .shutdownNow();

            assertThat(server.authorizations).containsExactly("");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ca       | ''       | temporal.internal | SERVER wants a client certificate. Name `certificateFile` and `keyFile`
            ca       | stranger | temporal.internal | SERVER refuses the client certificate
            ca       | client   | other.internal    | the certificate of SERVER is not for `other.internal`; it names DNS:temporal.internal. Set `temporal.tls.serverName`
            other-ca | client   | temporal.internal | the certificate of SERVER is signed by no authority that is trusted here. Name its authority
            ''       | client   | temporal.internal | the certificate of SERVER is signed by no authority that is trusted here. Name its authority
            ca       | expired  | temporal.internal | expired at 20
            """)
    void saysInOneSentenceWhyThereIsNoConnection(String ca, String client, String serverName, String said)
            throws IOException {
        try (TlsServer server = TlsServer.start(made, "server", Optional.of("ca"), false)) {
            TemporalTrouble trouble = trouble(at(server, tls(ca, client, serverName)));

            assertThat(trouble.getMessage())
                    .contains(said.replace("SERVER", "Temporal at " + server.address()))
                    .doesNotContain("\n");
        }
    }

    @Test
    void tellsAServersCertificateThatIsOver() throws IOException {
        try (TlsServer server = TlsServer.start(made, "expired", Optional.empty(), false)) {
            assertThat(trouble(at(server, tls("ca", "", "expired"))).getMessage())
                    .containsPattern("the certificate of Temporal at .* does not hold now: NotAfter: .* Renew it");
        }
    }

    @Test
    void tellsAServerWithTlsFromOneWithout() throws IOException {
        try (TlsServer protectedOne = TlsServer.start(made, "server", Optional.empty(), false);
                TlsServer open = TlsServer.withoutTls()) {
            assertThat(trouble(at(protectedOne, Optional.empty())).what()).contains("as a server does that wants TLS");
            assertThat(trouble(at(open, tls("ca", "client", HOST))).what()).endsWith("speaks no TLS");
        }
    }

    @Test
    void saysThatNobodyAnswers() {
        assertThat(trouble(SiteConfig.Temporal.unprotected(new HostPort("127.0.0.1", 1)))
                        .getMessage())
                .isEqualTo("Temporal does not answer at 127.0.0.1:1: connection refused. Start it, or correct"
                        + " `temporal.target` in slipway.yaml.");
    }

    @Test
    void sendsTheApiKeyOverTlsAndReadsItAnewForEachCall() throws IOException {
        Path key = Files.writeString(folder.resolve("key"), "an-old-key\n");
        try (TlsServer server = TlsServer.start(made, "server", Optional.empty(), true)) {
            SiteConfig.Temporal at = at(server.address(), tls("ca", "", HOST), Optional.of(key));
            TemporalTrouble refused = trouble(at);
            Files.writeString(key, TlsServer.KEY + "\n");

            WorkflowServiceStubs stubs = TemporalConnection.connect(at, WITHIN);

            assertThat(server.authorizations).containsExactly("Bearer an-old-key", "Bearer " + TlsServer.KEY);
            assertThat(refused.getMessage())
                    .contains("refuses us: Request unauthorized.", "Look at `temporal.apiKeyFile`")
                    .doesNotContain("an-old-key");
            Files.delete(key);
            RuntimeException failure = catchThrowableOfType(
                    RuntimeException.class,
                    () -> stubs.blockingStub().getSystemInfo(GetSystemInfoRequest.getDefaultInstance()));
            assertThat(TemporalConnection.failed(failure)).isTrue();
            assertThat(TemporalConnection.explain(failure, at).what()).endsWith("key, is missing");
            stubs.shutdownNow();
        }
    }

    @Test
    void namesTheFileThatCannotBeUsedBeforeAnythingIsAsked() throws IOException {
        HostPort nobody = new HostPort("127.0.0.1", 1);
        Path text = Files.writeString(folder.resolve("text"), "no PEM");
        Path oldKey = Files.writeString(folder.resolve("old"), "-----BEGIN EC PRIVATE KEY-----\nAAAA\n");
        Path locked = Files.writeString(folder.resolve("locked"), "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n");
        Path missing = folder.resolve("missing");
        Path client = made.certificate("client");

        assertThat(unusable(nobody, missing, client, made.key("client")))
                .startsWith("the authority for Temporal, " + missing + ", is missing.");
        assertThat(unusable(nobody, text, client, made.key("client"))).contains("is not a certificate in PEM");
        assertThat(unusable(nobody, client, text, made.key("client"))).contains("is not a certificate in PEM");
        assertThat(unusable(nobody, client, client, missing)).contains("client key for Temporal", "is missing");
        assertThat(unusable(nobody, client, client, oldKey)).contains("is not a PKCS#8 key", "openssl pkcs8 -topk8");
        assertThat(unusable(nobody, client, client, locked)).contains("has a passphrase");
        assertThat(unusable(nobody, client, client, made.key("server"))).contains("is not the key of " + client);
        Path empty = Files.writeString(folder.resolve("empty"), "\n");
        assertThat(trouble(at(nobody, tls("ca", "", HOST), Optional.of(empty))).what())
                .endsWith("is empty");
    }

    @Test
    void saysUntilWhenTheClientCertificateHolds() {
        HostPort nobody = new HostPort("127.0.0.1", 1);
        assertThat(TemporalConnection.protection(SiteConfig.Temporal.unprotected(nobody)))
                .isEqualTo("without TLS");
        assertThat(TemporalConnection.protection(at(nobody, tls("ca", "client", HOST), Optional.empty())))
                .startsWith("TLS, client certificate until 20");
    }

    private static String unusable(HostPort target, Path ca, Path certificate, Path key) {
        SiteConfig.Tls tls =
                new SiteConfig.Tls(Optional.of(ca), Optional.of(certificate), Optional.of(key), Optional.empty());
        return String.valueOf(
                trouble(at(target, Optional.of(tls), Optional.empty())).getMessage());
    }

    private static TemporalTrouble trouble(SiteConfig.Temporal at) {
        return catchThrowableOfType(
                TemporalTrouble.class,
                () -> TemporalConnection.connect(at, WITHIN).shutdownNow());
    }

    private static SiteConfig.Temporal at(TlsServer server, Optional<SiteConfig.Tls> tls) {
        return at(server.address(), tls, Optional.empty());
    }

    private static SiteConfig.Temporal at(HostPort target, Optional<SiteConfig.Tls> tls, Optional<Path> apiKeyFile) {
        return new SiteConfig.Temporal(
                target, "default", "slipway", URI.create("http://127.0.0.1:8233"), tls, apiKeyFile);
    }

    private static Optional<SiteConfig.Tls> tls(String ca, String client, String serverName) {
        return Optional.of(new SiteConfig.Tls(
                ca.isEmpty() ? Optional.empty() : Optional.of(made.certificate(ca)),
                client.isEmpty() ? Optional.empty() : Optional.of(made.certificate(client)),
                client.isEmpty() ? Optional.empty() : Optional.of(made.key(client)),
                serverName.isEmpty() ? Optional.empty() : Optional.of(serverName)));
    }
}
