package dev.slipway.activities.drift;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.AnsweringMachine;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.MachineReading;
import dev.slipway.config.ScanConfig;
import dev.slipway.facts.FactsHash;
import dev.slipway.facts.FactsSummary;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.rollout.MemberAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads members of a fleet in parallel and stores each answer as soon as it arrives, so that a worker that dies loses
 * none. Pages of one fleet share its slots.
 */
final class FleetScan {
    private static final long BEAT_MILLIS = 2_000;
    private static final int BMCS_ASKED = 20;
    private static final Identity NAMELESS = new Identity("unknown", "unknown", Optional.empty());

    private final MemberReader reader;
    private final LedgerDatabase ledger;
    private final ActivityClock clock;
    private final FleetDrift.Besides besides;
    private final Map<String, ScanSlots> slots = new ConcurrentHashMap<>();

    /** Describes a fleet, and how much of it is read in parallel. */
    record Fleet(String name, ScanConfig limits) {}

    FleetScan(MemberReader reader, LedgerDatabase ledger, ActivityClock clock, FleetDrift.Besides besides) {
        this.reader = reader;
        this.ledger = ledger;
        this.clock = clock;
        this.besides = besides;
    }

    /**
     * Asks those of {@code page} that have no answer under this report yet. Returns how many of the page gave facts.
     */
    int read(String reportId, Fleet fleet, List<FleetRoster.Member> page) {
        Map<NodeRef, MemberAnswer> kept = ledger.fleetScans().answers(reportId);
        int facts = (int) page.stream()
                .map(member -> kept.get(member.node()))
                .filter(answer -> answer != null && answer.read())
                .count();
        List<FleetRoster.Member> left =
                page.stream().filter(member -> !kept.containsKey(member.node())).toList();
        if (left.isEmpty()) {
            return facts;
        }
        ScanSlots shared = slots.computeIfAbsent(fleet.name(), f -> new ScanSlots(fleet.limits()));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            List<Future<Boolean>> answers = new ArrayList<>();
            AtomicInteger asked = new AtomicInteger();
            left.forEach(member -> answers.add(threads.submit(() -> one(reportId, member, shared, asked))));
            for (Future<Boolean> answer : answers) {
                facts += await(
                                answer,
                                page.size() + " nodes from "
                                        + page.getFirst().node().name())
                        ? 1
                        : 0;
            }
            return facts;
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean await(Future<Boolean> answer, String detail) {
        while (true) {
            try {
                return answer.get(BEAT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                clock.heartbeat(detail);
            } catch (ExecutionException e) {
                throw new IllegalStateException("an answer was lost: " + Causes.words(e), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw FailureType.TRANSIENT.of("interrupted while it read " + detail);
            }
        }
    }

    private boolean one(String reportId, FleetRoster.Member member, ScanSlots shared, AtomicInteger asked)
            throws InterruptedException {
        MemberReader.Read read = reader.read(member.node(), member.rack(), shared);
        Optional<MemberAnswer> another = read.facts().flatMap(facts -> anotherMachine(member, read, facts));
        if (another.isPresent()) {
            // What is read may be of another machine: stored under this name it would be believed later.
            ledger.fleetScans().keep(reportId, another.get());
            return false;
        }
        read.facts()
                .ifPresent(facts -> keep(reportId, besides.jobs().named(facts).with(member.outside())));
        ledger.fleetScans().keep(reportId, withBmc(read.answer(), asked));
        return read.answer().read();
    }

    private Optional<MemberAnswer> anotherMachine(FleetRoster.Member member, MemberReader.Read read, NodeFacts facts) {
        AnsweringMachine answering = new AnsweringMachine(
                facts.identity().or(NAMELESS),
                facts.boot().map(boot -> boot.bootId()).or(""),
                read.hostname());
        return besides.anotherMachine()
                .apply(new MachineReading(facts, answering, member.machine(), false))
                .map(sentence -> MemberAnswer.without(
                        member.node(),
                        MemberAnswer.Kind.MACHINE_MISMATCH,
                        sentence,
                        "correct the addresses in fleets/"));
    }

    /**
     * Adds the answer of the BMC. A network that is down takes every node of a page with it: a few BMCs show as much as
     * all of them.
     */
    private MemberAnswer withBmc(MemberAnswer answer, AtomicInteger asked) {
        if (!answer.kind().silent()) {
            return answer;
        }
        return asked.incrementAndGet() <= BMCS_ASKED
                ? besides.bmcs().apply(answer.node()).map(answer::besides).orElse(answer)
                : answer.besides("its BMC was not asked, as those of " + BMCS_ASKED + " other silent nodes were");
    }

    private void keep(String reportId, NodeFacts facts) {
        Identity identity = facts.identity().or(NAMELESS);
        ledger.facts()
                .keep(
                        new FactsRef(
                                facts.node(),
                                factsId(reportId, facts.node()),
                                facts.boot().map(b -> b.bootId()).or("unknown"),
                                FactsHash.of(facts),
                                facts.collectedAt(),
                                identity,
                                FactsSummary.of(facts)),
                        facts);
        besides.jobs().learn(facts.node());
    }

    /** Returns the id under which the facts of a member are in the ledger. */
    static String factsId(String reportId, NodeRef node) {
        return reportId + "/" + node;
    }
}
