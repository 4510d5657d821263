package dev.slipway.activities.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.kubernetes.KubernetesNodes;
import dev.slipway.activities.kubernetes.LabDrains;
import dev.slipway.activities.safety.Refusal;
import dev.slipway.config.FleetConfig;
import dev.slipway.model.CheckResult;
import dev.slipway.model.FailureType;
import dev.slipway.model.Finding;
import dev.slipway.model.node.NodeRef;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person who gave wrong access to a cluster is told: by the doctor and by a run, in the same sentence. */
class ClusterAccessTest {
    private static final InstantSource NOW = InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z"));
    /** Of a key that was thrown away; it ended in 2021. */
    private static final String EXPIRED = "expired-client.pem";

    @TempDir
    Path folder = Path.of("");

    private Path kubeconfig(String text) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), text);
    }

    private static String kubeconfig(String server, String user) {
        return """
                apiVersion: v1
                kind: Config
                current-context: here
                contexts: [{name: here, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "%s"}}]
                users: [{name: u, user: {%s}}]
                """.formatted(server, user);
    }

    private static FleetConfig.Kubernetes by(Path kubeconfig, Optional<String> context) {
        return new FleetConfig.Kubernetes(
                Optional.of(kubeconfig), context, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static FleetConfig.Kubernetes by(URI server, Path token) {
        return new FleetConfig.Kubernetes(
                Optional.empty(), Optional.empty(), Optional.of(server), Optional.of(token), Optional.empty());
    }

    private static ClusterConnections connections(FleetConfig.Kubernetes at) {
        return ClusterConnections.of(List.of(new ClusterAccess("c1", at, NOW)));
    }

    private static CheckResult doctor(FleetConfig.Kubernetes at) {
        try (ClusterConnections connections = connections(at)) {
            return new ClusterRights(connections).check("RBAC f", "c1", Optional.empty());
        }
    }

    private static String run(FailureType type, FleetConfig.Kubernetes at) {
        try (ClusterConnections connections = connections(at);
                KubernetesNodes nodes = LabDrains.nodes(connections, TestClock.running(1))) {
            return Refusal.of(type, () -> nodes.registration(new NodeRef("c1", "gpu-001")));
        }
    }

    private static String jwt(String claims) {
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return "e30." + encoder.encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + ".c2ln";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'just: words' | is not one. Write one with
            '<html>not found</html>' | is not one. Write one with
            '' | is not one. Write one with
            'contexts: [{name: other, context: {cluster: c, user: u}}]' | names no current context. Set `context` of the fleet. It has: other.
            'current-context: gone@contexts: [{name: other, context: {cluster: c, user: u}}]' | has no context `gone`. It has: other.
            'current-context: a@contexts: [{name: a, context: {cluster: c, user: u}}]@clusters: [{name: x, cluster: {server: "https://x"}}]' | has no server for context `a`. Add the cluster `c`.
            'current-context: a@contexts: [{name: a, context: {cluster: c, user: u}}]@clusters: [{name: c, cluster: {server: "https://x"}}]' | has no user `u`. Add it.
            """)
    void aKubeconfigThatIsNotWholeIsNotTakenForTheClusterItRunsIn(String text, String told) throws IOException {
        Path file = kubeconfig(text.replace('@', '\n'));

        assertThat(run(FailureType.GATE_CLOSED, by(file, Optional.empty())))
                .contains(file.toString())
                .contains(told);
        assertThat(doctor(by(file, Optional.empty())).saw()).contains(told);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path gone = folder.resolve("gone");

        assertThat(run(FailureType.GATE_CLOSED, by(gone, Optional.empty())))
                .contains("The kubeconfig of cluster c1 cannot be read: " + gone)
                .contains("Put it there");
        assertThat(doctor(by(URI.create("http://127.0.0.1:1"), gone)).saw()).contains("The API token of cluster c1");
    }

    @Test
    void anExpiredTokenOrCertificateIsSaidBeforeAnythingIsAsked() throws IOException {
        String token = jwt("{\"exp\": 1700000000}");
        Path file = kubeconfig(kubeconfig("http://127.0.0.1:1", "token: " + token));
        assertThat(run(FailureType.GATE_CLOSED, by(file, Optional.empty())))
                .contains("has a token that expired at 2023-11-14T22:13:20Z. Renew it.")
                .doesNotContain(token);

        Files.copy(Path.of("src/test/resources/dev/slipway/activities/kubernetes", EXPIRED), folder.resolve(EXPIRED));
        kubeconfig(kubeconfig("http://127.0.0.1:1", "client-certificate: " + EXPIRED));
        assertThat(doctor(by(file, Optional.empty())).saw())
                .contains("has a client certificate that expired at 2021-01-02T00:00:00Z. Renew it.");

        Path alone = Files.writeString(folder.resolve("token"), token);
        assertThat(doctor(by(URI.create("http://127.0.0.1:1"), alone)).saw()).contains("expired at 2023-11-14");
    }

    @Test
    void anAddressWhereNobodyAnswersIsNamed() throws IOException {
        Path file = kubeconfig(kubeconfig("http://127.0.0.1:1", "token: x"));

        assertThat(run(FailureType.PART_AWAY, by(file, Optional.empty())))
                .contains("no answer of http://127.0.0.1:1")
                .contains("connection refused")
                .contains("is its address under `kubernetes` of the fleet right?");
    }

    @Test
    void anAccountThatTheServerDoesNotKnowAndARightThatIsMissingAreNamedWithWhatToDo() throws IOException {
        try (SimulatedKubernetes server = SimulatedKubernetes.start(SimulatedKubernetesOptions.defaults())) {
            String url = server.url().toString();
            Path file = kubeconfig(kubeconfig(url, "token: another"));
            assertThat(run(FailureType.STEP_FAILED, by(file, Optional.empty())))
                    .contains("401")
                    .contains("Renew the token or kubeconfig");

            server.deny("get", "nodes");
            kubeconfig(kubeconfig(url, "token: " + server.token()));
            assertThat(run(FailureType.STEP_FAILED, by(file, Optional.empty())))
                    .contains("cannot get resource \"nodes\"")
                    .contains("kubectl apply -f config/kubernetes/access.yaml");
            CheckResult checkResult = doctor(by(file, Optional.empty()));
            assertThat(checkResult.finding()).isEqualTo(Finding.WRONG);
            assertThat(checkResult.saw()).contains("refuses: get nodes");
        }
    }

    @Test
    void aTokenFileThatIsWrittenAnewIsUsedFromTheNextRequestOn() throws IOException {
        try (SimulatedKubernetes server = SimulatedKubernetes.start(SimulatedKubernetesOptions.defaults())) {
            Path token = Files.writeString(folder.resolve("token"), "old");
            try (ClusterConnections connections = connections(by(server.url(), token))) {
                ClusterRights rights = new ClusterRights(connections);
                assertThat(rights.check("RBAC f", "c1", Optional.empty()).finding())
                        .isEqualTo(Finding.WRONG);

                Files.writeString(token, server.token() + "\n");

                assertThat(rights.check("RBAC f", "c1", Optional.empty()).finding())
                        .isEqualTo(Finding.OK);
            }
        }
    }
}
