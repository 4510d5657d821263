package dev.slipway.config;

import dev.slipway.config.keys.Default;
import dev.slipway.config.keys.Doc;
import dev.slipway.config.units.HostPort;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code slipway.yaml} states where this site's parts are. Relative paths start at its directory. */
public record SiteConfig(
        @Doc("The Temporal server.") @Default("{}") Temporal temporal,
        @Doc("The ledger's database.") @Default("{}") Ledger ledger,
        @Doc("Where evidence is stored.") @Default("{}") Evidence evidence,
        @Doc("The HTTP service.") @Default("{}") Starter starter,

        @Doc("SSH of fleets that say nothing else.") @Default("{}")
        SshConfig ssh,

        @Doc("How images are written in fleets that say nothing else.")
        Optional<ImageCommand> image,

        @Doc("How the site's Ansible role is run.") @Default("{}")
        AnsibleConfig ansible,

        @Doc("How people are notified of what needs them.") @Default("{}")
        Notifications notifications,

        @Doc("Where tickets are opened for GPUs to be replaced.") @Default("{}")
        Tickets tickets,

        @Doc("What workers of this configuration do.") @Default("{}")
        Worker worker) {

    /** Describes the Temporal server and our part of it. */
    public record Temporal(
            @Doc("Address of the frontend.") @Default("127.0.0.1:7233")
            HostPort target,

            @Doc("Namespace.") @Default("default") String namespace,

            @Doc("Task queue of workflows and of fleets that name none.") @Default("slipway")
            String taskQueue,

            @Doc("Base address of Temporal's UI, for links; `none`: there is no UI, and nothing links to it.")
            @Default("http://127.0.0.1:8233")
            URI ui,

            @Doc("TLS; `{}` trusts the authorities of the JDK. If left out the connection is not protected.")
            Optional<Tls> tls,

            @Doc("File of an API key, sent over TLS only; read again for each call.")
            Optional<Path> apiKeyFile) {

        /** Stands in {@code ui} where there is no UI. */
        public static final String NO_UI = "none";

        /** Returns a server without access control, such as a dev server on the loopback; the rest has its defaults. */
        public static Temporal unprotected(HostPort target) {
            return new Temporal(
                    target,
                    "default",
                    "slipway",
                    URI.create("http://127.0.0.1:8233"),
                    Optional.empty(),
                    Optional.empty());
        }
    }

    /** Configures how the server is trusted, and our identity to it. */
    public record Tls(
            @Doc("Certificates, PEM, of the authorities that the server's is signed by; if left out the JDK's.")
            Optional<Path> caFile,

            @Doc("Our certificate, PEM, with those between it and its authority.")
            Optional<Path> certificateFile,

            @Doc("Its private key: PKCS#8, PEM, no passphrase.")
            Optional<Path> keyFile,

            @Doc("The name in the server's certificate, where that is not the host of `target`.")
            Optional<String> serverName) {}

    /** {@code url} wins over {@code file}; a file serves one process. */
    public record Ledger(
            @Doc("JDBC URL of a PostgreSQL database; without it the ledger is an H2 file.")
            Optional<String> url,

            @Doc("H2 file, without its ending.") @Default("../.slipway/ledger")
            Path file,

            @Doc("Database user.") @Default("slipway") String user,
            @Doc("File that holds the password.") Optional<Path> passwordFile) {

        /** Returns the URL for {@code LedgerDatabase.open}. */
        public String jdbcUrl() {
            return url.orElseGet(() -> "jdbc:h2:file:" + file);
        }
    }

    /** Names the directory of evidence; {@code shared}: every worker and starter sees the same one. */
    public record Evidence(
            @Doc("Directory of the evidence store.") @Default("../.slipway/evidence")
            Path directory,

            @Doc("Whether all workers and starters share that directory; a ledger on PostgreSQL asks for it.")
            @Default("false")
            boolean shared) {}

    /** Configures messages about decisions, held nodes, rollbacks and stopped rollouts. */
    public record Notifications(
            @Doc("Channels of notifications; all of them are used.") @Default("[{ kind: log }]")
            List<Channel> channels) {}

    /** Lists the kinds of channel. */
    public enum ChannelKind {
        LOG,
        WEBHOOK
    }

    /** Describes one channel. Secret parts of a webhook are in a file. */
    public record Channel(
            @Doc("The worker's log, or a webhook.") ChannelKind kind,
            @Doc("Address of the webhook.") Optional<URI> url,

            @Doc("File of the address, where that itself is the secret.")
            Optional<Path> urlFile,

            @Doc("File of the webhook's bearer token.") Optional<Path> tokenFile) {}

    /** Configures tickets. Without an address no ticket is opened, and a run that needs one reports that. */
    public record Tickets(
            @Doc("Address of the webhook that opens tickets.")
            Optional<URI> url,

            @Doc("File of the address, where that itself is the secret.")
            Optional<Path> urlFile,

            @Doc("File of the webhook's bearer token.") Optional<Path> tokenFile) {}

    /** A site far away runs workers of its own, which serve its queue only. */
    public record Worker(
            @Doc("Task queues that they serve; if left out that of the site and those of all fleets.")
            List<String> queues) {}

    /** Configures the HTTP service and its tokens. */
    public record Starter(
            @Doc("Address to listen on; clients use the same.") @Default("127.0.0.1:8080")
            HostPort address,

            @Doc("File of the token `default`, an operator's; made on first start.") @Default("../.slipway/token")
            Path tokenFile,

            @Doc("File of the named tokens; if left out `tokens` beside `tokenFile`. `slipway token` writes it.")
            Optional<Path> tokensFile) {

        /** Returns where clients on this machine reach it. */
        public HostPort reachedAt() {
            boolean everywhere =
                    address.host().equals("0.0.0.0") || address.host().equals("::");
            return everywhere ? new HostPort("127.0.0.1", address.port()) : address;
        }

        /** Returns the file of the named tokens, which is optional. */
        public Path namedTokens() {
            return tokensFile.orElseGet(() -> tokenFile.resolveSibling("tokens"));
        }
    }
}
