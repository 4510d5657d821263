package dev.slipway.activities.bmc;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts only the pinned certificates, independent of their signer and name: BMCs sign for themselves. Without pins,
 * trusts any.
 */
final class PinnedCertificates extends X509ExtendedTrustManager {
    private final Optional<Set<String>> pins;

    private PinnedCertificates(Optional<Set<String>> pins) {
        this.pins = pins;
    }

    static SSLContext context(Optional<Set<String>> pins) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new PinnedCertificates(pins)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    /** Returns the sums of the certificates in a PEM file. Fails with {@link IOException} if it holds none. */
    static Set<String> in(Path pem) throws IOException {
        Set<String> sums = new LinkedHashSet<>();
        try (InputStream in = Files.newInputStream(pem)) {
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                sums.add(sum(certificate));
            }
        } catch (CertificateException e) {
            throw new IOException(pem + " holds no certificate that can be read", e);
        }
        if (sums.isEmpty()) {
            throw new IOException(pem + " holds no certificate");
        }
        return sums;
    }

    private static String sum(Certificate certificate) throws CertificateException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new CertificateException("the certificate cannot be read", e);
        }
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (pins.isEmpty()) {
            return;
        }
        String shown = chain.length == 0 ? "none" : sum(chain[0]);
        if (!pins.get().contains(shown)) {
            throw new CertificateException("it shows the certificate " + shown + ", which is not the pinned one");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("nobody logs in here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw new CertificateException("nobody logs in here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("nobody logs in here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
