package dev.slipway.config.temporal;

import dev.slipway.config.SiteConfig;
import dev.slipway.model.Causes;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.temporal.serviceclient.SimpleSslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Reads and checks the files of {@code temporal.tls} before any request to the server. Fails with {@link
 * TemporalTrouble} that names the file.
 */
final class TlsFiles {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final String CONVERT = "Convert it: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW";
    private static final String SLIPWAY_YAML = "Correct `temporal.tls` in slipway.yaml, or the file";

    private TlsFiles() {}

    static SslContext context(SiteConfig.Tls tls, Instant now) {
        try {
            SimpleSslContextBuilder context = identity(tls, now);
            tls.caFile().ifPresent(file -> context.setTrustManager(trust(file)));
            return context.build();
        } catch (SSLException e) {
            throw new TemporalTrouble("TLS for Temporal cannot be set up: " + Causes.words(e), SLIPWAY_YAML, e);
        }
    }

    /** Returns when the client certificate expires. Empty if there is none. */
    static Optional<Instant> until(SiteConfig.Tls tls) {
        return tls.certificateFile()
                .map(file -> certificates(file, "client certificate", read(file, "client certificate"))
                        .getFirst()
                        .getNotAfter()
                        .toInstant());
    }

    private static SimpleSslContextBuilder identity(SiteConfig.Tls tls, Instant now) {
        if (tls.certificateFile().isEmpty() || tls.keyFile().isEmpty()) {
            return SimpleSslContextBuilder.noKeyOrCertChain();
        }
        Path certificateFile = tls.certificateFile().get();
        Path keyFile = tls.keyFile().get();
        byte[] chain = read(certificateFile, "client certificate");
        byte[] key = read(keyFile, "client key");
        X509Certificate certificate =
                certificates(certificateFile, "client certificate", chain).getFirst();
        Instant until = certificate.getNotAfter().toInstant();
        if (until.isBefore(now)) {
            throw new TemporalTrouble(
                    "the client certificate for Temporal, " + certificateFile + ", expired at " + until, "Renew it");
        }
        if (!belong(privateKey(keyFile, key), certificate)) {
            throw new TemporalTrouble(
                    "the client key for Temporal, " + keyFile + ", is not the key of " + certificateFile, SLIPWAY_YAML);
        }
        return SimpleSslContextBuilder.forPKCS8(new ByteArrayInputStream(chain), new ByteArrayInputStream(key));
    }

    private static TrustManager trust(Path caFile) {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            List<X509Certificate> authorities = certificates(caFile, "authority", read(caFile, "authority"));
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry("ca-" + i, authorities.get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers()[0];
        } catch (GeneralSecurityException | IOException e) {
            throw new TemporalTrouble("the authority for Temporal cannot be used: " + e, SLIPWAY_YAML, e);
        }
    }

    private static byte[] read(Path file, String role) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new TemporalTrouble("the " + role + " for Temporal, " + file + ", is missing", SLIPWAY_YAML, e);
        } catch (IOException e) {
            throw new TemporalTrouble(
                    "the " + role + " for Temporal, " + file + ", cannot be read: " + Causes.words(e),
                    "Let this user read it",
                    e);
        }
    }

    private static List<X509Certificate> certificates(Path file, String role, byte[] pem) {
        try {
            List<X509Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (!certificates.isEmpty()) {
                return certificates;
            }
            throw new CertificateException("it is empty");
        } catch (CertificateException e) {
            throw new TemporalTrouble(
                    "the " + role + " for Temporal, " + file + ", is not a certificate in PEM", SLIPWAY_YAML, e);
        }
    }

    private static PrivateKey privateKey(Path file, byte[] pem) {
        String text = new String(pem, StandardCharsets.US_ASCII);
        if (text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED")) {
            throw new TemporalTrouble("the client key for Temporal, " + file + ", has a passphrase", CONVERT);
        }
        Matcher matcher = KEY.matcher(text);
        if (!matcher.find()) {
            throw new TemporalTrouble("the client key for Temporal, " + file + ", is not a PKCS#8 key in PEM", CONVERT);
        }
        return Stream.of("EC", "RSA", "EdDSA")
                .flatMap(algorithm -> key(algorithm, matcher.group(1)).stream())
                .findFirst()
                .orElseThrow(() -> new TemporalTrouble(
                        "the client key for Temporal, " + file + ", cannot be understood", CONVERT));
    }

    /** Returns empty if it is a key of another algorithm, or none. */
    private static Optional<PrivateKey> key(String algorithm, String base64) {
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(base64);
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded)));
        } catch (GeneralSecurityException | IllegalArgumentException another) {
            return Optional.empty();
        }
    }

    /** Returns whether what the key signs is what the certificate attests. */
    private static boolean belong(PrivateKey key, X509Certificate certificate) {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] text = "slipway".getBytes(StandardCharsets.US_ASCII);
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(text);
            Signature checking = Signature.getInstance(algorithm);
            checking.initVerify(certificate.getPublicKey());
            checking.update(text);
            return checking.verify(signing.sign());
        } catch (GeneralSecurityException otherKind) {
            return false;
        }
    }
}
