package dev.slipway.config.temporal;

import dev.slipway.config.SiteConfig;
import io.grpc.Status;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Explains why a call to Temporal failed, by the causes of its failure: gRPC itself only reports "io exception". The
 * patterns match what BoringSSL prints, which gRPC brings for Linux, and the JDK's own TLS.
 */
final class Handshake {
    private static final Pattern WANTS_CERTIFICATE = pattern("certificate[_ ]required");
    private static final Pattern BAD_CERTIFICATE =
            pattern("alert.*(bad[_ ]certificate|unknown[_ ]ca|certificate[_ ](expired|unknown|revoked))");
    private static final Pattern OUT_OF_TIME = pattern("Certificate(Expired|NotYetValid)Exception: *(.*)");
    private static final Pattern OTHER_NAME = pattern("No (name matching|subject alternative)");
    private static final Pattern NAMES = pattern("subjectAlternativeNames=\\[([^]]*)]");
    private static final Pattern UNTRUSTED = pattern("PKIX path|valid certification path|trust anchor");
    private static final Pattern NO_TLS = pattern("not an SSL/TLS record|plaintext connection");
    private static final Pattern CLOSED = pattern("Network closed|Connection reset|Broken pipe|closed while");
    private static final Pattern NOBODY = pattern("Connection refused");
    private static final Pattern UNKNOWN_HOST = pattern("UnknownHostException");

    private final Throwable failure;
    private final SiteConfig.Temporal at;
    private final String causes;

    private Handshake(Throwable failure, SiteConfig.Temporal at) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            text.append(cause).append('\n');
        }
        this.failure = failure;
        this.at = at;
        this.causes = text.toString();
    }

    /** Returns empty if the server was not reached, or went away, because waiting may help then. */
    static Optional<TemporalTrouble> refusal(Throwable failure, SiteConfig.Temporal at) {
        Handshake handshake = new Handshake(failure, at);
        return TemporalTrouble.in(failure).or(handshake::byUs).or(handshake::byTheServer);
    }

    /** Explains the failure; one that is not understood is reported as it is. */
    static TemporalTrouble explain(Throwable failure, SiteConfig.Temporal at) {
        return refusal(failure, at).orElseGet(() -> new Handshake(failure, at).away());
    }

    private Optional<TemporalTrouble> byUs() {
        String certificate = "the certificate of " + server();
        Matcher time = OUT_OF_TIME.matcher(causes);
        if (time.find()) {
            return trouble(
                    certificate + " does not hold now: " + time.group(2),
                    "Renew it at the server, or correct the clock of this machine");
        }
        if (OTHER_NAME.matcher(causes).find()) {
            Matcher names = NAMES.matcher(causes);
            String has = names.find() ? "; it names " + names.group(1) : "";
            return trouble(
                    certificate + " is not for `" + name() + "`" + has,
                    "Set `temporal.tls.serverName` in slipway.yaml to a name that it has");
        }
        if (UNTRUSTED.matcher(causes).find()) {
            return trouble(
                    certificate + " is signed by no authority that is trusted here",
                    "Name its authority's certificate as `temporal.tls.caFile` in slipway.yaml");
        }
        return NO_TLS.matcher(causes).find()
                ? trouble(
                        server() + " speaks no TLS",
                        "Remove `temporal.tls` from slipway.yaml, or correct `temporal.target`")
                : Optional.empty();
    }

    private Optional<TemporalTrouble> byTheServer() {
        Optional<String> certificate =
                at.tls().flatMap(SiteConfig.Tls::certificateFile).map(Object::toString);
        boolean wants = WANTS_CERTIFICATE.matcher(causes).find();
        boolean refuses = BAD_CERTIFICATE.matcher(causes).find();
        if (certificate.isEmpty() && (wants || refuses)) {
            return trouble(
                    server() + " wants a client certificate",
                    "Name `certificateFile` and `keyFile` in `temporal.tls` of slipway.yaml");
        }
        if (wants || refuses) {
            return trouble(
                    server() + " refuses the client certificate " + certificate.orElse(""),
                    "Name one in `temporal.tls` of slipway.yaml that holds now and whose authority the server trusts");
        }
        Status status = Status.fromThrowable(failure);
        return switch (status.getCode()) {
            case UNAUTHENTICATED, PERMISSION_DENIED ->
                trouble(
                        server() + " refuses us: " + status.getDescription(),
                        "Look at `temporal.apiKeyFile` and `temporal.tls` in slipway.yaml, and at what they may do in"
                                + " namespace " + at.namespace());
            default -> Optional.empty();
        };
    }

    private TemporalTrouble away() {
        String next = "Start it, or correct `temporal.target` in slipway.yaml";
        if (CLOSED.matcher(causes).find() && at.tls().isEmpty()) {
            return new TemporalTrouble(
                    server() + " closes the connection, as a server does that wants TLS",
                    "Write `temporal.tls` in slipway.yaml",
                    failure);
        }
        String why = NOBODY.matcher(causes).find()
                ? "connection refused"
                : UNKNOWN_HOST.matcher(causes).find()
                        ? "there is no host of that name"
                        : Status.fromThrowable(failure).getCode() == Status.Code.DEADLINE_EXCEEDED
                                ? "no answer in time"
                                : String.valueOf(failure.getMessage())
                                        .lines()
                                        .findFirst()
                                        .orElse("");
        return new TemporalTrouble("Temporal does not answer at " + at.target() + ": " + why, next, failure);
    }

    private String server() {
        return "Temporal at " + at.target();
    }

    /** Returns the name that the server's certificate must have. */
    private String name() {
        return at.tls().flatMap(SiteConfig.Tls::serverName).orElse(at.target().host());
    }

    private Optional<TemporalTrouble> trouble(String what, String next) {
        return Optional.of(new TemporalTrouble(what, next, failure));
    }

    private static Pattern pattern(String text) {
        return Pattern.compile(text, Pattern.CASE_INSENSITIVE);
    }
}
