package dev.slipway.activities.kubernetes.client;

import dev.slipway.config.FleetConfig;
import dev.slipway.model.FailureType;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Holds the access to one cluster that a fleet's file names. Safe to repeat: reads files only. An error in them is
 * reported in one sentence with its next step, before any request to the cluster; that sentence contains no secret.
 */
public record ClusterAccess(String cluster, FleetConfig.Kubernetes at, InstantSource clock) {

    /**
     * Returns the client's settings. Fails with GATE_CLOSED if a file is missing, unreadable, incomplete or expired.
     */
    public Config read() {
        return at.kubeconfig().map(this::kubeconfig).orElseGet(this::server);
    }

    private Config kubeconfig(Path file) {
        String text = text("The kubeconfig", file);
        Kubeconfig parsed = Kubeconfig.parse(text)
                .orElseThrow(() -> refused("The kubeconfig " + file + " of cluster " + cluster
                        + " is not one. Write one with `kubectl config view --flatten --minify`."));
        parsed.trouble(at.context(), clock.instant(), file).ifPresent(trouble -> {
            throw refused("The kubeconfig " + file + " of cluster " + cluster + " " + trouble);
        });
        return at.context()
                .map(context -> Config.fromKubeconfig(context, file.toFile()))
                .orElseGet(() -> Config.fromKubeconfig(file.toFile()));
    }

    /** A token in a file is read again for each request: the cluster writes a new one while the worker runs. */
    private Config server() {
        URI server = at.server()
                .orElseThrow(() -> refused("Cluster " + cluster + " has neither `kubeconfig` nor `server`. Name one."));
        ConfigBuilder builder = new ConfigBuilder(Config.empty()).withMasterUrl(server.toString());
        at.tokenFile().ifPresent(file -> {
            token(file);
            builder.withOauthTokenProvider(() -> token(file));
        });
        at.caFile().ifPresent(file -> {
            text("The authority", file);
            builder.withCaCertFile(file.toString());
        });
        return builder.build();
    }

    private String token(Path file) {
        String token = text("The API token", file).strip();
        Optional<String> trouble = Credential.ofToken(token, clock.instant());
        if (token.isEmpty() || trouble.isPresent()) {
            throw refused("The API token " + file + " of cluster " + cluster + " "
                    + trouble.orElse("is empty. Write the token into it."));
        }
        return token;
    }

    private String text(String what, Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw refused(what + " of cluster " + cluster + " cannot be read: " + file + ". Put it there, or correct"
                    + " `kubernetes` of the fleet.");
        }
    }

    private static ApplicationFailure refused(String sentences) {
        return FailureType.GATE_CLOSED.of(sentences);
    }
}
