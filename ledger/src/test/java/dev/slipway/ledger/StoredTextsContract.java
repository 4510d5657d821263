package dev.slipway.ledger;

import static dev.slipway.ledger.Samples.ANNA;
import static dev.slipway.ledger.Samples.N1;
import static dev.slipway.ledger.Samples.N2;
import static dev.slipway.ledger.Samples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.model.Field;
import dev.slipway.model.Outcome;
import dev.slipway.model.Who;
import dev.slipway.model.facts.FactsRef;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.Trigger;
import dev.slipway.model.rollout.DriftReport;
import dev.slipway.model.rollout.MemberAnswer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** What recurs in facts and plans is stored once, and is read back as it was, on every database. */
abstract class StoredTextsContract {
    private static final int PACKAGES = 200;

    /** Of an empty database that lives as long as a connection to it. */
    abstract String url() throws SQLException;

    /** Facts of a node with two hundred packages, one of them of that version, and with a long command line. */
    private static NodeFacts facts(NodeRef node, Instant at, String driver) {
        NodeFacts few = Samples.unreadableFacts(node);
        Boot boot = new Boot("boot", "6.8.0", "quiet ".repeat(60), "running", List.of("6.8.0"), "6.8.0");
        List<InstalledPackage> packages = IntStream.range(0, PACKAGES)
                .mapToObj(i -> new InstalledPackage("package-" + i, i == 0 ? driver : "1." + i, "installed", false))
                .toList();
        return new NodeFacts(
                node,
                at,
                few.identity(),
                Reading.of(boot),
                few.hardware(),
                new NodeFacts.Software(
                        Map.of(Field.KERNEL, Reading.of("6.8.0-60-generic")),
                        Reading.of(packages),
                        Reading.of(List.of()),
                        Reading.unknown("none"),
                        Reading.unknown("none"),
                        Reading.of(Map.of()),
                        Reading.of(List.of("nvidia"))),
                few.runtime(),
                few.kernelEvents());
    }

    private static Trigger explained(Trigger trigger) {
        return new Trigger(
                trigger.node(),
                trigger.fleet(),
                trigger.reason(),
                new Who("operator", "a reason of some length ".repeat(20)),
                trigger.goal(),
                trigger.previous(),
                trigger.policy(),
                trigger.options(),
                Optional.empty());
    }

    private static FactsRef ref(String id, NodeFacts facts) {
        Identity machine = new Identity("m", "p", Optional.empty());
        return new FactsRef(facts.node(), id, "boot", "hash", facts.collectedAt(), machine, "200 packages");
    }

    private static void keep(LedgerDatabase ledger, String id, NodeFacts facts) {
        ledger.facts().keep(ref(id, facts), facts);
    }

    private static long one(Connection connection, String query) throws SQLException {
        try (ResultSet row = connection.createStatement().executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static Connection beside(String url) throws SQLException {
        return DriverManager.getConnection(LedgerDatabase.urlOf(url));
    }

    @Test
    void storesOnceWhatTwoReadingsHaveInCommonAlsoOfTwoNodes() throws SQLException {
        String url = url();
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "", Optional.empty());
                Connection beside = beside(url)) {
            NodeFacts first = facts(N1, NOON, "570.1");
            keep(ledger, "f1", first);
            long texts = one(beside, "select count(*) from stored_text");
            NodeFacts later = facts(N1, NOON.plusSeconds(60), "570.1");
            NodeFacts other = facts(N2, NOON.plusSeconds(90), "570.1");
            keep(ledger, "f2", later);
            assertThat(one(beside, "select count(*) from stored_text"))
                    .as("nothing changed but the time")
                    .isEqualTo(texts);
            keep(ledger, "f3", other);

            assertThat(ledger.facts().byIds(List.of("f1", "f2", "f3", "none")))
                    .isEqualTo(Map.of("f1", first, "f2", later, "f3", other));
            assertThat(ledger.facts().byId("f2")).contains(later);
            assertThat(one(beside, "select stored_bytes from facts where id = 'f1'"))
                    .isGreaterThan(10_000);
            assertThat(one(beside, "select max(stored_bytes) from facts where id <> 'f1'"))
                    .as("a reading without news, and one of another node")
                    .isLessThan(2_500);
        }
    }

