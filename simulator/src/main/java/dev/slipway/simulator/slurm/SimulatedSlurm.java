package dev.slipway.simulator.slurm;

import dev.slipway.simulator.slurm.SlurmMachine.SlurmJob;
import dev.slipway.simulator.tools.Answer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Simulates a Slurm cluster behind its commands: nodes with states, reasons and comments, and jobs that have whole
 * nodes. It answers as release 22.05 was seen to. Safe for many threads.
 */
public final class SimulatedSlurm {
    private static final String NOTHING = "(null)";
    private static final String AWAY = " error: Unable to contact slurm controller (connect failure)\n";
    private final Map<String, SlurmMachine> machines = new TreeMap<>();
    private final InstantSource clock;
    private final List<String> changes = new ArrayList<>();
    private final SlurmReservations reservations = new SlurmReservations(machines);
    private final Map<String, String> settings = new TreeMap<>();
    private final SlurmAccounts accounts = new SlurmAccounts();
    private boolean away;
    private boolean refuses;
    private int lastJob;

    public SimulatedSlurm(InstantSource clock) {
        this.clock = clock;
        settings.put("ReturnToService", "1");
        settings.put("ResumeTimeout", "1800 sec");
        settings.put("SlurmdTimeout", "300 sec");
        settings.put("SuspendExcNodes", NOTHING);
        settings.put("SuspendExcParts", NOTHING);
        settings.put("SuspendProgram", NOTHING);
    }

    /** Changes a setting, {@code KEY=VALUE}; without a value it is unset. Times are in seconds. */
    public synchronized void setting(String keyAndValue) {
        int equals = keyAndValue.indexOf('=');
        String key = keyAndValue.substring(0, equals);
        String value = keyAndValue.substring(equals + 1);
        String shown =
                value.isEmpty() ? NOTHING : value.matches("\\d+") && key.endsWith("Timeout") ? value + " sec" : value;
        settings.put(key, shown);
    }

    /** Adds an idle node. */
    public synchronized void addNode(String name, int gpus, Instant bootedAt) {
        machines.put(name, new SlurmMachine(name, gpus, bootedAt));
    }

    /**
     * Starts a job that has the whole node from now until {@link #end}, and returns its number. It is refused if
     * nothing may start.
     */
    public synchronized int start(String node, String user) {
        SlurmMachine machine = machine(node);
        if (machine.drain
                || machine.down
                || machine.silent
                || !machine.jobs.isEmpty()
                || !machine.reservations.isEmpty()) {
            throw new IllegalStateException(node + " is " + machine.state() + " and starts no job");
        }
        lastJob++;
        machine.jobs.put(lastJob, new SlurmJob(lastJob, user, clock.instant()));
        accounts.began(new SlurmJob(lastJob, user, clock.instant()));
        return lastJob;
    }

    /** The job ends by itself. */
    public synchronized void end(int job) {
        machines.values().forEach(machine -> machine.jobs.remove(job));
        accounts.ended(job, "COMPLETED", clock.instant());
    }

    /** Sets the name that its user gave a job; {@code wrap} unless this is called. */
    public synchronized void named(int job, String name) {
        accounts.named(job, name);
    }

    /** Sets whether the cluster has no accounting. */
    public synchronized void keepsNoAccounts(boolean none) {
        accounts.off(none);
    }

    /** Sets the GPUs in the node's configuration, such as {@code gpu:1g.10gb:7}. */
    public synchronized void gres(String node, String gres) {
        machine(node).gres = gres;
    }

    /** The node's slurmd falls silent; jobs there are counted on until somebody knows better. */
    public synchronized void fallsSilent(String node) {
        machine(node).silent = true;
    }

    /**
     * Registers the node's slurmd, after a boot of its machine at that time. What ran there before is gone. As with
     * ReturnToService=1 a boot that slurmctld did not order takes the node down; a drain and its reason stay.
     */
    public synchronized void registers(String node, Instant bootedAt) {
        SlurmMachine machine = machine(node);
        machine.silent = false;
        machine.bootedAt = bootedAt;
        machine.jobs.clear();
        machine.down = true;
        if (machine.reason.isEmpty()) {
            machine.reason = "Node unexpectedly rebooted";
            machine.reasonBy = "[slurm@" + SlurmMachine.time(clock.instant()) + "]";
        }
    }

    /**
     * The node's slurmd started and counts so many GPUs. With fewer than are configured slurmctld drains the node by
     * itself and writes its reason where there is none; a count that is right again ends neither.
     */
    public synchronized void counts(String node, int gpus) {
        machine(node).counts(gpus, clock.instant());
    }

    /** The controller is gone, or back as it was. */
    public synchronized void away(boolean gone) {
        away = gone;
    }

    /** Sets whether the requesting account may change nothing. */
    public synchronized void refuses(boolean changes) {
        refuses = changes;
    }

    /** Returns a node's state, as {@code IDLE+DRAIN}. */
    public synchronized String state(String node) {
        return machine(node).state();
    }

    /** Returns why the node is out; empty without a reason. */
    public synchronized String reason(String node) {
        return machine(node).reason;
    }

    /** Returns every accepted update, in order: {@code n1 state=DRAIN reason=…}. */
    public synchronized List<String> changes() {
        return List.copyOf(changes);
    }

    private SlurmMachine machine(String node) {
        SlurmMachine machine = machines.get(node);
        if (machine == null) {
            throw new IllegalArgumentException("no such node: " + node);
        }
        return machine;
    }

