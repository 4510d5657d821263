package dev.slipway.config.temporal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Keys and certificates in PEM, made by the JDK's keytool. */
record Certificates(Path folder) {
    private static final String PASSWORD = "for-tests-only";

    /** An authority that signed itself. */
    Certificates authority(String name) throws IOException, InterruptedException {
        make(name, List.of("-dname", "CN=" + name, "-ext", "bc:c", "-validity", "30"));
        return this;
    }

    /** A certificate by that authority, for that host name and the loopback. */
    Certificates server(String name, String authority, String host) throws IOException, InterruptedException {
        make(name, List.of("-dname", "CN=" + host, "-signer", authority, "-ext", "san=dns:" + host, "-validity", "30"));
        return this;
    }

    /** A certificate by that authority, good for {@code days} from {@code start} on, as keytool writes both. */
    Certificates client(String name, String authority, String start, int days)
            throws IOException, InterruptedException {
        make(
                name,
                List.of(
                        "-dname",
                        "CN=" + name,
                        "-signer",
                        authority,
                        "-startdate",
                        start,
                        "-validity",
                        String.valueOf(days)));
        return this;
    }

    Path certificate(String name) {
        return folder.resolve(name + ".pem");
    }

    Path key(String name) {
        return folder.resolve(name + ".key");
    }

    private void make(String name, List<String> options) throws IOException, InterruptedException {
        Path store = folder.resolve("store.p12");
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        words.addAll(options);
        Path log = folder.resolve("keytool.log");
        Process keytool = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool fails: " + Files.readString(log));
        }
        export(store, name);
    }

    private void export(Path store, String name) throws IOException {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            write(certificate(name), "CERTIFICATE", keys.getCertificate(name).getEncoded());
            write(
                    key(name),
                    "PRIVATE KEY",
                    keys.getKey(name, PASSWORD.toCharArray()).getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static void write(Path file, String label, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n");
    }
}
