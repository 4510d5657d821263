package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.kubernetes.Situation.Ending;
import dev.slipway.activities.kubernetes.Situation.Thing;
import dev.slipway.activities.kubernetes.client.ClusterConnections;
import dev.slipway.activities.kubernetes.client.Clusters;
import dev.slipway.model.Act;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.Drained;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Answers that a real API server gives rarely. Where it can be brought to give one it does; one only comes of a race that
 * nobody wins on demand, and is put in by a door with the bytes that the server was seen to send.
 */
@Tag("kubernetes")
@ExtendWith(ControlPlane.class)
class ServerAnswersIT {
    private static final Ending NOT_JUDGED = new Ending(true, Map.of());
    private static final Thing ONE = new Thing("Deployment", "a", 1, false, Map.of(), Map.of(), Map.of());
    private static final Thing NO_ROOM = new Thing(
            "PodDisruptionBudget",
            Site.BUDGET,
            1,
            false,
            Map.of(),
            Map.of("minAvailable", 1, "selector", Map.of("matchLabels", Map.of("pod", "a"))),
            Map.of());

    private final ClusterConnections direct = new ClusterConnections(Map.of("c1", ControlPlane.config()));
    private final Door door = new Door(ControlPlane.config());
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<Site> sites = new ArrayList<>();

    @AfterEach
    void close() {
        sites.forEach(Site::clear);
        door.close();
        direct.close();
    }

    private Site site(String name, Thing... things) {
        Situation situation =
                new Situation(name, 0, List.of(things), Meanwhile.NOTHING, NOT_JUDGED, NOT_JUDGED, List.of());
        Site made = new Site(direct.client("c1"), name, situation, NOT_JUDGED);
        sites.add(made);
        made.work();
        made.budgets();
        return made;
    }

    private Drained drain(Site site, Clusters clusters, Runnable onWait) {
        Act act = LabDrains.act(site.name());
        TestClock clock = TestClock.running(1);
        clock.onWait(() -> {
            said.add(clock.waits().getLast());
            onWait.run();
        });
        try (KubernetesNodes nodes = LabDrains.nodes(clusters, clock)) {
            nodes.cordon(act, false);
            return nodes.drain(act, DrainPolicy.waiting(Duration.ofSeconds(90)));
        }
    }

    private ClusterConnections throughTheDoor() {
        return new ClusterConnections(Map.of("c1", door.config(ControlPlane.config())));
    }

