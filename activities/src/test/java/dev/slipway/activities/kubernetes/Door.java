package dev.slipway.activities.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Stands on loopback between a client and the real API server. It passes everything on, but answers some requests itself
 * with bytes that the server was seen to send, or asks the server something else in their place.
 */
final class Door implements AutoCloseable {
    private static final List<String> PASSED = List.of("Authorization", "Accept", "Content-Type");

    private final HttpServer server;
    private final HttpClient behind;
    private final String real;
    private final Queue<Turn> turns = new ConcurrentLinkedQueue<>();

    /** Bytes as the API server sends them. */
    record Bytes(int code, Map<String, String> headers, String body) {}

    private record Turn(String pattern, UnaryOperator<String> asked, List<Bytes> answer) {}

    Door(Config config) {
        real = config.getMasterUrl().replaceAll("/$", "");
        behind = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trusting(Path.of(config.getCaCertFile())))
                .build();
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::pass);
        server.start();
    }

    Config config(Config config) {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withOauthToken(config.getAutoOAuthToken())
                .build();
    }

    /** The next request whose method, path and query fit {@code pattern} is answered here. */
    void answers(String pattern, Bytes bytes) {
        turns.add(new Turn(pattern, path -> path, List.of(bytes)));
    }

    /** The next request that fits is put to the server in other words. */
    void asks(String pattern, UnaryOperator<String> instead) {
        turns.add(new Turn(pattern, instead, List.of()));
    }

    /** What was arranged and did not happen yet. */
    int left() {
        return turns.size();
    }

    /** The same path and query, for a version that the server does not keep any more. */
    static String fromTheFirstVersion(String path) {
        return path.replaceAll("&?resourceVersion=[^&]*", "") + "&resourceVersion=1";
    }

    private void pass(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        String asked = exchange.getRequestMethod() + " " + path;
        Optional<Turn> turn = turns.stream()
                .filter(arranged -> asked.matches(arranged.pattern()))
                .findFirst()
                .filter(turns::remove);
        if (turn.isPresent() && !turn.get().answer().isEmpty()) {
            say(exchange, turn.get().answer().getFirst());
            return;
        }
        path = turn.map(arranged ->
                        arranged.asked().apply(exchange.getRequestURI().toString()))
                .orElse(path);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(real + path))
                .method(
                        exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(
                                exchange.getRequestBody().readAllBytes()));
        PASSED.forEach(name -> exchange.getRequestHeaders()
                .getOrDefault(name, List.of())
                .forEach(value -> request.header(name, value)));
        try {
            HttpResponse<InputStream> answer = behind.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            Map<String, List<String>> headers = answer.headers().map();
            headers.getOrDefault("content-type", List.of())
                    .forEach(value -> exchange.getResponseHeaders().add("Content-Type", value));
            headers.getOrDefault("retry-after", List.of())
                    .forEach(value -> exchange.getResponseHeaders().add("Retry-After", value));
            exchange.sendResponseHeaders(answer.statusCode(), 0);
            copy(answer.body(), exchange.getResponseBody());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    private static void say(HttpExchange exchange, Bytes bytes) throws IOException {
        byte[] body = bytes.body().getBytes(StandardCharsets.UTF_8);
        bytes.headers().forEach(exchange.getResponseHeaders()::add);
        exchange.sendResponseHeaders(bytes.code(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** Each part goes on as it comes: a watch never ends. */
    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] part = new byte[8192];
        for (int n = from.read(part); n >= 0; n = from.read(part)) {
            to.write(part, 0, n);
            to.flush();
        }
    }

    private static SSLContext trusting(Path certificates) {
        try (InputStream in = Files.newInputStream(certificates)) {
            KeyStore known = KeyStore.getInstance(KeyStore.getDefaultType());
            known.load(null, null);
            for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                known.setCertificateEntry("lab-" + known.size(), one);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(known);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot trust " + certificates, e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        behind.shutdownNow();
    }
}
