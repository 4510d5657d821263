package dev.slipway.activities.kubernetes.client;

import dev.slipway.model.CheckResult;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.temporal.failure.ApplicationFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks a cluster whether our account has every right that runs need, and no run finds out in the middle. */
public final class ClusterRights {
    /** Lists what every run needs, in the whole cluster; {@code config/kubernetes/access.yaml} grants exactly this. */
    public static final List<Right> NEEDED = List.of(
            new Right("get", "", "nodes"),
            new Right("list", "", "nodes"),
            new Right("watch", "", "nodes"),
            new Right("patch", "", "nodes"),
            new Right("list", "", "pods"),
            new Right("watch", "", "pods"),
            new Right("create", "", "pods/eviction"),
            new Right("list", "policy", "poddisruptionbudgets"),
            new Right("watch", "policy", "poddisruptionbudgets"),
            new Right("list", "nvidia.com", "clusterpolicies"),
            new Right("list", "nvidia.com", "nvidiadrivers"));

    /**
     * Lists what gate G10 needs besides, in the namespace of its job; {@code config/kubernetes/smoke.yaml} grants
     * exactly this.
     */
    public static final List<Right> SMOKE = List.of(
            new Right("create", "", "pods"),
            new Right("get", "", "pods"),
            new Right("delete", "", "pods"),
            new Right("get", "", "pods/log"));

    private static final String GRANT =
            "kubectl apply -f config/kubernetes/access.yaml, and smoke.yaml for a smoke job, grants what is needed";

    private final Clusters clusters;

    /** Names a verb on a resource of an API group; {@code resource} may name a subresource after a slash. */
    public record Right(String verb, String group, String resource) {
        @Override
        public String toString() {
            return verb + " " + resource;
        }
    }

    public ClusterRights(Clusters clusters) {
        this.clusters = clusters;
    }

    /**
     * Returns one line: every right is present, or which are missing, or why the cluster did not answer. {@code smoke}
     * is the namespace of the smoke job, if the fleet's policy names one.
     */
    public CheckResult check(String part, String cluster, Optional<String> smoke) {
        try {
            KubernetesClient client = clusters.client(cluster);
            List<String> missing = new ArrayList<>();
            for (Right right : NEEDED) {
                if (!allowed(client, right, "")) {
                    missing.add(right.toString());
                }
            }
            for (Right right : smoke.isPresent() ? SMOKE : List.<Right>of()) {
                if (!allowed(client, right, smoke.get())) {
                    missing.add(right + " in namespace " + smoke.get());
                }
            }
            int asked = NEEDED.size() + (smoke.isPresent() ? SMOKE.size() : 0);
            return missing.isEmpty()
                    ? CheckResult.ok(part, "cluster " + cluster + " grants all " + asked + " rights")
                    : CheckResult.wrong(part, "cluster " + cluster + " refuses: " + String.join(", ", missing), GRANT);
        } catch (KubernetesClientException e) {
            return refused(part, cluster, e);
        } catch (ApplicationFailure e) {
            return CheckResult.wrong(part, e.getOriginalMessage(), "mend that, then look again: slipway doctor");
        }
    }

    private static CheckResult refused(String part, String cluster, KubernetesClientException e) {
        if (e.getCode() == 401) {
            return CheckResult.wrong(
                    part,
                    "cluster " + cluster + " does not know our account (401)",
                    "renew the token or kubeconfig that the fleet names");
        }
        return CheckResult.wrong(
                part,
                "cluster " + cluster + " does not answer: " + ClusterFailure.words(e),
                "is its API server up, and is its address under `kubernetes` of the fleet right?");
    }

    /** Checks one right in the cluster, now; {@code namespace} is empty for all of it. */
    public static boolean allowed(KubernetesClient client, Right right, String namespace) {
        String[] parts = right.resource().split("/", 2);
        SelfSubjectAccessReview review = new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withVerb(right.verb())
                .withNamespace(namespace)
                .withGroup(right.group())
                .withResource(parts[0])
                .withSubresource(parts.length > 1 ? parts[1] : "")
                .endResourceAttributes()
                .endSpec()
                .build();
        return Optional.ofNullable(client.authorization()
                        .v1()
                        .selfSubjectAccessReview()
                        .create(review)
                        .getStatus())
                .map(status -> Boolean.TRUE.equals(status.getAllowed()))
                .orElse(false);
    }
}
