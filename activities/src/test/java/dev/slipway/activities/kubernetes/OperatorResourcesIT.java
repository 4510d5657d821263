package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.kubernetes.client.ClusterConnections;
import dev.slipway.activities.kubernetes.client.ClusterRights;
import dev.slipway.model.Finding;
import dev.slipway.model.facts.DriverDeployment;
import dev.slipway.model.facts.Reading;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The operator's kinds on a real API server, with the rights that {@code config/kubernetes/access.yaml} grants. */
@Tag("kubernetes")
@ExtendWith(ControlPlane.class)
class OperatorResourcesIT {
    private static final String POLICY = """
            apiVersion: nvidia.com/v1
            kind: ClusterPolicy
            metadata: {name: cluster-policy}
            spec: {driver: {useNvidiaDriverCRD: true}}
            """;
    private static final String DRIVER = """
            apiVersion: nvidia.com/v1alpha1
            kind: NVIDIADriver
            metadata: {name: gold}
            spec: {nodeSelector: {pool: gold}}
            """;

    private final ClusterConnections all = new ClusterConnections(Map.of("c1", ControlPlane.config()));
    private final ClusterConnections worker = as("system:serviceaccount:slipway:slipway-worker");
    private final ClusterConnections nobody = as("nobody");
    private final LabApi lab = new LabApi(all.client("c1"));
    private final String kinds = LabApi.read("operator-kinds.yaml");
    /** The roles alone: a namespace takes a while to go, and another test may want it. */
    private final String access;

    OperatorResourcesIT() throws IOException {
        access = Arrays.stream(Files.readString(Path.of("../config/kubernetes/access.yaml"))
                        .split("(?m)^---$"))
                .filter(part -> part.contains("kind: ClusterRole"))
                .collect(Collectors.joining("\n---\n"));
    }

    private static ClusterConnections as(String account) {
        return new ClusterConnections(Map.of(
                "c1",
                new ConfigBuilder(ControlPlane.config())
                        .withImpersonateUsername(account)
                        .build()));
    }

    @AfterEach
    void close() {
        lab.delete(kinds);
        lab.delete(access);
        worker.close();
        nobody.close();
        all.close();
    }

    private static Reading<DriverDeployment> said(ClusterConnections account, Map<String, String> labels) {
        KubernetesClient client = account.client("c1");
        return new SharedOperatorResources(new ClusterApi(client), InstantSource.system())
                .read()
                .driverOf(labels);
    }

    @Test
    void areReadWithTheShippedRightsWhetherTheOperatorIsThereOrNot() {
        lab.create(access);
        Pauses.until(
                "the rights are known",
                () -> new ClusterRights(worker)
                                .check("RBAC f", "c1", Optional.empty())
                                .finding()
                        == Finding.OK);
        assertThat(said(worker, Map.of()).error()).contains("no ClusterPolicy");
        assertThat(said(nobody, Map.of()).error()).contains("403", "clusterpolicies.nvidia.com");

        lab.create(kinds);
        Pauses.until(
                "the kinds are served",
                () -> ControlPlane.kubectl("get", "clusterpolicies,nvidiadrivers")
                                .status()
                        == 0);
        lab.create(POLICY + "---\n" + DRIVER);

        assertThat(said(worker, Map.of("pool", "gold")))
                .isEqualTo(Reading.of(new DriverDeployment(true, "NVIDIADriver gold")));
        assertThat(said(worker, Map.of()))
                .isEqualTo(Reading.of(new DriverDeployment(false, "no NVIDIADriver selects the node")));
        assertThat(said(nobody, Map.of()).error()).contains("403", "clusterpolicies.nvidia.com");
    }
}
