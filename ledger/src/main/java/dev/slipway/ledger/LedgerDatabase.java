package dev.slipway.ledger;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.model.Causes;
import dev.slipway.model.UnbuildablePair;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.runbook.DecisionTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.flywaydb.core.api.FlywayException;

/**
 * Is an open ledger: a pool on PostgreSQL, or an H2 file or memory for this process alone. Closing it closes the pool.
 */
public final class LedgerDatabase implements AutoCloseable {
    private static final String H2 = "jdbc:h2:";
    private static final String H2_FILE = H2 + "file:";
    private static final String POSTGRESQL = "jdbc:postgresql:";
    /** Without WRITE_DELAY=0 H2 writes a commit half a second after its answer: a kill in between would lose it. */
    private static final String H2_MODE =
            ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0";

    private final HikariDataSource pool;
    private final Sql sql;

    private LedgerDatabase(HikariDataSource pool) {
        this.pool = pool;
        this.sql = new Sql(pool);
    }

    /**
     * Opens the ledger and brings its tables up to date; safe to repeat and to do from several processes on PostgreSQL.
     * An H2 file that another process has open is refused. Fails with {@link LedgerAway}.
     */
    public static LedgerDatabase open(String jdbcUrl, String user, Optional<Path> passwordFile) {
        String url = urlOf(jdbcUrl);
        Properties login = login(user, passwordFile);
        keepToOwner(url);
        probe(url, login);
        HikariDataSource pool =
                pool(url, limited(url, login), 8); // First: an H2 in memory is gone with its last connection.
        try (HikariDataSource unhurried = pool(url, login, 3)) {
            Migrations.run(unhurried, shown(url));
        } catch (LedgerAway refused) {
            pool.close();
            throw refused;
        } catch (FlywayException e) {
            pool.close();
            throw new LedgerAway(
                    "The tables of the ledger " + shown(url) + " could not be brought up to date: " + Faults.line(e)
                            + " Check that this is Slipway's own database and that its user may create tables.",
                    e);
        }
        return new LedgerDatabase(pool);
    }

    private static HikariDataSource pool(String url, Properties properties, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setDataSourceProperties(properties);
        config.setPoolName("ledger");
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(5_000);
        return new HikariDataSource(config);
    }

    /**
     * Returns the login with a time limit: a server that vanished without closing its connections counts as away after
     * ten seconds, less than the heartbeat of an activity. A setting in the URL takes precedence.
     */
    static Properties limited(String url, Properties login) {
        Properties limited = new Properties();
        limited.putAll(login);
        if (url.startsWith(POSTGRESQL)) {
            limited.setProperty("connectTimeout", "5");
            limited.setProperty("socketTimeout", "10");
            limited.setProperty("tcpKeepAlive", "true");
        }
        return limited;
    }

    /** Queries the database; returns when it answers, fails with {@link LedgerAway} if it does not. */
    public void ping() {
        sql.list(row -> row.getInt(1), "select 1");
    }

    /** Returns whether the ledger serves this process alone (H2), so that worker and starter must be one process. */
    public boolean singleProcess() {
        return pool.getJdbcUrl().startsWith(H2);
    }

    public NodeRows nodeRows() {
        return new NodeRows(sql);
    }

    public Cordons cordons() {
        return new Cordons(sql);
    }

    public FactsStore facts() {
        return new FactsStore(sql, gpuHistory());
    }

    public Baselines baselines() {
        return new Baselines(sql);
    }

    public KnownLines knownLines() {
        return new KnownLines(sql);
    }

    public Plans plans() {
        return new Plans(sql);
    }

    public Verifications verifications() {
        return new Verifications(sql);
    }

    public DriftReports driftReports() {
        return new DriftReports(sql);
    }

    public DriftRows driftRows() {
        return new DriftRows(sql);
    }

    public FleetScans fleetScans() {
        return new FleetScans(sql);
    }

    public NodePins nodePins() {
        return new NodePins(sql);
    }

    public AuditTrail audit() {
        return new AuditTrail(sql);
    }

