package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.GpuEvent;
import dev.slipway.model.GpuEvent.Job;
import dev.slipway.model.GpuEvent.Kind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** The jobs whose programs failed on a GPU, as the ledger keeps them and as it kept them before they had columns. */
abstract class GpuJobsContract {
    private static final Instant NOON = Samples.NOON;

    /** Of an empty database. */
    abstract String url() throws SQLException;

    private static GpuEvent job(String name) {
        return new GpuEvent("166", Kind.JOB, NOON, "31", Samples.N1, Optional.of(new Job(name, "")));
    }

    @Test
    void keepsTheJobOfAnEventAndWhatIsLearntOfItLater() throws SQLException {
        try (LedgerDatabase ledger = LedgerDatabase.open(url(), "", Optional.empty())) {
            GpuHistory gpus = ledger.gpuHistory();
            gpus.add(job("job 11"));
            gpus.add(job("job 11"));
            gpus.add(job("job 12"));
            gpus.add(new GpuEvent("166", Kind.XID, NOON, "79", Samples.N1));

            assertThat(gpus.jobsOfNobody(Samples.N1, NOON)).containsExactly("job 11", "job 12");
            assertThat(gpus.jobsOfNobody(Samples.N1, NOON.plusSeconds(1))).isEmpty();
            assertThat(gpus.jobsOfNobody(Samples.N2, NOON)).isEmpty();
            gpus.about("elsewhere", new Job("job 12", "wrong"), NOON);
            gpus.about(Samples.N1.cluster(), new Job("job 12", "train of alice"), NOON);
            assertThat(gpus.jobsOfNobody(Samples.N1, NOON)).containsExactly("job 11");
            assertThat(gpus.about(Samples.N1.cluster(), "job 12", NOON)).contains("train of alice");
            assertThat(gpus.about(Samples.N1.cluster(), "job 12", NOON.plusSeconds(1)))
                    .isEmpty();
            assertThat(gpus.about("elsewhere", "job 12", NOON)).isEmpty();
            assertThat(gpus.about(Samples.N1.cluster(), "job 11", NOON)).isEmpty();
            assertThat(gpus.of("166", NOON))
                    .extracting(GpuEvent::told)
                    .containsExactlyInAnyOrder("31 job 11", "31 job 12 (train of alice)", "79");
        }
    }

    @Test
    void readsTheJobsThatWereKeptInOneTextWithTheirXid() throws SQLException {
        String url = url();
        try (Connection old = DriverManager.getConnection(LedgerDatabase.urlOf(url))) {
            Flyway.configure()
                    .dataSource(LedgerDatabase.urlOf(url), "", "")
                    .locations("classpath:dev/slipway/ledger/migrations")
                    .target("4")
                    .load()
                    .migrate();
            keep(old, Kind.JOB, "31 job 11");
            keep(old, Kind.JOB, "13 pod ml/Job/train");
            keep(old, Kind.XID, "79");
            keep(old, Kind.RESEAT, "slot 3, by hand");
            try (LedgerDatabase ledger = LedgerDatabase.open(url, "", Optional.empty())) {
                assertThat(ledger.gpuHistory().of("166", NOON))
                        .containsExactlyInAnyOrder(
                                job("job 11"),
                                new GpuEvent(
                                        "166",
                                        Kind.JOB,
                                        NOON,
                                        "13",
                                        Samples.N1,
                                        Optional.of(new Job("pod ml/Job/train", ""))),
                                new GpuEvent("166", Kind.XID, NOON, "79", Samples.N1),
                                new GpuEvent("166", Kind.RESEAT, NOON, "slot 3, by hand", Samples.N1));
            }
        }
    }

    private static void keep(Connection old, Kind kind, String detail) throws SQLException {
        Sql.update(
                old,
                "insert into gpu_event (serial, kind, happened_at, detail, cluster, node) values (?, ?, ?, ?, ?, ?)",
                "166",
                kind,
                NOON,
                detail,
                Samples.N1.cluster(),
                Samples.N1.name());
    }
}
