package dev.slipway.activities.http;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.HeartbeatWait;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLContext;

/**
 * Is the HTTP client of the worker: a redirect is not followed, a complete answer has a time limit, and an activity
 * that waits for one stays alive.
 */
public final class HttpCalls implements AutoCloseable {
    private final HttpClient client;
    private final ActivityClock clock;

    private HttpCalls(HttpClient client, ActivityClock clock) {
        this.client = client;
        this.clock = clock;
    }

    /** Returns the client for servers of the site, with the authorities and the proxy that Java is configured with. */
    public static HttpCalls ofSite(ActivityClock clock) {
        return new HttpCalls(HttpClient.newHttpClient(), clock);
    }

    /** Returns a client for one device with a trust of its own: HTTP/1.1, no proxy, {@code connect} to connect. */
    public static HttpCalls ofDevice(ActivityClock clock, SSLContext trust, Duration connect) {
        return new HttpCalls(
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .proxy(HttpClient.Builder.NO_PROXY)
                        .connectTimeout(connect)
                        .sslContext(trust)
                        .build(),
                clock);
    }

    /**
     * Sends a request and waits for its complete answer. The client's own limit, the request's {@code timeout}, ends
     * with the headers; {@code within} covers the body. Fails with {@link HttpTimeoutException} after it.
     */
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body, Duration within)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, body);
        try {
            if (HeartbeatWait.ended(answer, within, clock::heartbeat)) {
                return answer.get();
            }
            throw new HttpTimeoutException("no answer in time");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    /** Ends what is still open. */
    @Override
    public void close() {
        client.shutdownNow();
    }
}
