package dev.slipway.rules.triage;

import dev.slipway.model.facts.NodeDetails.GpuClient;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuEvent.Kind;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.Boot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the jobs whose programs failed on a GPU. Only a job with a known name counts: the same program that fails again
 * and again is one job, and does not make a GPU suspect.
 */
public final class Jobs {
    /** Is the number of distinct jobs that must fail on one GPU before it needs a test. */
    static final int THAT_BLAME_A_GPU = 3;

    private static final Duration COUNTED = Duration.ofDays(7);
    private static final Pattern PROCESS = Pattern.compile("\\bpid='?([0-9]{1,10})\\b");
    /** A pod under its bare uid is one of many of some workload. */
    private static final Pattern NAMED = Pattern.compile("job [0-9]{1,10}|pod [^/ ]+/[^ ]+");

    private Jobs() {}

    /** Returns the number of the process that an error names, if it names one. */
    static Optional<String> process(XidEvent event) {
        Matcher process = PROCESS.matcher(event.text());
        return process.find() ? Optional.of(process.group(1)) : Optional.empty();
    }

    /**
     * Returns the errors of programs whose job is known, under the serials of {@code serials} by bus address. A process
     * that is gone by now is looked for in earlier facts of the same boot, newest first.
     */
    public static List<GpuEvent> failed(NodeFacts facts, Map<String, String> serials, List<NodeFacts> earlier) {
        List<GpuClient> clients = new ArrayList<>(clients(facts));
        earlier.stream().filter(old -> sameBoot(facts, old)).forEach(old -> clients.addAll(clients(old)));
        List<GpuEvent> found = new ArrayList<>();
        for (XidEvent event : facts.kernelEvents().or(List.of())) {
            boolean counts = !event.nvswitch()
                    && XidCatalogue.ofAnApplication(event.code())
                    && !event.at().equals(facts.collectedAt())
                    && serials.containsKey(event.bdf());
            Optional<String> job = counts ? of(event, clients) : Optional.empty();
            job.map(name -> new GpuEvent(
                            serials.getOrDefault(event.bdf(), ""),
                            Kind.JOB,
                            event.at(),
                            Integer.toString(event.code()),
                            facts.node(),
                            Optional.of(new GpuEvent.Job(name, ""))))
                    .filter(one -> !found.contains(one))
                    .ifPresent(found::add);
        }
        return List.copyOf(found);
    }

    private static List<GpuClient> clients(NodeFacts facts) {
        return facts.details().onGpus().clients().or(List.of());
    }

    private static boolean sameBoot(NodeFacts one, NodeFacts other) {
        Optional<String> boot = one.boot().map(Boot::bootId).value();
        return boot.isPresent() && boot.equals(other.boot().map(Boot::bootId).value());
    }

    /** Returns the owner of the process. A pid may be reused: a process that began after the error is another one. */
    private static Optional<String> of(XidEvent event, List<GpuClient> clients) {
        Optional<String> pid = process(event);
        return clients.stream()
                .filter(client ->
                        pid.filter(Long.toString(client.pid())::equals).isPresent())
                .filter(client -> !client.since().isAfter(event.at()))
                .map(GpuClient::of)
                .filter(name -> NAMED.matcher(name).matches())
                .findFirst();
    }

    /**
     * Returns the last error of each distinct job on that GPU, by the job's name, since the GPU was last repaired and
     * at most a week back. The number of a job is unique only within one cluster.
     */
    static Map<String, GpuEvent> distinct(String serial, List<GpuEvent> past, Instant now) {
        List<GpuEvent> own = past.stream()
                .filter(event -> event.serial().equals(serial) && !event.at().isAfter(now))
                .sorted(Comparator.comparing(GpuEvent::at))
                .toList();
        Instant cared = own.stream()
                .filter(event -> switch (event.kind()) {
                    case RESET, REBOOT, RESEAT, RMA -> true;
                    case SEEN, XID, JOB, LOST, ISOLATE -> false;
                })
                .map(GpuEvent::at)
                .reduce(now.minus(COUNTED), (one, other) -> one.isAfter(other) ? one : other);
        Map<String, GpuEvent> jobs = new TreeMap<>();
        own.stream()
                .filter(event -> event.kind() == Kind.JOB && event.at().isAfter(cared))
                .forEach(event -> event.job()
                        .filter(job -> code(event).isPresent())
                        .ifPresent(job -> jobs.put(event.node().cluster() + " " + job.name(), event)));
        return jobs;
    }

    /** Returns the number of the XID of a job's event; empty if it has none. */
    static Optional<Integer> code(GpuEvent event) {
        return Optional.of(event.detail())
                .filter(detail -> detail.matches("[0-9]{1,6}"))
                .map(Integer::parseInt);
    }
}
