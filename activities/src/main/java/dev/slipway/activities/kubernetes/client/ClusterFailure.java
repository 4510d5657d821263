package dev.slipway.activities.kubernetes.client;

import dev.slipway.model.Causes;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Words a failed call of a cluster's API for a person. */
public final class ClusterFailure {
    private ClusterFailure() {}

    /** Returns the server's own sentence if there is one, else the cause, without what the client writes of itself. */
    public static String words(KubernetesClientException e) {
        if (e.getStatus() != null && e.getStatus().getMessage() != null) {
            return e.getStatus().getMessage();
        }
        Throwable deepest = e;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return Causes.words(deepest);
    }
}
