package dev.slipway.activities.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.CheckResult;
import dev.slipway.model.Finding;
import dev.slipway.simulator.kubernetes.SimulatedKubernetes;
import dev.slipway.simulator.kubernetes.spec.SimulatedKubernetesOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClusterRightsTest {

    private static CheckResult look(SimulatedKubernetesOptions options, String token) {
        return look(options, token, Optional.empty());
    }

    private static CheckResult look(SimulatedKubernetesOptions options, String token, Optional<String> smoke) {
        try (SimulatedKubernetes server = SimulatedKubernetes.start(options)) {
            return look(server.url().toString(), token, smoke);
        }
    }

    private static CheckResult look(String url, String token, Optional<String> smoke) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(url)
                .withOauthToken(token)
                .build();
        try (ClusterConnections connections = new ClusterConnections(Map.of("c1", config))) {
            return new ClusterRights(connections).check("RBAC f", "c1", smoke);
        }
    }

    @Test
    void isWellWhereEveryRightIsGranted() {
        SimulatedKubernetesOptions all = SimulatedKubernetesOptions.defaults();
        assertThat(look(all, all.access().token()))
                .isEqualTo(CheckResult.ok("RBAC f", "cluster c1 grants all 11 rights"));
    }

    @Test
    void namesEachRightThatIsMissing() {
        SimulatedKubernetesOptions some = SimulatedKubernetesOptions.defaults()
                .without("create", "pods/eviction")
                .without("patch", "nodes");
        CheckResult checkResult = look(some, some.access().token());
        assertThat(checkResult.finding()).isEqualTo(Finding.WRONG);
        assertThat(checkResult.saw()).isEqualTo("cluster c1 refuses: patch nodes, create pods/eviction");
        assertThat(checkResult.next()).contains("access.yaml");
    }

    @Test
    void asksForThoseOfTheSmokeJobInItsNamespaceWhereThereIsOne() {
        SimulatedKubernetesOptions some = SimulatedKubernetesOptions.defaults().without("create", "pods");
        String token = some.access().token();
        assertThat(look(some, token).finding()).isEqualTo(Finding.OK);
        assertThat(look(some, token, Optional.of("ml")).saw())
                .isEqualTo("cluster c1 refuses: create pods in namespace ml");
    }

    @Test
    void tellsAnAccountThatIsNotKnownFromAServerThatIsAway() {
        assertThat(look(SimulatedKubernetesOptions.defaults(), "wrong").saw()).contains("does not know our account");
        assertThat(look("http://127.0.0.1:1/", "any", Optional.empty()).saw())
                .isEqualTo("cluster c1 does not answer: connection refused");
    }

    @Test
    void asksForExactlyWhatTheManifestsGrant() throws IOException {
        assertThat(granted("access.yaml")).containsExactlyInAnyOrderElementsOf(words(ClusterRights.NEEDED));
        assertThat(granted("smoke.yaml")).containsExactlyInAnyOrderElementsOf(words(ClusterRights.SMOKE));
    }

    private static List<String> words(List<ClusterRights.Right> rights) {
        return rights.stream().map(ClusterRights.Right::toString).toList();
    }

    /** The verbs on resources that the roles in a manifest grant. */
    private static List<String> granted(String name) throws IOException {
        try (InputStream file = Files.newInputStream(Path.of("..", "config", "kubernetes", name))) {
            List<HasMetadata> parts = new KubernetesSerialization().unmarshal(file);
            return parts.stream()
                    .flatMap(part -> switch (part) {
                        case ClusterRole role -> role.getRules().stream();
                        case Role role -> role.getRules().stream();
                        default -> Stream.<PolicyRule>empty();
                    })
                    .flatMap(rule -> rule.getResources().stream()
                            .flatMap(resource -> rule.getVerbs().stream().map(verb -> verb + " " + resource)))
                    .toList();
        }
    }
}