    public EvidenceIndex evidence() {
        return new EvidenceIndex(sql);
    }

    public AlertRecords alerts() {
        return new AlertRecords(sql);
    }

    public Freezes freezes() {
        return new Freezes(sql);
    }

    public Overrides overrides() {
        return new Overrides(sql);
    }

    public HeldNodes held() {
        return new HeldNodes(sql);
    }

    public RosterReadings rosterReadings() {
        return new RosterReadings(sql);
    }

    public GpuHistory gpuHistory() {
        return new GpuHistory(sql);
    }

    public Outcomes outcomes() {
        return new Outcomes(sql);
    }

    public UnbuildablePairs unbuildablePairs() {
        return new UnbuildablePairs(sql);
    }

    public LedgerGrowth growth() {
        return new LedgerGrowth(sql, singleProcess());
    }

    public CapacityGrants capacityGrants() {
        return new CapacityGrants(sql);
    }

    /** Holds what a decision table reads besides facts: {@code written} pairs come before those tried. */
    public DecisionTable.History history(NodeFacts facts, List<UnbuildablePair> written) {
        return new DecisionTable.History(
                () -> facts().gpusPast(facts),
                () -> Stream.concat(written.stream(), unbuildablePairs().all().stream())
                        .toList());
    }

    @Override
    public void close() {
        pool.close();
    }

    /** Returns the URL for the driver. */
    static String urlOf(String jdbcUrl) {
        if (jdbcUrl.toUpperCase(Locale.ROOT).contains("AUTO_SERVER")) {
            throw new LedgerAway("AUTO_SERVER is never used: an H2 ledger serves one process."
                    + " Remove it from the ledger's URL, or use PostgreSQL for several processes.");
        }
        if (jdbcUrl.startsWith(H2)) {
            return jdbcUrl + H2_MODE;
        }
        if (jdbcUrl.startsWith(POSTGRESQL)) {
            return jdbcUrl;
        }
        throw new LedgerAway("The ledger's URL " + shown(jdbcUrl) + " is neither PostgreSQL nor H2."
                + " Write jdbc:postgresql://HOST/DATABASE or jdbc:h2:file:PATH.");
    }

    /**
     * Restricts the files to their owner, because the ledger names nodes and people. H2 would create a file for
     * everybody.
     */
    private static void keepToOwner(String url) {
        if (url.startsWith(H2_FILE) && !url.startsWith(H2_FILE + "~")) {
            Path file = Path.of(url.substring(H2_FILE.length(), url.indexOf(';')) + ".mv.db")
                    .toAbsolutePath();
            try {
                OwnerOnly.createDirectories(
                        Optional.ofNullable(file.getParent()).orElse(file));
                OwnerOnly.createFile(file);
            } catch (IOException e) {
                throw new LedgerAway(
                        "The ledger " + shown(url) + " cannot be opened: " + Causes.words(e)
                                + ". Give this user a folder where it may write.",
                        e);
            }
        }
    }

    private static Properties login(String user, Optional<Path> passwordFile) {
        Properties login = new Properties();
        if (!user.isBlank()) {
            login.setProperty("user", user);
        }
        passwordFile.ifPresent(file -> {
            try {
                login.setProperty("password", Files.readString(file).strip());
            } catch (IOException e) {
                throw new LedgerAway(
                        "The ledger's password file " + file
                                + " cannot be read. Create it, readable by this user only.",
                        e);
            }
        });
        return login;
    }

    private static void probe(String url, Properties login) {
        Properties once = new Properties();
        once.putAll(login);
        if (url.startsWith(POSTGRESQL)) {
            once.setProperty("loginTimeout", "5");
        }
        try (Connection connection = DriverManager.getConnection(url, once)) {
            connection.isValid(5);
        } catch (SQLException e) {
            throw new LedgerAway(Faults.refusal(shown(url), e), e);
        }
    }

    /** Returns the URL without anything that could be a secret. */
    private static String shown(String url) {
        return url.split("[?;]", 2)[0].replaceAll("//[^@/]*@", "//");
    }
}