    /** A client that has {@code meddle} done before the first request that fits, and notes how the server answers those. */
    private static KubernetesClient meddling(String pattern, Runnable meddle, List<Integer> codes) {
        AtomicBoolean done = new AtomicBoolean();
        Interceptor interceptor = new Interceptor() {
            @Override
            public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
                if (fits(request) && !done.getAndSet(true)) {
                    meddle.run();
                }
            }

            @Override
            public void after(
                    HttpRequest request,
                    io.fabric8.kubernetes.client.http.HttpResponse<?> response,
                    io.fabric8.kubernetes.client.http.AsyncBody.Consumer<List<java.nio.ByteBuffer>> consumer) {
                if (fits(request)) {
                    codes.add(response.code());
                }
            }

            private boolean fits(HttpRequest request) {
                return (request.method() + " " + request.uri().getPath()).matches(pattern);
            }
        };
        return new KubernetesClientBuilder()
                .withConfig(ClusterConnections.tuned(ControlPlane.config()))
                .withHttpClientBuilderConsumer(builder -> builder.addOrReplaceInterceptor("meddle", interceptor))
                .build();
    }

    /** A priority level without a seat lets one pass at a time and refuses the others: its words, heard here, meet our drain. */
    @Test
    void slowsDownWhenFlowControlRefusesInPlainText() {
        Site site = site("answers-flow-control", ONE);
        ApiAnswer refused = refusedByFlowControl(site);
        String pause = String.valueOf(refused.retryAfter().orElseThrow().toSeconds());
        door.answers(
                "POST .*/eviction.*",
                new Door.Bytes(
                        refused.code(),
                        Map.of("Content-Type", "text/plain; charset=utf-8", "Retry-After", pause),
                        refused.body()));

        try (ClusterConnections through = throughTheDoor()) {
            assertThat(drain(site, through, () -> {}).evicted()).isEqualTo(1);
        }

        assertThat(refused.body()).startsWith("Too many requests");
        assertThat(said.getFirst()).contains("Too many requests");
        assertThat(door.left()).isZero();
    }

    private ApiAnswer refusedByFlowControl(Site site) {
        String pod = site.pods().getFirst().getMetadata().getName();
        String path = "/api/v1/namespaces/%s/pods/%s/eviction".formatted(site.name(), pod);
        String body = """
                {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "%s", "namespace": "%s"}, "deleteOptions": {"dryRun": ["All"]}}
                """.formatted(pod, site.name());
        ClusterApi api = new ClusterApi(direct.client("c1"));
        Queue<ApiAnswer> refused = new ConcurrentLinkedQueue<>();
        try {
            site.lab().create("no-seat.yaml", Map.of("name", site.name()));
            Pauses.until("flow control refuses an eviction", () -> {
                try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
                    for (int i = 0; i < 20; i++) {
                        together.execute(() -> Optional.of(api.send("POST", path, "application/json", body))
                                .filter(answer -> answer.code() == 429)
                                .ifPresent(refused::add));
                    }
                }
                return !refused.isEmpty();
            });
            return refused.element();
        } finally {
            seats(site);
        }
    }

    private static void seats(Site site) {
        site.client().flowControl().v1().flowSchema().withName(site.name()).delete();
        site.client()
                .flowControl()
                .v1()
                .priorityLevelConfigurations()
                .withName(site.name())
                .delete();
    }

    @Test
    void i2_readsTheNodeAgainWhenSomebodyChangedItBeforeItsCordon() {
        Site site = site("answers-cordon");
        List<Integer> codes = new CopyOnWriteArrayList<>();
        Runnable meddle = () -> site.client().nodes().withName(site.name()).edit(node -> {
            node.getMetadata().getLabels().put("example.com/somebody", "was-faster");
            return node;
        });
        try (KubernetesClient client = meddling("PATCH .*/nodes/" + site.name(), meddle, codes)) {
            drain(site, cluster -> client, () -> {});
        }

        assertThat(codes).containsExactly(409, 200);
        assertThat(site.client()
                        .nodes()
                        .withName(site.name())
                        .get()
                        .getMetadata()
                        .getLabels())
                .containsEntry("example.com/somebody", "was-faster");
    }

    @Test
    void neverHitsAPodThatTookTheNameOfTheOneItMeant() {
        Site site = site("answers-uid", new Thing("StatefulSet", "a", 1, false, Map.of(), Map.of(), Map.of()));
        String first = site.pods().getFirst().getMetadata().getUid();
        List<Integer> codes = new CopyOnWriteArrayList<>();
        Runnable meddle = () -> {
            site.client()
                    .pods()
                    .inNamespace(site.name())
                    .withName("a-0")
                    .withGracePeriod(0)
                    .delete();
            LabApi.await(
                    site.client().pods().inNamespace(site.name()).withName("a-0"),
                    pod -> pod != null && !pod.getMetadata().getUid().equals(first));
        };
        try (KubernetesClient client = meddling("POST .*/eviction", meddle, codes)) {
            drain(site, cluster -> client, () -> {});
        }

        assertThat(codes).containsExactly(409);
        Pod successor =
                site.client().pods().inNamespace(site.name()).withName("a-0").get();
        assertThat(successor.getMetadata().getDeletionTimestamp()).isNull();
        assertThat(site.pods()).isEmpty();
    }

    @Test
    void triesAgainAfterAConflictOnTheBudgetsOwnObject() {
        Site site = site("answers-conflict", ONE);
        Door.Bytes conflict = new Door.Bytes(409, Map.of("Content-Type", "application/json"), """
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Operation cannot be fulfilled on poddisruptionbudgets.policy \\"p\\": the object has been modified; please apply your changes to the latest version and try again","reason":"Conflict","details":{"name":"p","group":"policy","kind":"poddisruptionbudgets"},"code":409}
                """);
        door.answers("POST .*/eviction.*", conflict);
        door.answers("POST .*/eviction.*", conflict);

        try (ClusterConnections through = throughTheDoor()) {
            assertThat(drain(site, through, () -> {}).evicted()).isEqualTo(1);
        }

        assertThat(door.left()).isZero();
        assertThat(site.pods()).isEmpty();
    }

    /** Asked for a version that is no more, the server sends code 200 and an ERROR event of code 410. */
    @Test
    void goesOnWhenEachOfItsWatchesEndsWithAnErrorOfCode410() {
        Site site = site("answers-gone", ONE, NO_ROOM);
        door.asks("GET .*/pods\\?.*watch=true.*", Door::fromTheFirstVersion);
        door.asks("GET .*/poddisruptionbudgets\\?.*watch=true.*", Door::fromTheFirstVersion);
        door.asks("GET .*/nodes\\?.*watch=true.*", Door::fromTheFirstVersion);

        try (ClusterConnections through = throughTheDoor()) {
            drain(site, through, site::giveRoom);
        }

        assertThat(door.left()).isZero();
        assertThat(said.getFirst()).contains("PDB answers-gone/p allows 0 of 1");
        assertThat(site.pods()).isEmpty();
    }
}
