package dev.slipway.activities.kubernetes;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract on a real API server. */
@Tag("kubernetes")
@ExtendWith(ControlPlane.class)
class KubernetesNodesIT extends KubernetesNodesContract<RealCluster> {

    KubernetesNodesIT() {
        super(new RealCluster());
    }
}
