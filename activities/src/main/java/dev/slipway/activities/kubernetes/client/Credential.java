package dev.slipway.activities.kubernetes.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** Checks a credential alone: whether it has expired. Empty if it is good or has no date. */
final class Credential {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PARTS_OF_A_JWT = 3;

    private Credential() {}

    /** Returns the end of a token that is a JWT; an opaque one does not show it. */
    static Optional<String> ofToken(String token, Instant now) {
        String[] parts = token.split("\\.");
        if (parts.length != PARTS_OF_A_JWT) {
            return Optional.empty();
        }
        try {
            byte[] claims = Base64.getUrlDecoder().decode(parts[1]);
            JsonNode until =
                    JSON.readTree(new String(claims, StandardCharsets.UTF_8)).path("exp");
            return until.isNumber() ? over(Instant.ofEpochSecond(until.asLong()), now) : Optional.empty();
        } catch (IllegalArgumentException | JsonProcessingException opaque) {
            return Optional.empty();
        }
    }

    static Optional<String> ofCertificate(byte[] pem, Instant now) {
        try {
            X509Certificate certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
            return over(certificate.getNotAfter().toInstant(), now);
        } catch (CertificateException e) {
            return Optional.of("is not a certificate. Write a new kubeconfig.");
        }
    }

    private static Optional<String> over(Instant until, Instant now) {
        return now.isBefore(until) ? Optional.empty() : Optional.of("expired at " + until + ". Renew it.");
    }
}
