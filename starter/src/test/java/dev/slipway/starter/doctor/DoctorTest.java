package dev.slipway.starter.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.CheckResult;
import dev.slipway.model.Finding;
import dev.slipway.starter.ConfigFolder;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.Runs;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Temporal names a worker for five minutes after its last poll; doctor counts only those that must be alive. */
class DoctorTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final Path folder;
    private Config config;
    private final FakeFrontend temporal = new FakeFrontend();
    private final WorkflowServiceStubs stubs =
            WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                    .setTarget(temporal.target())
                    .build());
    private final LedgerDatabase ledger =
            LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "", Optional.empty());

    DoctorTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        config = ConfigFolder.in(folder);
    }

    @AfterEach
    void close() {
        ledger.close();
        stubs.shutdownNow();
        temporal.close();
    }

    private List<CheckResult> checked(int secondsAfterNoon) {
        Installation installation = new Installation(
                config,
                ledger,
                WorkflowClient.newInstance(stubs),
                Clock.fixed(NOON.plusSeconds(secondsAfterNoon), ZoneOffset.UTC));
        return new Doctor(installation, new WorkerHealth(installation, new Runs(installation))).check(false);
    }

    private static CheckResult of(List<CheckResult> checks, String part) {
        return checks.stream()
                .filter(check -> check.part().equals(part))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void countsADeadWorkerNoMoreOnceALiveOneWouldHavePolledAgain() {
        temporal.polled("one", NOON);
        temporal.polled("another", NOON);
        assertThat(of(checked(1), "workers").saw()).isEqualTo("2 polled the task queue slipway in the last 70 s");

        temporal.polled("another", NOON.plusSeconds(60));

        assertThat(of(checked(70), "workers").saw()).isEqualTo("2 polled the task queue slipway in the last 70 s");
        assertThat(of(checked(71), "workers").saw()).isEqualTo("1 polled the task queue slipway in the last 70 s");
    }

    @Test
    void countsTheWorkersOfEachQueueThatAFleetNames() throws IOException {
        Files.writeString(folder.resolve("fleets/prod-a.yaml"), "taskQueue: edge-b\n", StandardOpenOption.APPEND);
        config = Config.load(folder);
        temporal.polled("one", NOON);

        CheckResult none = of(checked(1), "workers edge-b");
        assertThat(none.finding()).isEqualTo(Finding.WRONG);
        assertThat(none.saw()).isEqualTo("no worker polls the task queue edge-b, of fleet prod-a");

        temporal.polled("edge-b", "two", NOON);
        assertThat(of(checked(1), "workers").saw()).isEqualTo("1 polled the task queue slipway in the last 70 s");
        assertThat(of(checked(1), "workers edge-b").saw())
                .isEqualTo("1 polled the task queue edge-b, of fleet prod-a in the last 70 s");
    }

    @Test
    void asksNoWorkerWhereAllAreDead() {
        temporal.polled("one", NOON);

        List<CheckResult> checks = checked(71);

        assertThat(of(checks, "workers").finding()).isEqualTo(Finding.WRONG);
        assertThat(of(checks, "workers").saw()).isEqualTo("no worker polls the task queue slipway");
        assertThat(of(checks, "SSH prod-a").saw()).isEqualTo("only a worker can check this, and none polls");
    }
}
