package dev.slipway.activities.slurm;

import dev.slipway.simulator.slurm.SimulatedSlurm;
import dev.slipway.simulator.tools.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The simulated slurmctld behind the port. */
final class PlayedSlurm implements TestSlurm {
    private final SimulatedSlurm slurm = new SimulatedSlurm(InstantSource.system());

    PlayedSlurm() {
        slurm.addNode("n1", 8, Instant.parse("2026-01-01T00:00:00Z"));
        slurm.addNode("n2", 8, Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Override
    public SlurmCommands commands() {
        return (words, limit) -> {
            Answer answer = slurm.run(words);
            return new SlurmCommands.Answer(answer.exit(), text(answer.out()), text(answer.err()), true);
        };
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public String job(String node) {
        return Integer.toString(slurm.start(node, "root"));
    }

    @Override
    public void end(String job) {
        slurm.end(Integer.parseInt(job));
    }

    @Override
    public void somebodyChanges(String node, String... changes) {
        List<String> words = new ArrayList<>(List.of("scontrol", "update", "nodename=" + node));
        words.addAll(List.of(changes));
        Answer answer = slurm.run(words);
        if (answer.exit() != 0) {
            throw new IllegalStateException(words + ": " + text(answer.err()));
        }
    }

    @Override
    public void boots(String node) {
        slurm.registers(node, Instant.now());
    }

    @Override
    public void setting(String keyAndValue) {
        slurm.setting(keyAndValue);
    }

    @Override
    public void goesAway() {
        slurm.away(true);
    }

    /** The account may change nothing. */
    void refuses() {
        slurm.refuses(true);
    }

    @Override
    public void comesBack() {
        slurm.away(false);
    }

    @Override
    public void close() {}
}
