package dev.slipway.activities.kubernetes;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.CordonRecord;
import dev.slipway.model.node.DrainPolicy;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.temporal.failure.ApplicationFailure;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Our side of {@code bench/drain}. For each line {@code NODES SECONDS} on its input it cordons, drains and puts back the nodes
 * bench-1 to bench-NODES at once, as a worker does, and prints a line that begins with figures: seconds from the first cordon to the last empty node,
 * pods evicted, nodes that were not empty in time, requests in all.
 */
final class OurDrain {
    private final RequestCount count = new RequestCount();
    private final KubernetesClient client;

    private OurDrain(File kubeconfig) {
        client = count.client(Config.fromKubeconfig(kubeconfig));
    }

    private record Ended(int evicted, boolean blocked) {}

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        OurDrain ours = new OurDrain(new File(args[0]));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ", 2);
            ours.drain(Integer.parseInt(words[0]), Duration.ofSeconds(Long.parseLong(words[1])));
        }
        ours.client.close();
    }

    private void drain(int nodes, Duration within) throws InterruptedException, ExecutionException {
        count.clear();
        Instant began = Instant.now();
        try (KubernetesNodes drains =
                        LabDrains.nodes(cluster -> client, TestClock.running(1).began(began));
                ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CordonRecord> found = together(all, nodes, node -> drains.cordon(LabDrains.act(node), false));
            List<Ended> ends = together(all, nodes, node -> end(drains, node, within));
            double seconds = Duration.between(began, Instant.now()).toMillis() / 1000.0;
            together(all, nodes, node -> {
                found.stream()
                        .filter(record -> record.node().name().equals(node))
                        .forEach(record -> drains.restore(LabDrains.act(node), record, true));
                return node;
            });
            System.out.printf(
                    "figures %.2f %d %d %d %s%n",
                    seconds,
                    ends.stream().mapToInt(Ended::evicted).sum(),
                    ends.stream().filter(Ended::blocked).count(),
                    count.total(),
                    count);
        }
    }

    /** A failure that may pass is tried again, as the engine does. */
    private static Ended end(KubernetesNodes drains, String node, Duration within) {
        while (true) {
            try {
                DrainPolicy policy = DrainPolicy.waiting(within);
                return new Ended(drains.drain(LabDrains.act(node), policy).evicted(), false);
            } catch (ApplicationFailure failure) {
                if (FailureType.DRAIN_BLOCKED.is(failure)) {
                    return new Ended(0, true);
                }
                if (!FailureType.TRANSIENT.is(failure) && !FailureType.PART_AWAY.is(failure)) {
                    throw failure;
                }
            }
        }
    }

    /** What is done to one node. */
    private interface Doing<T> {
        T with(String node);
    }

    private static <T> List<T> together(ExecutorService all, int nodes, Doing<T> doing)
            throws InterruptedException, ExecutionException {
        List<Future<T>> begun = IntStream.rangeClosed(1, nodes)
                .mapToObj(i -> all.submit(() -> doing.with("bench-" + i)))
                .toList();
        List<T> ended = new ArrayList<>();
        for (Future<T> one : begun) {
            ended.add(one.get());
        }
        return ended;
    }
}
