package dev.slipway.activities.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.facts.Text;
import dev.slipway.facts.tool.ToolReport;
import dev.slipway.ledger.GpuHistory;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeRef;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from Slurm's accounting jobs whose programs failed on GPUs: by then the queue has forgotten them. Each job is
 * queried once, for all its nodes and all workers; a cluster without accounting is queried once while this worker runs.
 */
public final class SlurmAccounting {
    private static final Logger LOG = LoggerFactory.getLogger(SlurmAccounting.class);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** Is how long jobs count against a GPU. */
    private static final Duration COUNTED = Duration.ofDays(7);
    /** Limits the jobs in one request. */
    private static final int JOBS = 50;

    private static final String JOB = "job ";
    private static final String NOT_UNDERSTOOD = "Slurm's record of it is not understood";
    private static final String UNKNOWN_TO_IT = "Slurm's accounting does not know it";
    private static final Pattern ID = Pattern.compile("[0-9]{1,10}");
    private static final Pattern USER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@+-]{0,63}");
    private static final Pattern STATE = Pattern.compile("([A-Z][A-Z_]{1,30})(?: by [0-9]{1,10}|\\+)?");
    private static final Pattern END = Pattern.compile("[0-9T:-]{19}|Unknown");

    private static final Pattern OFF = Pattern.compile("(?i)accounting storage is disabled");

    private final Function<NodeRef, Optional<SlurmSite>> sites;
    private final GpuHistory history;
    private final InstantSource clock;
    private final Set<String> without = ConcurrentHashMap.newKeySet();

    /** Takes {@code sites}: empty for a node that is not under Slurm. */
    public SlurmAccounting(Function<NodeRef, Optional<SlurmSite>> sites, GpuHistory history, InstantSource clock) {
        this.sites = sites;
        this.history = history;
        this.clock = clock;
    }

    /**
     * Safe to repeat: stores what is known about the jobs that failed on a node. If nothing is known, they stay as they
     * are.
     */
    public void learn(NodeRef node) {
        Optional<SlurmSite> site = without.contains(node.cluster()) ? Optional.empty() : sites.apply(node);
        if (site.isEmpty()) {
            return;
        }
        List<String> jobs = history.jobsOfNobody(node, clock.instant().minus(COUNTED)).stream()
                .filter(name -> name.matches(JOB + "[0-9]{1,10}"))
                .toList();
        for (int from = 0; from < jobs.size(); from += JOBS) {
            keep(node.cluster(), site.get().commands(), jobs.subList(from, Math.min(jobs.size(), from + JOBS)));
        }
    }

    /**
     * Stores one after the other: nodes of one job query at the same time, and one answer, which the ledger stores,
     * serves them all.
     */
    private synchronized void keep(String cluster, SlurmCommands commands, List<String> jobs) {
        Instant since = clock.instant().minus(COUNTED);
        Set<String> ask = new TreeSet<>();
        for (String job : jobs) {
            history.about(cluster, job, since)
                    .ifPresentOrElse(
                            words -> history.about(cluster, new GpuEvent.Job(job, words), since),
                            () -> ask.add(job.substring(JOB.length())));
        }
        if (!ask.isEmpty() && !without.contains(cluster)) {
            asked(cluster, commands, ask)
                    .forEach((id, words) -> history.about(cluster, new GpuEvent.Job(JOB + id, words), since));
        }
    }

    private Map<String, String> asked(String cluster, SlurmCommands commands, Set<String> ids) {
        try {
            SlurmCommands.Answer answer = commands.run(words(ids), LIMIT);
            if (answer.exit() == 0 && answer.whole()) {
                return understood(SlurmController.parsed(answer), ids)
                        .orElseGet(() -> oneByOne(cluster, commands, ids));
            }
            String text = Text.shorten(answer.err() + " " + answer.out(), 200);
            if (OFF.matcher(text).find()) {
                without.add(cluster);
            }
            LOG.info("The jobs {} of {} stay without name and user: sacct: {}", ids, cluster, text);
        } catch (ApplicationFailure away) {
            LOG.info("The jobs {} of {} stay without name and user: {}", ids, cluster, away.getOriginalMessage());
        }
        return Map.of();
    }

    private static List<String> words(Collection<String> ids) {
        return List.of(
                "env",
                "LC_ALL=C",
                "TZ=UTC",
                "SLURM_TIME_FORMAT=standard",
                "sacct",
                "--jobs=" + String.join(",", ids),
                "--format=JobIDRaw,JobName,User,State,End",
                "--allocations",
                "--parsable2");
    }

    /** Queries jobs one by one: a name with line breaks then damages the answer for its job alone. */
    private Map<String, String> oneByOne(String cluster, SlurmCommands commands, Set<String> ids) {
        Map<String, String> about = new TreeMap<>();
        if (ids.size() == 1) {
            about.put(ids.iterator().next(), NOT_UNDERSTOOD);
        } else {
            ids.forEach(id -> about.putAll(asked(cluster, commands, Set.of(id))));
        }
        return about;
    }

    /** Returns what it reports about the requested jobs; empty if a line is foreign, or two are of one job. */
    private static Optional<Map<String, String>> understood(ToolReport<?> report, Set<String> ids) {
        if (!report.format().equals("sacct")
                || !report.unparsed().isEmpty()
                || report.verdict().isPresent()) {
            return Optional.empty();
        }
        Map<String, String> about = new TreeMap<>();
        for (JsonNode job : report.facts().path("jobs")) {
            Optional<String> words = about(job);
            String id = job.path("JobIDRaw").asText();
            if (words.isEmpty() || about.put(id, words.get()) != null) {
                return Optional.empty();
            }
        }
        about.keySet().retainAll(ids);
        ids.forEach(id -> about.putIfAbsent(id, UNKNOWN_TO_IT));
        return Optional.of(about);
    }

    /** Returns the words for a job; empty if one of its fields is not what Slurm prints there. */
    private static Optional<String> about(JsonNode job) {
        String user = job.path("User").asText();
        String end = job.path("End").asText();
        Matcher state = STATE.matcher(job.path("State").asText());
        boolean whole = ID.matcher(job.path("JobIDRaw").asText()).matches()
                && USER.matcher(user).matches()
                && state.matches()
                && END.matcher(end).matches();
        String ended = end.equals("Unknown") ? "" : " " + end + "Z";
        return whole
                ? Optional.of(name(job.path("JobName").asText()) + " of " + user + ", " + state.group(1) + ended)
                : Optional.empty();
    }

    private static String name(String printed) {
        String plain = Text.shorten(printed.replaceAll("[^\\p{Print}]", "?"), 60);
        return plain.isEmpty() ? "without a name" : plain;
    }
}
