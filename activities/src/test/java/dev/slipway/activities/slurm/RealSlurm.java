package dev.slipway.activities.slurm;

import dev.slipway.activities.clock.TestClock;
import dev.slipway.activities.kubernetes.Pauses;
import dev.slipway.activities.slurm.SlurmCommands.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The Slurm of the lab; what a test arranges is settled on return. */
final class RealSlurm implements TestSlurm {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final SlurmCommands commands = new LocalCommands(
            Map.of("SLURM_CONF", LabSlurm.folder().resolve("slurm.conf").toString()), TestClock.running(1));

    @Override
    public SlurmCommands commands() {
        return commands;
    }

    @Override
    public String job(String node) {
        String job = said(
                        "sbatch",
                        "--parsable",
                        "--nodelist=" + node,
                        "--exclusive",
                        "--output=/dev/null",
                        "--chdir=/",
                        "--wrap=exec sleep 600")
                .strip();
        until(
                "job " + job + " runs",
                () -> said("squeue", "-h", "-j", job, "-o", "%T").strip().equals("RUNNING"));
        return job;
    }

    @Override
    public void end(String job) {
        said("scancel", job);
        until(
                "job " + job + " is gone",
                () -> said("squeue", "-h", "-o", "%i").lines().noneMatch(job::equals));
    }

    @Override
    public void somebodyChanges(String node, String... changes) {
        List<String> words = new ArrayList<>(List.of("scontrol", "update", "nodename=" + node));
        words.addAll(List.of(changes));
        said(words.toArray(String[]::new));
    }

    @Override
    public void boots(String node) {
        String before = show(node, "SlurmdStartTime=");
        LabSlurm.lab("boot", node);
        until(node + " has registered", () -> {
            String now = show(node, "SlurmdStartTime=");
            return !now.equals(before)
                    && !now.contains("None")
                    && !show(node, "State=").contains("*");
        });
    }

    @Override
    public void setting(String keyAndValue) {
        LabSlurm.lab("conf", keyAndValue);
    }

    /** slurmctld writes its state down every five seconds at most, and a crash takes back what came after. */
    @Override
    public void goesAway() {
        String reason = said("sinfo", "-hN", "--nodes=n1", "-o", "%E").strip();
        Path state = LabSlurm.folder().resolve("state/node_state");
        until("slurmctld has written down what it shows", () -> text(state).contains(reason));
        LabSlurm.lab("kill", "slurmctld");
    }

    /** slurmctld removes the file before it puts the new one in its place. */
    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException replaced) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void comesBack() {
        LabSlurm.lab("start", "slurmctld");
        until("slurmctld answers", () -> run("scontrol", "ping").out().contains(" is UP"));
        until(
                "the nodes have registered",
                () -> !said("sinfo", "-hN", "-o", "%t").contains("*"));
    }

    @Override
    public void close() {
        if (run("scontrol", "ping").out().contains(" is DOWN")) {
            comesBack();
        }
        said("scancel", "--state=RUNNING");
        until("no job is left", () -> said("squeue", "-h").isBlank());
        for (String node : said("sinfo", "-hN", "-o", "%N").lines().distinct().toList()) {
            run("scontrol", "update", "nodename=" + node, "comment=");
            until(node + " is idle", () -> idle(node));
        }
    }

    /** Resumes it where it is out: a boot may be noticed, and take the node down, after it was resumed. */
    private boolean idle(String node) {
        String state = show(node, "State=");
        if (state.contains("DOWN") || state.contains("DRAIN")) {
            run("scontrol", "update", "nodename=" + node, "state=RESUME");
        }
        return state.equals("State=IDLE");
    }

    /** The word of the node's record that begins so. */
    private String show(String node, String key) {
        return said("scontrol", "show", "node", node)
                .lines()
                .flatMap(line -> List.of(line.strip().split(" ")).stream())
                .filter(word -> word.startsWith(key))
                .findFirst()
                .orElse("");
    }

    private Answer run(String... words) {
        return commands.run(List.of(words), LIMIT);
    }

    private String said(String... words) {
        Answer answer = run(words);
        if (answer.exit() != 0) {
            throw new IllegalStateException(List.of(words) + ": " + answer.err() + answer.out());
        }
        return answer.out();
    }

    private static void until(String what, BooleanSupplier settled) {
        Pauses.until(what, settled);
    }
}
