package dev.slipway.simulator.slurm;

import dev.slipway.simulator.slurm.SlurmMachine.SlurmJob;
import dev.slipway.simulator.tools.Answer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps jobs as Slurm's accounting does, and prints them as {@code sacct --parsable2}. Needs the controller's lock. */
final class SlurmAccounts {
    private static final String JOBS = "--jobs=";
    private final Map<Integer, Account> accounts = new TreeMap<>();
    private boolean off;

    /** Describes a job and how it ended; {@code end} is {@code Unknown} while it runs. */
    private record Account(SlurmJob job, String name, String state, String end) {}

    /** Sets whether the cluster has no accounting. */
    void off(boolean none) {
        off = none;
    }

    void began(SlurmJob job) {
        accounts.put(job.id(), new Account(job, "wrap", "RUNNING", "Unknown"));
    }

    void named(int job, String name) {
        accounts.computeIfPresent(job, (id, was) -> new Account(was.job(), name, was.state(), was.end()));
    }

    void ended(int job, String state, Instant at) {
        accounts.computeIfPresent(job, (id, was) -> new Account(was.job(), was.name(), state, SlurmMachine.time(at)));
    }

    Answer asked(List<String> command) {
        if (off) {
            return Answer.of("", "Slurm accounting storage is disabled\n", 1);
        }
        StringBuilder rows = new StringBuilder("JobIDRaw|JobName|User|State|End\n");
        command.stream()
                .filter(word -> word.startsWith(JOBS))
                .flatMap(word -> List.of(word.substring(JOBS.length()).split(",")).stream())
                .flatMap(id -> accounts.values().stream()
                        .filter(known -> id.equals("" + known.job().id())))
                .forEach(known -> rows.append("%d|%s|%s|%s|%s\n"
                        .formatted(known.job().id(), known.name(), known.job().user(), known.state(), known.end())));
        return Answer.of(rows.toString(), "", 0);
    }
}
