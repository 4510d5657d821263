package dev.slipway.simulator.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.slipway.simulator.kubernetes.resource.ApiRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is the HTTP side of the server: it reads requests, writes answers and streams, and listens on the loopback address
 * only.
 */
final class HttpFront implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);
    private static final int BACKLOG = 4096;
    private static final Duration BOOKMARK_EVERY = Duration.ofSeconds(60);

    private final WatchHub watches;
    private final Function<ApiRequest, ApiAnswer> api;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    HttpFront(int port, WatchHub watches, Function<ApiRequest, ApiAnswer> api) {
        this.watches = watches;
        this.api = api;
        // Without this the JDK's server leaves Nagle on, and each keep-alive answer waits for a delayed ACK.
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port, e);
        }
    }

    void start() {
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            ApiRequest request = request(exchange);
            if (request.header("upgrade").equalsIgnoreCase("websocket")) {
                // A plain 200 makes clients that would rather watch over a WebSocket go on with a plain stream.
                exchange.getResponseHeaders().set("Connection", "close");
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            switch (api.apply(request)) {
                case ApiAnswer.Whole whole -> write(exchange, whole);
                case ApiAnswer.Stream stream -> stream(exchange, stream.watcher());
                case ApiAnswer.Dropped dropped -> LOG.debug("{} as planned", dropped);
            }
        }
    }

    private static ApiRequest request(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        return new ApiRequest(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                query(Optional.ofNullable(exchange.getRequestURI().getRawQuery())
                        .orElse("")),
                Map.copyOf(headers),
                body);
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> found = new HashMap<>();
        for (String pair : raw.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            found.putIfAbsent(decode(parts[0]), parts.length > 1 ? decode(parts[1]) : "true");
        }
        return Map.copyOf(found);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static void write(HttpExchange exchange, ApiAnswer.Whole answer) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", answer.contentType());
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.code(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    private void stream(HttpExchange exchange, Watcher watcher) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        try {
            OutputStream out = exchange.getResponseBody();
            out.flush();
            pump(watcher, out);
        } catch (InterruptedException e) {
            LOG.debug("a watch ends with the server", e);
        } catch (IOException e) {
            LOG.debug("a watching client went away", e);
        } finally {
            watches.forget(watcher);
        }
    }

    private void pump(Watcher watcher, OutputStream out) throws IOException, InterruptedException {
        long end = System.nanoTime() + watcher.lifetime().toNanos();
        while (true) {
            Duration left = Duration.ofNanos(end - System.nanoTime());
            boolean last = left.compareTo(BOOKMARK_EVERY) <= 0;
            Optional<Watcher.Event> event = watcher.next(last ? left : BOOKMARK_EVERY);
            if (event.isEmpty()) {
                endOrBookmark(watcher, last);
                continue;
            }
            switch (event.get().kind()) {
                case END -> {
                    out.close();
                    return;
                }
                case CUT -> {
                    return;
                }
                default -> {
                    out.write(event.get().line().getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
            }
        }
    }

    private void endOrBookmark(Watcher watcher, boolean last) {
        if (last) {
            watches.finish(watcher);
        } else {
            watches.sendBookmark(watcher);
        }
    }

    @Override
    public void close() {
        watches.cutAll();
        server.stop(0);
        threads.shutdownNow();
    }
}
