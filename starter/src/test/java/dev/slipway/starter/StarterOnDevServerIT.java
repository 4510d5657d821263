package dev.slipway.starter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.capacity.Grant;
import dev.slipway.starter.cli.Slipway;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.worker.WorkerFactory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Tag("temporal")
class StarterOnDevServerIT {
    @RegisterExtension
    static final DevServer SERVER = new DevServer();

    private final WorkflowClient client;
    private final RunningStarter starter;

    StarterOnDevServerIT(@TempDir Path folder) {
        client = SERVER.client();
        starter = RunningStarter.on(folder, client);
    }

    @AfterEach
    void stop() {
        starter.close();
        client.getWorkflowServiceStubs().shutdown();
    }

    @Test
    void takesAnAlertOnceAlsoAfterItsRunHasEnded() throws IOException {
        WorkerFactory workers = starter.startWorkersOn(client);
        String body = FiringAlert.withoutXid();
        assertThat(starter.post("/api/v1/alerts", body).statusCode()).isEqualTo(202);
        WorkflowStub run = client.newUntypedWorkflowStub("node/prod-a/gpu-node-01");
        String first = run.describe().getExecution().getRunId();
        assertThat(slipway("hold", "gpu-node-01", "--reason", "test")).contains("hold accepted");
        run.getResult(Object.class);
        assertThat(starter.post("/api/v1/alerts", body).body()).contains("\"again\":true");
        assertThat(client.newUntypedWorkflowStub("node/prod-a/gpu-node-01")
                        .describe()
                        .getExecution()
                        .getRunId())
                .isEqualTo(first);
        workers.shutdownNow();
    }

    @Test
    void neverCarriesOutAnUpdateLaterThatNoWorkerTookInTime() {
        slipway("run", "image-drift", "--node", "gpu-102", "--reason", "test");
        assertThat(slipway("hold", "gpu-102", "--reason", "test")).contains("no worker took 'hold' within 5 s");
        WorkerFactory workers = starter.startWorkersOn(client);
        WorkflowStub run = client.newUntypedWorkflowStub("node/prod-a/gpu-102");
        assertThat(run.query("view", Map.class).get("state")).isEqualTo("WAITING");
        assertThat(slipway("hold", "gpu-102", "--reason", "test")).contains("hold accepted");
        run.getResult(Object.class);
        workers.shutdownNow();
    }

    @Test
    void stopsARolloutAtTheNextNodeByTemporalsOwnCommandLineAndGoesOnByOurs() throws Exception {
        WorkerFactory workers = starter.startWorkersOn(client);
        String check = slipway("drift", "check").replaceAll("(?s).*--from (\\S+) .*", "$1");
        assertThat(slipway("rollout", "start", "--from", check, "--change", "c1", "--reason", "test"))
                .contains("canary gpu-041");
        await(() -> exists("node/prod-a/gpu-041"));
        SERVER.temporal(
                "workflow",
                "signal",
                "--workflow-id",
                "rollout/c1",
                "--name",
                "pause",
                "--input",
                "{\"name\":\"oncall\",\"why\":\"look\"}");
        await(() -> slipway("rollout", "status", "c1").contains("paused"));
        converge("gpu-041");
        await(() -> slipway("rollout", "status", "c1").contains("soaks"));
        assertThat(exists("node/prod-a/gpu-077")).isFalse();
        assertThat(slipway("rollout", "resume", "c1", "--reason", "go on")).contains("goes on");
        await(() -> exists("node/prod-a/gpu-077"));
        converge("gpu-077");
        client.newUntypedWorkflowStub("rollout/c1").getResult(120, TimeUnit.SECONDS, Object.class);
        assertThat(slipway("rollout", "status", "c1")).contains("done");
        workers.shutdownNow();
    }

    @Test
    void makesTheNightlyCheckAScheduleOnceAndKeepsAPersonsPause() throws Exception {
        WorkerFactory workers = starter.startWorkersOn(client);
        assertThat(slipway("schedule", "apply", "--reason", "test")).contains("created");
        SERVER.temporal("schedule", "toggle", "--schedule-id", "drift-check/prod-a", "--pause", "--reason", "holiday");
        assertThat(slipway("schedule", "apply", "--reason", "test")).contains("changed");
        var schedule =
                ScheduleClient.newInstance(client.getWorkflowServiceStubs()).getHandle("drift-check/prod-a");
        assertThat(schedule.describe().getSchedule().getState().isPaused()).isTrue();
        schedule.trigger();
        await(() -> !schedule.describe().getInfo().getRecentActions().isEmpty());
        workers.shutdownNow();
    }

    @Test
    void tellsWithDoctorWhatIsWellFromWhatAWorkerCouldNotLookAt() {
        assertThat(slipway("doctor"))
                .contains("no worker polls the task queue slipway")
                .contains("SSH prod-a")
                .contains("only a worker can check this, and none polls");
        WorkerFactory workers = starter.startWorkersOn(client);
        WorkerFactory others = starter.startWorkersOn(WorkflowClient.newInstance(
                client.getWorkflowServiceStubs(),
                WorkflowClientOptions.newBuilder().setIdentity("another").build()));
        await(() -> slipway("doctor").contains("2 polled the task queue slipway"));
        assertThat(slipway("doctor", "--all"))
                .contains("5 present")
                .contains("namespace default")
                .containsPattern("ok +SSH prod-a +each of 2 nodes: well")
                .containsPattern("not checked +RBAC prod-a .*the cluster of prod-a is in flames");
        workers.shutdownNow();
        others.shutdownNow();
        assertThat(slipway("doctor")).containsPattern("not checked +SSH prod-a");
    }

    private void converge(String node) {
        client.newUntypedWorkflowStub("node/prod-a/" + node)
                .signal("granted", new Grant("prod-a", node, 1, Instant.EPOCH));
    }

    private boolean exists(String id) {
        try {
            client.newUntypedWorkflowStub(id).describe();
            return true;
        } catch (WorkflowNotFoundException e) {
            return false;
        }
    }

    private String slipway(String... args) {
        StringWriter said = new StringWriter();
        Slipway.run(
                args,
                new PrintWriter(said),
                new PrintWriter(said),
                Map.of(
                        "SLIPWAY_SERVER",
                        starter.running().url(),
                        "SLIPWAY_TOKEN_FILE",
                        starter.tokenFile().toString()));
        return said.toString();
    }

    /** Looks again until it is so; the test run's own limit ends a wait that never would. */
    private static void await(BooleanSupplier so) {
        for (int looks = 0; looks < 1200 && !so.getAsBoolean(); looks++) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        assertThat(so.getAsBoolean()).isTrue();
    }
}
