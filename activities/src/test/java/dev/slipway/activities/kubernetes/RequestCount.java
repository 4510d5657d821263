package dev.slipway.activities.kubernetes;

import dev.slipway.activities.kubernetes.client.ClusterConnections;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what is asked of an API server where the requests leave; a watch is one request. */
final class RequestCount implements Interceptor {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    /** A client as a worker has it, whose requests are counted here. */
    KubernetesClient client(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(ClusterConnections.tuned(config))
                .withHttpClientBuilderConsumer(builder -> builder.addOrReplaceInterceptor("count", this))
                .build();
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        String path = request.uri().getPath().replaceAll("/namespaces/[^/]+|/pods/[^/]+|/nodes/[^/]+", "/…");
        String watch = String.valueOf(request.uri().getQuery()).contains("watch=true") ? " (watch)" : "";
        counts.computeIfAbsent(request.method() + " " + path + watch, key -> new LongAdder())
                .increment();
    }

    long total() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    void clear() {
        counts.clear();
    }

    @Override
    public String toString() {
        return new TreeMap<>(counts).toString();
    }
}
