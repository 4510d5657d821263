package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.config.Config;
import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.config.temporal.TemporalTrouble;
import dev.slipway.config.units.HostPort;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.starter.Installation;
import dev.slipway.starter.Starter;
import dev.slipway.starter.cli.Slipway;
import dev.slipway.worker.Worker;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worker, starter and doctor on Temporal's own server, whose frontend lets nobody in without a client certificate. */
@Tag("temporal-server")
class TemporalTlsIT {
    private static final String MUTUAL = "{ caFile: CERTS/ca.pem, certificateFile: CERTS/client.pem,"
            + " keyFile: CERTS/client.key, serverName: temporal.lab }";

    @TempDir
    static Path lab = Path.of("");

    private static LabService server = new LabService("temporal-server", Path.of(""));
    private static String target = "";

    @TempDir
    Path folder;

    @BeforeAll
    static void up() {
        server = new LabService("temporal-server", lab.resolve("temporal"));
        target = server.up("--tls")
                .lines()
                .filter(line -> line.startsWith("TEMPORAL_ADDRESS="))
                .map(line -> line.substring("TEMPORAL_ADDRESS=".length()))
                .findFirst()
                .orElseThrow();
    }

    @AfterAll
    static void down() {
        server.down();
    }

    /** Both as shipped, each a process of its own. The doctor's question runs through Temporal to the worker. */
    @Test
    void workerStarterAndDoctorWorkWithAClientCertificate() throws IOException {
        Path worker = site("worker", MUTUAL);
        Path starter = site("starter", MUTUAL);
        try (WorkerProcess polling = WorkerProcess.start(Worker.class, worker, folder.resolve("worker.log"));
                WorkerProcess listening = WorkerProcess.start(Starter.class, starter, folder.resolve("starter.log"))) {
            String url = "http://" + Config.load(starter).site().starter().address();

            UsedSite.until(
                    "the worker polls",
                    () -> slipway(url, starter, "doctor").contains("polled the task queue slipway"));

            assertThat(slipway(url, starter, "doctor"))
                    .containsPattern(
                            "ok +Temporal +namespace default at " + target + ", TLS, client certificate until 20")
                    .containsPattern("ok +search attributes +5 present")
                    .containsPattern("wrong +SSH small");
            assertThat(polling.restarts() + listening.restarts()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { caFile: CERTS/ca.pem, serverName: temporal.lab } | SERVER wants a client certificate
            { caFile: CERTS/ca.pem, certificateFile: CERTS/stranger.pem, keyFile: CERTS/stranger.key, serverName: temporal.lab } | SERVER refuses the client certificate
            { caFile: CERTS/ca.pem, certificateFile: CERTS/client.pem, keyFile: CERTS/client.key } | the certificate of SERVER is not for `127.0.0.1`; it names DNS:temporal.lab
            { caFile: CERTS/other-ca.pem, certificateFile: CERTS/client.pem, keyFile: CERTS/client.key, serverName: temporal.lab } | the certificate of SERVER is signed by no authority that is trusted here
            '' | SERVER closes the connection, as a server does that wants TLS
            """)
    void aWorkerThatIsNotLetInSaysWhyInOneSentence(String tls, String said) throws IOException {
        Config config = Config.load(site("refused", tls));

        TemporalTrouble trouble = catchThrowableOfType(TemporalTrouble.class, () -> Worker.connect(config));

        assertThat(trouble.what()).startsWith(said.replace("SERVER", "Temporal at " + target));
        assertThat(trouble.next()).contains("emporal").doesNotContain("\n");
    }

    /** It starts all the same, as it does while Temporal is away. */
    @Test
    void aStarterThatIsNotLetInSaysWhyInDoctorAndToEachThatAsks() throws IOException {
        Config config = Config.load(site("refused", "{ caFile: CERTS/ca.pem, serverName: temporal.lab }"));
        WorkflowServiceStubs stubs = TemporalConnection.open(config.site().temporal());
        try (LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:tls", "", Optional.empty());
                Starter.Running starter = Starter.start(
                        new Installation(config, ledger, WorkflowClient.newInstance(stubs), Clock.systemUTC()),
                        new HostPort("127.0.0.1", 0))) {
            String said = "Temporal at " + target + " wants a client certificate";

            assertThat(slipway(starter.url(), config.directory(), "doctor"))
                    .containsPattern("wrong +Temporal +" + said)
                    .contains("Name `certificateFile` and `keyFile`");
            assertThat(slipway(starter.url(), config.directory(), "drift", "check", "--fleet", "small"))
                    .contains(said);
        } finally {
            stubs.shutdownNow();
        }
    }

    /** A small site of one node that nobody reaches, with a ledger of its own. */
    private Path site(String name, String tls) throws IOException {
        Path site = folder.resolve(name);
        for (String part : new String[] {"baselines", "fleets", "policies"}) {
            Files.createDirectories(site.resolve(part));
        }
        for (String baseline : new String[] {"hgx-h100-r570-124.yaml", "hgx-h100-r570-133.yaml"}) {
            Files.copy(
                    Path.of("..", "config", "baselines", baseline),
                    site.resolve("baselines").resolve(baseline));
        }
        String protection = tls.isEmpty()
                ? ""
                : ", tls: "
                        + tls.replace("CERTS", server.folder().resolve("tls").toString());
        Files.writeString(site.resolve("slipway.yaml"), """
                temporal: { target: "%s"%s }
                ledger: { file: ledger }
                evidence: { directory: evidence }
                starter: { address: "127.0.0.1:%d", tokenFile: token }
                ssh: { user: slipway, key: id, knownHosts: known_hosts }
                """.formatted(target, protection, freePort()));
        Files.writeString(site.resolve("policies/small.yaml"), "name: small\nwaves: [1, 100%]\n");
        Files.writeString(site.resolve("fleets/small.yaml"), """
                name: small
                cluster: small
                scheduler: none
                baseline: hgx-h100-r570-133
                policy: small
                nodes:
                  - { name: gpu-001, address: 127.0.0.1, port: 1, sku: HGX-H100-8 }
                """);
        Files.writeString(site.resolve("id"), "");
        Files.writeString(site.resolve("known_hosts"), "");
        return site;
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static String slipway(String url, Path site, String... words) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        Slipway.run(
                words,
                out,
                out,
                Map.of(
                        "SLIPWAY_SERVER",
                        url,
                        "SLIPWAY_TOKEN_FILE",
                        site.resolve("token").toString()));
        return said.toString();
    }
}
