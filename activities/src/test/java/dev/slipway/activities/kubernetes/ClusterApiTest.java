package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import org.junit.jupiter.api.Test;

class ClusterApiTest {
    @Test
    void wordsARefusedConnectionWithoutTheNameOfAClass() {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:1/")
                .withRequestRetryBackoffLimit(0)
                .build();
        try (KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build()) {
            ClusterApi api = new ClusterApi(client);

            assertThatThrownBy(() -> api.get("/readyz"))
                    .hasMessageContaining("No answer to GET /readyz: Connection refused: /127.0.0.1:1");
            assertThatThrownBy(() -> api.find("gpu-1"))
                    .hasMessageContaining(": connection refused. Is its API server up");
        }
    }
}