    /** Runs a command of Slurm as its words, {@code env} and its assignments in front or not. */
    public synchronized Answer run(List<String> words) {
        int at = 0;
        if (words.getFirst().equals("env")) {
            at++;
            while (at < words.size() && words.get(at).matches("[A-Z_]+=.*")) {
                at++;
            }
        }
        List<String> command = words.subList(at, words.size());
        String verb = command.size() > 1 ? command.get(1) : "";
        return switch (command.getFirst()) {
            case "scontrol" ->
                switch (verb) {
                    case "show" -> reached("slurm_load_node", () -> show(command));
                    case "update" -> reached("slurm_update", () -> update(command));
                    case "create" -> reached("slurm_create_reservation", () -> reservation(command));
                    case "delete" -> reached("slurm_delete_reservation", () -> reservation(command));
                    default -> Answer.of("", "invalid keyword: " + verb + "\n", 1);
                };
            case "squeue" -> reached("slurm_load_jobs", () -> queue(command));
            case "sacct" -> accounts.asked(command);
            default -> Answer.of("", "env: '" + command.getFirst() + "': No such file or directory\n", 127);
        };
    }

    private Answer reached(String call, Supplier<Answer> answer) {
        return away ? Answer.of("", call + AWAY, 1) : answer.get();
    }

    private Answer show(List<String> command) {
        if (command.equals(List.of("scontrol", "show", "node"))) {
            StringBuilder all = new StringBuilder();
            machines.values().forEach(machine -> all.append(machine.shown(clock.instant())));
            return Answer.of(all.toString(), "", 0);
        }
        if (command.size() == 4 && command.get(2).equals("node")) {
            SlurmMachine machine = machines.get(command.get(3));
            return machine == null
                    ? Answer.of("Node " + command.get(3) + " not found\n", "", 1)
                    : Answer.of(machine.shown(clock.instant()), "", 0);
        }
        if (command.equals(List.of("scontrol", "show", "config"))) {
            StringBuilder all = new StringBuilder("Configuration data as of 2026-11-22T00:00:00\n");
            settings.forEach((key, value) -> all.append(String.format("%-23s = %s%n", key, value)));
            return Answer.of(all.toString(), "", 0);
        }
        if (command.size() == 4 && command.get(2).equals("hostnames")) {
            return Answer.of(String.join("\n", SlurmMachine.hostnames(command.get(3))) + "\n", "", 0);
        }
        return Answer.of("", "invalid entity: " + String.join(" ", command.subList(2, command.size())) + "\n", 1);
    }

    private Answer reservation(List<String> command) {
        boolean makes = command.get(1).equals("create");
        Answer answer = refuses
                ? Answer.of("", "Error creating the reservation: Access/permission denied\n", 1)
                : makes
                        ? reservations.make(parsed(command.subList(3, command.size())))
                        : reservations.end(command.get(2));
        if (answer.exit() == 0) {
            changes.add(String.join(" ", command.subList(1, command.size())));
        }
        return answer;
    }

    private static Map<String, String> parsed(List<String> changes) {
        Map<String, String> request = new TreeMap<>();
        for (String change : changes) {
            int equals = change.indexOf('=');
            request.put(change.substring(0, equals), unquoted(change.substring(equals + 1)));
        }
        return request;
    }

    /** Checks whether the account may before it checks whether there is such a node. */
    private Answer update(List<String> command) {
        if (refuses) {
            return Answer.of("", "slurm_update error: Invalid user id\n", 1);
        }
        SlurmMachine machine = machines.get(command.get(2).replaceFirst("(?i)^nodename=", ""));
        if (machine == null) {
            return Answer.of("", "slurm_update error: Invalid node name specified\n", 1);
        }
        Map<String, String> request = parsed(command.subList(3, command.size()));
        String refused = refused(machine, request);
        if (!refused.isEmpty()) {
            return Answer.of("", refused, 1);
        }
        change(machine, request);
        changes.add(machine.name + " " + String.join(" ", command.subList(3, command.size())));
        return Answer.of("", "", 0);
    }

    /** scontrol takes a quote off either end. */
    private static String unquoted(String value) {
        return value.replaceAll("^\"|\"$", "");
    }

    private static String refused(SlurmMachine machine, Map<String, String> request) {
        return switch (request.getOrDefault("state", "")) {
            case "", "DOWN" -> "";
            case "DRAIN" ->
                request.containsKey("reason")
                        ? ""
                        : "You must specify a reason when DOWNING or DRAINING a node. Request denied\n";
            case "RESUME" -> machine.drain || machine.down ? "" : "slurm_update error: Invalid node state specified\n";
            default -> "Invalid input: state=" + request.get("state") + "\nRequest aborted\n";
        };
    }

    private void change(SlurmMachine machine, Map<String, String> request) {
        if (request.containsKey("reason")) {
            machine.reason = request.get("reason");
            machine.reasonBy = "[root@" + SlurmMachine.time(clock.instant()) + "]";
        }
        machine.comment = request.getOrDefault("comment", machine.comment);
        switch (request.getOrDefault("state", "")) {
            case "DRAIN" -> machine.drain = true;
            case "DOWN" -> machine.down = true;
            case "RESUME" -> {
                machine.drain = false;
                machine.down = false;
                machine.reason = "";
            }
            default -> {}
        }
    }

    private Answer queue(List<String> command) {
        String node = command.stream()
                .filter(word -> word.startsWith("--nodelist="))
                .map(word -> word.substring("--nodelist=".length()))
                .findFirst()
                .orElse("");
        SlurmMachine machine = machines.get(node);
        if (machine == null) {
            return Answer.of("", "squeue: error: Invalid node name " + node + "\n", 1);
        }
        return Answer.of(machine.queued(), "", 0);
    }
}
