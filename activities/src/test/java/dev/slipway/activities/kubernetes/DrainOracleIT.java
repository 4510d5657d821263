package dev.slipway.activities.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.kubernetes.Situation.Ending;
import dev.slipway.activities.kubernetes.client.ClusterConnections;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.DrainPolicy;
import dev.slipway.model.node.PodSelector;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each situation is drained twice on a real API server: by {@code kubectl drain} and by us. */
@Tag("kubernetes")
@ExtendWith(ControlPlane.class)
class DrainOracleIT {
    private static final int AT_ONCE = 8;
    private static final String SAID_NOTHING = "";

    /** Pods of a thing of this name may lose their emptyDir data, by policy. */
    private static final List<PodSelector> GIVEN_UP =
            List.of(new PodSelector(Optional.empty(), Map.of("pod", "given-up"), Optional.empty()));

    private static final Map<String, Future<Drains>> RUNS = new ConcurrentHashMap<>();
    private static final AtomicInteger TRIES = new AtomicInteger();
    private static ExecutorService beside = Executors.newFixedThreadPool(AT_ONCE);

    /** How both drains of a situation ended, and what they said last. */
    private record Drains(Ending kubectl, String kubectlSaid, Ending ours, String weSaid) {}

    /** Whether a drain said that it is done, and what it said last. */
    private record Claim(boolean done, String said) {}

    private interface Drainer {
        Claim drain(Site site);
    }

    /** A test that is repeated drains other nodes than it did before. */
    @BeforeAll
    static void begin() {
        TRIES.incrementAndGet();
        beside = Executors.newFixedThreadPool(AT_ONCE);
        Situation.all().stream()
                .filter(situation -> !situation.meanwhile().alone())
                .forEach(situation -> RUNS.put(situation.id(), beside.submit(() -> both(situation))));
    }

    @AfterAll
    static void end() {
        beside.shutdownNow();
    }

    @TestFactory
    Stream<DynamicTest> endsAsKubectlDoesOrMoreSafely() {
        List<Situation> all = Situation.all();
        return Stream.concat(
                        all.stream().filter(s -> !s.meanwhile().alone()),
                        all.stream().filter(s -> s.meanwhile().alone()))
                .map(situation -> DynamicTest.dynamicTest(situation.id(), () -> judge(situation)));
    }

    private static void judge(Situation situation) throws Exception {
        Drains seen = situation.meanwhile().alone()
                ? both(situation)
                : Objects.requireNonNull(RUNS.get(situation.id())).get();
        if (!situation.meanwhile().luck()) {
            assertThat(seen.kubectl()).as("kubectl: %s", seen.kubectlSaid()).isEqualTo(situation.kubectl());
        }
        assertThat(seen.ours()).as("ours: %s", seen.weSaid()).isEqualTo(situation.ours());
        situation.says().forEach(text -> assertThat(seen.weSaid()).contains(text));
    }

    private static Drains both(Situation situation) throws Exception {
        Meanwhile meanwhile = situation.meanwhile();
        try (ClusterConnections connections = new ClusterConnections(Map.of("c1", ControlPlane.config()))) {
            Site theirs =
                    new Site(connections.client("c1"), situation.id() + "-k" + TRIES, situation, situation.kubectl());
            Site ours = new Site(connections.client("c1"), situation.id() + "-o" + TRIES, situation, situation.ours());
            List<Site> sites = List.of(theirs, ours);
            try {
                sites.forEach(Site::work);
                sites.forEach(meanwhile::before);
                sites.forEach(Site::budgets);
                Future<Claim> kubectl = begin(theirs, DrainOracleIT::kubectl);
                Future<Claim> us = begin(ours, DrainOracleIT::ours);
                if (meanwhile != Meanwhile.NOTHING) {
                    sites.forEach(Site::awaitWaiting);
                    meanwhile.once();
                    sites.forEach(meanwhile::during);
                }
                Claim they = kubectl.get();
                Claim we = us.get();
                return new Drains(
                        new Ending(they.done(), theirs.settled()),
                        they.said(),
                        new Ending(we.done(), ours.settled()),
                        we.said());
            } finally {
                sites.forEach(meanwhile::after);
                sites.forEach(Site::clear);
            }
        }
    }

    private static Future<Claim> begin(Site site, Drainer drainer) {
        return CompletableFuture.supplyAsync(
                        () -> drainer.drain(site), task -> Thread.ofVirtual().start(task))
                .whenComplete((claim, failed) -> site.waits());
    }

    private static Claim kubectl(Site site) {
        ControlPlane.Said said = ControlPlane.kubectl(
                Math.toIntExact(site.within().toSeconds()) + 8,
                line -> {
                    if (line.contains("will retry")) {
                        site.waits();
                    }
                },
                "drain",
                site.name(),
                "--ignore-daemonsets",
                "--delete-emptydir-data",
                "--timeout=" + site.within().toSeconds() + "s",
                site.account().map(account -> "--as=" + account).orElse("--v=0"));
        return new Claim(said.status() == 0, said.text());
    }

    /** As a worker does it: a failure that may pass is tried again by the engine. */
    private static Claim ours(Site site) {
        ConfigBuilder config = new ConfigBuilder(ControlPlane.config());
        site.account().ifPresent(config::withImpersonateUsername);
        Act act = LabDrains.act(site.name());
        Instant since = Instant.now();
        try (ClusterConnections connections = new ClusterConnections(Map.of("c1", config.build()));
                KubernetesNodes nodes = LabDrains.nodes(
                        connections, TestClock.running(1).began(since).onWait(site::waits))) {
            nodes.cordon(act, false);
            while (true) {
                try {
                    nodes.drain(act, new DrainPolicy(site.within(), true, List.of(), GIVEN_UP));
                    return new Claim(true, SAID_NOTHING);
                } catch (ApplicationFailure failure) {
                    boolean passes = FailureType.TRANSIENT.is(failure) || FailureType.PART_AWAY.is(failure);
                    if (!passes || Instant.now().isAfter(since.plus(site.within()))) {
                        return new Claim(false, failure.getOriginalMessage());
                    }
                    ControlPlane.ready();
                }
            }
        }
    }
}
