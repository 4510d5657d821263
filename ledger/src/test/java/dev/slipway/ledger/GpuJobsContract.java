package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.GpuEvent.Job;
import dev.slipway.model.gpu.GpuEvent.Kind;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The jobs whose programs failed on a GPU, as the ledger keeps them. */
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
                    .extracting(GpuEvent::sentence)
                    .containsExactlyInAnyOrder("31 job 11", "31 job 12 (train of alice)", "79");
        }
    }
}
