package dev.slipway.demo;

import java.io.IOException;
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
    private static final Duration LOOK = Duration.ofMillis(50);
    private final Path gates;
    private final Path site;
    private final Path log;
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

    /** A gate that nothing comes to for long is given up: a partner may be lent to another, and the step is then left out. */
    private void untilHeld(KillPlan.Round round) throws IOException {
        AtomicInteger left = new AtomicInteger(missing(round).size());
        AtomicLong since = new AtomicLong(System.nanoTime());
        long patience = (round.idles() ? GIVEN_UP_IDLING : GIVEN_UP).toNanos();
        until(
                () -> {
                    int now = missing(round).size();
                    if (left.getAndSet(now) != now) {
                        since.set(System.nanoTime());
                    }
                    boolean stands = now < round.hits().size() && System.nanoTime() - since.get() > patience;
                    return now == 0 || stands;
                },
                round);
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

    private List<String> missing(KillPlan.Round round) {
        return round.hits().stream()
                .filter(hit -> hit.gate().isPresent())
                .map(Killer::file)
                .filter(file -> !Files.exists(gates.resolve("held").resolve(file)))
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

    /** How long each run that a kill stopped took until its next activity began. */
    List<Duration> resumed() throws IOException {
        Map<String, List<Long>> acts;
        try (Stream<String> lines = Files.lines(gates.resolve("acts"))) {
            acts = lines.map(line -> line.split(" ", -1))
                    .collect(Collectors.groupingBy(
                            words -> words[1],
                            Collectors.mapping(words -> Long.parseLong(words[0]), Collectors.toList())));
        }
        List<Duration> waits = new ArrayList<>();
        killedAt.forEach((node, at) -> acts.getOrDefault(node, List.of()).stream()
                .filter(act -> act > at)
                .min(Long::compare)
                .ifPresent(act -> waits.add(Duration.ofMillis(act - at))));
        return waits.stream().sorted().toList();
    }

    String said() throws IOException {
        return WorkerProcess.tail(log);
    }

    @Override
    public void close() {
        worker.close();
    }
}
