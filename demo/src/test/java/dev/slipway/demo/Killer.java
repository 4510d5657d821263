package dev.slipway.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plays the rounds of a {@link KillPlan}: starts runs, kills the worker where they stand, starts the next worker. */
final class Killer implements AutoCloseable {
    /** Ends a proof that would never end; a busy machine starts a worker in minutes. */
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private static final Duration GIVEN_UP = Duration.ofMinutes(1);
    private static final Duration GIVEN_UP_IDLING = Duration.ofMinutes(2);
    private static final int TOLD = 12;
    private static final Duration LOOK = Duration.ofMillis(50);
    private final Path gates;
    private final Path site;
    private final Path log;
    private final List<String> leftOut = new ArrayList<>();
    private final Set<String> stepsHit = new TreeSet<>();
    private final Map<String, Long> killedAt = new HashMap<>();
    private final Sightings sightings = new Sightings();
    private volatile WorkerProcess worker;
    private int kills;

    Killer(Path folder, Path site) throws IOException {
        this.gates = folder.resolve("gates");
        this.site = site;
        this.log = folder.resolve("worker.log");
        Files.createDirectories(gates.resolve("open"));
        Files.createDirectories(gates.resolve("held"));
        this.worker = next();
    }

    private WorkerProcess next() {
        return WorkerProcess.start(GatedWorker.class, site, log, "20", gates.toString());
    }

    /** Starts the runs of a round with {@code start}, waits for its moment, and kills. Fails when the moment never comes. */
    void play(KillPlan.Round round, Consumer<KillPlan.Hit> start) throws IOException {
        for (KillPlan.Hit hit : round.hits()) {
            if (hit.gate().isPresent()) {
                Files.writeString(gates.resolve("open").resolve(file(hit)), "");
            }
        }
        sightings.watch(round, () -> worker.strike());
        round.hits().forEach(start);
        if (round.sight().isPresent()) {
            until(sightings::seen, round);
        } else {
            untilHeld(round);
        }
        if (!worker.kill()) {
            throw new AssertionError("the worker had ended by itself:\n" + WorkerProcess.tail(log));
        }
        kills++;
        long now = System.currentTimeMillis();
        for (KillPlan.Hit hit : round.hits()) {
            killedAt.put(hit.node(), now);
            if (hit.gate().isPresent()) {
                if (Files.exists(gates.resolve("held").resolve(file(hit)))) {
                    stepsHit.add(hit.gate().get().place().step());
                }
                Files.delete(gates.resolve("open").resolve(file(hit)));
            }
        }
        worker.close();
        worker = next();
    }

    /**
     * Gates are given up when no run comes to its gate for long, and none of those on their way begins anything: a
     * partner may be lent to another, and the step is then left out.
     */
    private void untilHeld(KillPlan.Round round) throws IOException {
        AtomicInteger left = new AtomicInteger(missing(round).size());
        AtomicLong since = new AtomicLong(System.currentTimeMillis());
        Duration patience = round.idles() ? GIVEN_UP_IDLING : GIVEN_UP;
        until(
                () -> {
                    List<KillPlan.Hit> missing = missing(round);
                    if (left.getAndSet(missing.size()) != missing.size()) {
                        since.set(System.currentTimeMillis());
                    }
                    long quiet = System.currentTimeMillis() - patience.toMillis();
                    boolean stands =
                            missing.size() < round.hits().size() && since.get() < quiet && !begun(missing, quiet);
                    return missing.isEmpty() || stands;
                },
                round);
        for (KillPlan.Hit hit : missing(round)) {
            leftOut.add(hit + " did last: " + lastSteps(hit));
        }
    }

    private void until(BooleanSupplier done, KillPlan.Round round) throws IOException {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not seen within " + LONGEST.toSeconds() + " s: "
                        + round.sight()
                                .map(Object::toString)
                                .orElse(missing(round).toString()) + "\n"
                        + WorkerProcess.tail(log));
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** Those that have not come to their gate. */
    private List<KillPlan.Hit> missing(KillPlan.Round round) {
        return round.hits().stream()
                .filter(hit -> hit.gate().isPresent())
                .filter(hit -> !Files.exists(gates.resolve("held").resolve(file(hit))))
                .toList();
    }

    private static String file(KillPlan.Hit hit) {
        KillPlan.Gate gate = hit.gate().orElseThrow();
        return gate.place().file(gate.moment());
    }

    /** Listens to the nodes. */
    Sightings sightings() {
        return sightings;
    }

    int kills() {
        return kills;
    }

    Set<String> stepsHit() {
        return stepsHit;
    }

    /** The gates that were given up, each with what its run did last. */
    List<String> leftOut() {
        return leftOut;
    }

    /** How long each run that a kill stopped took until its next activity began. */
    List<Duration> resumed() {
        Map<String, List<Begun>> acts = acts().collect(Collectors.groupingBy(Begun::node));
        List<Duration> waits = new ArrayList<>();
        killedAt.forEach((node, at) -> acts.getOrDefault(node, List.of()).stream()
                .map(Begun::at)
                .filter(act -> act > at)
                .min(Long::compare)
                .ifPresent(act -> waits.add(Duration.ofMillis(act - at))));
        return waits.stream().sorted().toList();
    }

    /** Whether one of these runs has begun an activity since then. */
    private boolean begun(List<KillPlan.Hit> runs, long since) {
        Set<String> nodes = runs.stream().map(KillPlan.Hit::node).collect(Collectors.toSet());
        return acts().anyMatch(begun -> begun.at() > since && nodes.contains(begun.node()));
    }

    private List<String> lastSteps(KillPlan.Hit hit) {
        List<String> steps = acts().filter(begun -> begun.node().equals(hit.node()))
                .map(Begun::step)
                .toList();
        return steps.subList(Math.max(0, steps.size() - TOLD), steps.size());
    }

    /** What was begun so far, by all workers. */
    private Stream<Begun> acts() {
        try {
            return Files.readAllLines(gates.resolve("acts")).stream().map(Begun::of);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An activity that began, as {@link StepGate} writes it. */
    private record Begun(long at, String node, String step) {
        static Begun of(String line) {
            String[] words = line.split(" ", -1);
            return new Begun(Long.parseLong(words[0]), words[1], words[2]);
        }
    }

    String said() throws IOException {
        return WorkerProcess.tail(log);
    }

    @Override
    public void close() {
        worker.close();
    }
}