    @Test
    void storesOnlyThePartAnewThatChangedAndBothAreReadBackAsTheyWere() throws SQLException {
        String url = url();
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "", Optional.empty());
                Connection beside = beside(url)) {
            keep(ledger, "f1", facts(N1, NOON, "570.1"));
            long texts = one(beside, "select count(*) from stored_text");
            keep(ledger, "f2", facts(N1, NOON.plusSeconds(60), "570.2"));

            assertThat(one(beside, "select count(*) from stored_text") - texts)
                    .as("the list of packages, and what is around it")
                    .isBetween(1L, 4L);
            assertThat(ledger.facts().byId("f1")).contains(facts(N1, NOON, "570.1"));
            assertThat(ledger.facts().byId("f2")).contains(facts(N1, NOON.plusSeconds(60), "570.2"));
        }
    }

    @Test
    void storesAllThatABodyNamesWhereItNamesStoredTextsBesideNewOnes() throws SQLException {
        String url = url();
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "", Optional.empty());
                Connection beside = beside(url)) {
            keep(ledger, "f1", facts(N1, NOON, "570.1"));
            keep(ledger, "f2", facts(N1, NOON.plusSeconds(60), "570.2"));

            List<String> hashes = texts(beside, "select hash from stored_text");
            assertThat(texts(beside, "select body from facts"))
                    .allSatisfy(body -> assertThat(hashes).containsAll(SplitText.names(body)));
            assertThat(texts(beside, "select body from stored_text"))
                    .allSatisfy(
                            text -> assertThat(hashes).containsAll(SplitText.names(Json.read(text, JsonNode.class))));
        }
    }

    private static List<String> texts(Connection connection, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = connection.createStatement().executeQuery(query)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        assertThat(found).isNotEmpty();
        return found;
    }

    @Test
    void letsManyStoreTheSameTextsAtOnceAndARepeatChangesNothing() throws SQLException {
        String url = url();
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "", Optional.empty());
                LedgerDatabase ofAnotherWorker = LedgerDatabase.open(url, "", Optional.empty());
                Connection beside = beside(url)) {
            NodeFacts same = facts(N1, NOON, "570.1");
            IntStream.range(0, 16)
                    .parallel()
                    .forEach(i -> keep(i % 2 == 0 ? ledger : ofAnotherWorker, "f" + i / 2, same));
            long texts = one(beside, "select count(*) from stored_text");
            keep(ledger, "f0", same);

            assertThat(one(beside, "select count(*) from facts")).isEqualTo(8);
            assertThat(one(beside, "select count(*) from stored_text")).isEqualTo(texts);
            assertThat(ledger.facts()
                            .byIds(IntStream.range(0, 8).mapToObj(i -> "f" + i).toList())
                            .values())
                    .hasSize(8)
                    .containsOnly(same);
        }
    }

    @Test
    void readsFactsThatWereStoredWholeBeforeTextsWereShared() throws SQLException {
        String url = url();
        NodeFacts old = facts(N1, NOON, "570.1");
        try (Connection beside = beside(url)) {
            Flyway.configure()
                    .dataSource(LedgerDatabase.urlOf(url), null, null)
                    .locations("classpath:dev/slipway/ledger/migrations")
                    .target("11")
                    .load()
                    .migrate();
            try (PreparedStatement insert = beside.prepareStatement(
                    "insert into facts (id, cluster, node, boot_id, hash, collected_at, body, reference)"
                            + " values ('old', ?, ?, 'boot', 'hash', current_timestamp, ?, ?)")) {
                Sql.bind(insert, N1.cluster(), N1.name(), Json.write(old), Json.write(ref("old", old)));
                insert.executeUpdate();
            }
            try (LedgerDatabase ledger = LedgerDatabase.open(url, "", Optional.empty())) {
                keep(ledger, "new", facts(N1, NOON.plusSeconds(60), "570.1"));
                assertThat(ledger.facts().byIds(List.of("old", "new")))
                        .containsEntry("old", old)
                        .containsEntry("new", facts(N1, NOON.plusSeconds(60), "570.1"));
            }
        }
    }

    @Test
    void storesWhatTheNodesOfAPlanShareOnce() throws SQLException {
        String url = url();
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "", Optional.empty());
                Connection beside = beside(url)) {
            List<Trigger> triggers = IntStream.range(0, 40)
                    .mapToObj(i -> explained(Samples.trigger(new NodeRef("alpha", "n" + i))))
                    .toList();
            Plans.Plan plan = ledger.plans().keep("p", triggers, ANNA, NOON);

            assertThat(ledger.plans().keep("p", triggers, ANNA, NOON)).isEqualTo(plan);
            assertThat(ledger.plans().page("p", 0, 40)).isEqualTo(triggers);
            assertThat(one(beside, "select count(*) from stored_text")).isBetween(1L, 3L);
            assertThat(one(beside, "select sum(octet_length(body)) from plan_trigger"))
                    .isLessThan(triggers.stream()
                                    .mapToLong(trigger -> Json.write(trigger).length())
                                    .sum()
                            * 3
                            / 4);
        }
    }

    @Test
    void measuresWhatRunsAndScansAddedAndSaysWhatThatRestsOn() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            assertThat(ledger.growth().measured().words()).endsWith("; no node run has ended; no scan has ended");

            keep(ledger, N1 + "@" + NOON, facts(N1, NOON, "570.1"));
            Who run = new Who("run t1", "image-drift");
            ledger.audit().add(new AuditTrail.Entry("k", NOON, run, "v", N1.toString(), "x".repeat(1_000)));
            ledger.audit().add(new AuditTrail.Entry("k2", NOON, ANNA, "v", N1.toString(), "y".repeat(50_000)));
            ledger.outcomes().put(Samples.act(N1, "t1"), Samples.outcome(N1, Outcome.CONVERGED, NOON.plusSeconds(9)));
            LedgerGrowth.Measured measured = ledger.growth().measured();
            assertThat(measured.runs()).isEqualTo(1);
            assertThat(measured.perRun()).as("facts and own audit").isBetween(12_000L, 40_000L);
            assertThat(measured.words())
                    .containsPattern("\\d+\\.\\d kB of text per node run \\(over the last run; "
                            + "without GPU events, rollout plans, the rows of partners "
                            + "and the audit of people's requests\\); no scan has ended");
        }
    }

    /** Two scans of two nodes: what the second one read was there already, but for the time. */
    @Test
    void measuresWhatAScanAddedForEachNodeThatItRead() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            scan(ledger, "drift/1", NOON);
            LedgerGrowth.Measured first = ledger.growth().measured();
            assertThat(first.words())
                    .containsPattern("; no node run has ended; \\d+\\.\\d kB per node and scan"
                            + " \\(over the last scan, 2 readings\\)$");
            assertThat(first.perReading()).as("half of all packages").isBetween(6_000L, 20_000L);

            scan(ledger, "drift/2", NOON.plusSeconds(60));
            LedgerGrowth.Measured both = ledger.growth().measured();
            assertThat(both.words()).endsWith(" per node and scan (over the last 2 scans, 4 readings)");
            assertThat(both.ofScans()).isGreaterThan(first.ofScans());
            assertThat(both.perReading()).isLessThan(first.perReading());
        }
    }

    /** As a worker stores a scan that found no difference. */
    private static void scan(LedgerDatabase ledger, String id, Instant at) {
        for (NodeRef node : List.of(N1, N2)) {
            NodeFacts facts = facts(node, at, "570.1");
            keep(ledger, id + "/" + node, facts);
            ledger.fleetScans().keep(id, MemberAnswer.facts(node, Optional.empty()));
        }
        DriftReport report =
                new DriftReport(id, "fleet", 2, 2, 2, 0, 0, 0, false, List.of(), DriftReport.Unread.none());
        ledger.driftReports().put(report, at);
    }
}
