package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Finding;
import dev.slipway.model.Look;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.SimulatedKubernetesOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClusterRightsTest {

    private static Look look(SimulatedKubernetesOptions options, String token) {
        try (SimulatedKubernetes server = SimulatedKubernetes.start(options)) {
            return look(server.url().toString(), token);
        }
    }

    private static Look look(String url, String token) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(url)
                .withOauthToken(token)
                .build();
        try (ClusterConnections connections = new ClusterConnections(Map.of("c1", config))) {
            return new ClusterRights(connections).look("RBAC f", "c1");
        }
    }

    @Test
    void isWellWhereEveryRightIsGranted() {
        SimulatedKubernetesOptions all = SimulatedKubernetesOptions.defaults();
        assertThat(look(all, all.access().token())).isEqualTo(Look.ok("RBAC f", "cluster c1 grants all 8 rights"));
    }

    @Test
    void namesEachRightThatIsMissing() {
        SimulatedKubernetesOptions some = SimulatedKubernetesOptions.defaults()
                .without("create", "pods/eviction")
                .without("patch", "nodes");
        Look look = look(some, some.access().token());
        assertThat(look.finding()).isEqualTo(Finding.WRONG);
        assertThat(look.saw()).isEqualTo("cluster c1 refuses: patch nodes, create pods/eviction");
        assertThat(look.next()).contains("access.yaml");
    }

    @Test
    void tellsAnAccountThatIsNotKnownFromAServerThatIsAway() {
        assertThat(look(SimulatedKubernetesOptions.defaults(), "wrong").saw()).contains("does not know our account");
        assertThat(look("http://127.0.0.1:1/", "any").saw()).startsWith("cluster c1 does not answer");
    }

    @Test
    void asksForExactlyWhatTheManifestGrants() throws IOException {
        try (InputStream file = Files.newInputStream(Path.of("..", "config", "kubernetes", "access.yaml"))) {
            List<HasMetadata> parts = new KubernetesSerialization().unmarshal(file);
            List<String> granted = parts.stream()
                    .filter(ClusterRole.class::isInstance)
                    .flatMap(role -> ((ClusterRole) role).getRules().stream())
                    .flatMap(rule -> rule.getVerbs().stream()
                            .map(verb -> new ClusterRights.Right(
                                            verb,
                                            rule.getApiGroups().getFirst(),
                                            rule.getResources().getFirst())
                                    .toString()))
                    .toList();
            assertThat(granted)
                    .containsExactlyInAnyOrderElementsOf(ClusterRights.NEEDED.stream()
                            .map(ClusterRights.Right::toString)
                            .toList());
        }
    }
}
