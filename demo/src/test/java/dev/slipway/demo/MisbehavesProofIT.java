package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Outcome;
import dev.slipway.verdict.ShareOfTheDay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whatever goes wrong with a node or its world, at whatever step of whatever runbook, no node is lost, none goes
 * back into service unproven, nothing is done twice, and what passes by itself changes nothing. Method: a node for each
 * pair of step and fault on a simulated fleet; its observer judges, and a table of the ends that are allowed.
 */
@Tag("prove-misbehaves")
@Timeout(10_800)
class MisbehavesProofIT {
    private static final boolean ALL = Boolean.getBoolean("slipway.prove.all");
    private static final Optional<Pattern> ONLY =
            Optional.ofNullable(System.getProperty("slipway.misbehaves.only")).map(Pattern::compile);
    private static final int OF_EACH = Integer.getInteger("slipway.misbehaves.each", 4);
    private static final Duration AWAY =
            Duration.ofSeconds(Integer.getInteger("slipway.misbehaves.away", ALL ? 120 : 40));
    private static final Duration SERVER_AWAY = Duration.ofSeconds(10);
    /** There is one database server, and each site that needs it kills it. */
    private static final Lock DATABASE = new ReentrantLock();

    private static final int OF_A_SITE = 120;
    private static final int STANDING_TOGETHER = 36;

    /** The day's number unless one is given: a whole day tries the same pairs. */
    private final long seed = Long.getLong("slipway.misbehaves.seed", ShareOfTheDay.day());

    @TempDir
    Path folder;

    private final List<FaultSite.End> ends = new ArrayList<>();
    private final FaultVerdict knownRed = FaultVerdict.none();

    @Test
    void noNodeIsLostAndNoneIsReturnedUnprovenWhateverGoesWrongAtWhateverStep() throws Exception {
        FaultPlan plan = new FaultPlan(seed);
        List<FaultPair> chosen = ONLY.isPresent()
                ? plan.all().stream()
                        .filter(pair -> ONLY.get().matcher(pair.toString()).find())
                        .toList()
                : ALL ? plan.all() : plan.sample(OF_EACH);
        System.out.println("misbehaves: seed " + seed + ", " + chosen.size() + " of "
                + plan.all().size() + " pairs");
        FaultVerdict verdict = FaultVerdict.none();
        try (ExecutorService threads = Executors.newFixedThreadPool(ALL ? 2 : 4)) {
            List<Future<FaultVerdict>> sites = new ArrayList<>();
            for (List<FaultPair> site : sites(chosen)) {
                Callable<FaultVerdict> played = () -> played(site);
                sites.add(threads.submit(played));
            }
            for (Future<FaultVerdict> site : sites) {
                verdict.and(site.get());
            }
        }
        report(plan, verdict);
        assertThat(verdict.all()).isEmpty();
    }

    /** What goes wrong with a whole site has a site of its own. */
    private static List<List<FaultPair>> sites(List<FaultPair> chosen) {
        List<List<FaultPair>> sites = new ArrayList<>();
        for (WorldFault fault : WorldFault.values()) {
            if (fault.ofSite()) {
                cut(chosen.stream().filter(pair -> pair.fault() == fault).toList(), STANDING_TOGETHER, sites);
            }
        }
        cut(chosen.stream().filter(pair -> !pair.fault().ofSite()).toList(), OF_A_SITE, sites);
        return sites;
    }

    private static void cut(List<FaultPair> pairs, int most, List<List<FaultPair>> sites) {
        for (int from = 0; from < pairs.size(); from += most) {
            sites.add(pairs.subList(from, Math.min(pairs.size(), from + most)));
        }
    }

    private FaultVerdict played(List<FaultPair> pairs) throws Exception {
        WorldFault fault = pairs.getFirst().fault();
        Path own = Files.createTempDirectory(folder, "site-");
        Optional<CrashingServer> server = fault == WorldFault.TEMPORAL_KILLED
                ? Optional.of(
                        CrashingServer.start(Engine.binary(System.getenv()).orElseThrow(), own))
                : Optional.empty();
        boolean database = fault == WorldFault.LEDGER_AWAY;
        if (database) {
            DATABASE.lock();
        }
        LedgerDatabase ledger = database ? postgres(own.getFileName().toString()) : ScenarioBench.Setting.memory();
        try (FaultSite site = new FaultSite(own, FaultRounds.of(pairs), seed, server, ledger)) {
            List<FaultSite.End> played = site.play(fault == WorldFault.TEMPORAL_KILLED ? SERVER_AWAY : AWAY);
            synchronized (ends) {
                ends.addAll(played);
                return FaultVerdict.of(site, played, knownRed);
            }
        } finally {
            if (database) {
                DATABASE.unlock();
            }
        }
    }

    /** A database of its own: nodes of other sites bear the same names. */
    private static LedgerDatabase postgres(String site) throws SQLException {
        String url = Optional.ofNullable(System.getenv("SLIPWAY_POSTGRES_URL")).orElseThrow();
        String name = "misbehaves_" + site.replaceAll("\\D", "");
        try (Connection connection = DriverManager.getConnection(url);
                Statement create = connection.createStatement()) {
            create.execute("CREATE DATABASE " + name);
        }
        return LedgerDatabase.open(url.replace("/slipway", "/" + name), "postgres", Optional.empty());
    }

    private void report(FaultPlan plan, FaultVerdict verdict) throws Exception {
        verdict.all().forEach(System.out::println);
        knownRed.all().forEach(line -> System.out.println("KNOWN " + line));
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        Arrays.stream(Outcome.values()).forEach(outcome -> outcomes.put(outcome, 0));
        ends.forEach(end -> end.outcome().ifPresent(o -> outcomes.merge(o.outcome(), 1, Integer::sum)));
        long reached = ends.stream().filter(FaultSite.End::reached).count();
        long known = plan.all().stream()
                .filter(pair -> FaultTable.knownRed(pair).isPresent())
                .count();
        String figures = "pairs=%d/%d reached=%d seed=%d converged=%d rolled_back=%d held=%d untouched=%d rma=%d"
                        .formatted(
                                ends.size(),
                                plan.all().size(),
                                reached,
                                seed,
                                outcomes.get(Outcome.CONVERGED),
                                outcomes.get(Outcome.ROLLED_BACK),
                                outcomes.get(Outcome.HELD),
                                outcomes.get(Outcome.UNTOUCHED),
                                outcomes.get(Outcome.RMA_CANDIDATE))
                + " known_red=%d unsafe=%d not_allowed=%d lost=%d unproven=%d doubled=%d"
                        .formatted(
                                known,
                                verdict.unsafe().size(),
                                verdict.notAllowed().size(),
                                verdict.lost().size(),
                                verdict.unproven().size(),
                                verdict.doubled().size());
        System.out.println(figures);
        LabRuns.figures(figures);
    }
}
