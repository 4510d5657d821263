package dev.slipway.simulator.bmc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Holds a key and a self-signed certificate, made by the JDK's keytool if a folder has none. */
record OwnCertificate(SSLContext context, String sum, Path pem) {
    private static final String PASSWORD = "simulated";

    static OwnCertificate in(Path folder) {
        Path store = folder.resolve("bmc.p12");
        try {
            Files.createDirectories(folder);
            if (!Files.exists(store)) {
                keytool(store);
            }
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                keys.load(in, PASSWORD.toCharArray());
            }
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            Certificate certificate = keys.getCertificate("bmc");
            byte[] bytes = certificate.getEncoded();
            Path pem = Files.writeString(
                    folder.resolve("bmc.pem"),
                    "-----BEGIN CERTIFICATE-----\n"
                            + Base64.getMimeEncoder().encodeToString(bytes)
                            + "\n-----END CERTIFICATE-----\n");
            String sum = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
            return new OwnCertificate(context, sum, pem);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a certificate in " + folder, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a certificate in " + folder, e);
        }
    }

    private static void keytool(Path store) throws IOException {
        Path log = store.resolveSibling("keytool.log");
        List<String> words = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                "bmc",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=simulated BMC",
                "-validity",
                "3650",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("keytool fails: " + Files.readString(log));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
