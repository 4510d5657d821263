package dev.slipway.activities.kubernetes.client;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Checks a kubeconfig before it is used: the client reads an incomplete one as the cluster in which it runs. */
record Kubeconfig(Config file) {

    /** Returns empty if the text is none. */
    static Optional<Kubeconfig> parse(String text) {
        try {
            return Optional.ofNullable(new KubernetesSerialization().unmarshal(text, Config.class))
                    .filter(config -> !config.getContexts().isEmpty()
                            || !config.getClusters().isEmpty())
                    .map(Kubeconfig::new);
        } catch (KubernetesClientException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns what is wrong with the chosen context, as the end of a sentence and the next step; {@code at}: where the
     * file is.
     */
    Optional<String> trouble(Optional<String> wanted, Instant now, Path at) {
        List<String> names =
                file.getContexts().stream().map(NamedContext::getName).toList();
        String there = "It has: " + String.join(", ", names) + ".";
        String name =
                wanted.or(() -> Optional.ofNullable(file.getCurrentContext())).orElse("");
        if (name.isBlank()) {
            return Optional.of("names no current context. Set `context` of the fleet. " + there);
        }
        Optional<Context> context = file.getContexts().stream()
                .filter(named -> named.getName().equals(name))
                .map(NamedContext::getContext)
                .findFirst();
        if (context.isEmpty()) {
            return Optional.of("has no context `" + name + "`. " + there);
        }
        String server = file.getClusters().stream()
                .filter(named -> named.getName().equals(context.get().getCluster()))
                .map(NamedCluster::getCluster)
                .map(Cluster::getServer)
                .findFirst()
                .orElse("");
        if (server == null || server.isBlank()) {
            return Optional.of("has no server for context `" + name + "`. Add the cluster `"
                    + context.get().getCluster() + "`.");
        }
        return file.getUsers().stream()
                .filter(named -> named.getName().equals(context.get().getUser()))
                .map(NamedAuthInfo::getUser)
                .findFirst()
                .map(user -> expired(user, now, at))
                .orElseGet(() -> Optional.of("has no user `" + context.get().getUser() + "`. Add it."));
    }

    private static Optional<String> expired(AuthInfo user, Instant now, Path at) {
        try {
            Optional<byte[]> certificate = Optional.empty();
            if (user.getClientCertificateData() != null) {
                certificate = Optional.of(Base64.getMimeDecoder().decode(user.getClientCertificateData()));
            } else if (user.getClientCertificate() != null) {
                certificate = Optional.of(Files.readAllBytes(at.resolveSibling(user.getClientCertificate())));
            }
            return certificate
                    .flatMap(pem -> Credential.ofCertificate(pem, now))
                    .map(said -> "has a client certificate that " + said)
                    .or(() -> Optional.ofNullable(user.getToken())
                            .flatMap(token -> Credential.ofToken(token, now))
                            .map(said -> "has a token that " + said));
        } catch (IOException e) {
            return Optional.of("names a client certificate that cannot be read: " + user.getClientCertificate()
                    + ". Put it there.");
        } catch (IllegalArgumentException e) {
            return Optional.of("has a client certificate that is not base64. Write a new kubeconfig.");
        }
    }
}
