package dev.slipway.simulator.slurm;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Holds one node as slurmctld stores it. It is used inside the controller's lock. */
final class SlurmMachine {
    private static final Pattern RANGE = Pattern.compile("([^\\[]*)\\[([0-9]+)-([0-9]+)]");
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss");

    final String name;
    final int gpus;
    final Map<Integer, SlurmJob> jobs = new TreeMap<>();
    final Set<String> reservations = new TreeSet<>();
    Instant bootedAt;
    String reason = "";
    String reasonBy = "";
    String comment = "";
    String gres;
    boolean drain;
    boolean down;
    boolean silent;
    boolean invalid;

    /** Describes a job that has the whole node. */
    record SlurmJob(int id, String user, Instant since) {}

    /** Returns its jobs as {@code squeue} prints them. */
    String queued() {
        StringBuilder rows = new StringBuilder("JOBID|USER|STATE|NODELIST|PARTITION|START_TIME|END_TIME\n");
        jobs.values()
                .forEach(job -> rows.append(
                        "%d|%s|RUNNING|%s|gpu|%s|NONE\n".formatted(job.id(), job.user(), name, time(job.since()))));
        return rows.toString();
    }

    SlurmMachine(String name, int gpus, Instant bootedAt) {
        this.name = name;
        this.gpus = gpus;
        this.gres = "gpu:h100:" + gpus;
        this.bootedAt = bootedAt;
    }

    void counts(int found, Instant now) {
        invalid = found < gpus;
        drain |= invalid;
        if (invalid && reason.isEmpty()) {
            reason = "gres/gpu count reported lower than configured (" + found + " < " + gpus + ")";
            reasonBy = "[slurm@" + time(now) + "]";
        }
    }

    static String time(Instant at) {
        return SECONDS.format(LocalDateTime.ofInstant(at, ZoneOffset.UTC));
    }

    /** Returns one range of numbers, or one name. */
    static List<String> hostnames(String list) {
        Matcher range = RANGE.matcher(list);
        return range.matches()
                ? IntStream.rangeClosed(Integer.parseInt(range.group(2)), Integer.parseInt(range.group(3)))
                        .mapToObj(number -> range.group(1) + number)
                        .toList()
                : List.of(list);
    }

    String state() {
        String base = down ? "DOWN" : jobs.isEmpty() ? "IDLE" : "ALLOCATED";
        String reserved = reservations.isEmpty() ? "" : "+MAINTENANCE+RESERVED";
        return base
                + (drain ? "+DRAIN" : "")
                + reserved
                + (silent ? "+NOT_RESPONDING" : "")
                + (invalid ? "+INVALID_REG" : "");
    }

    /** Returns the text of {@code scontrol show node}. */
    String shown(Instant now) {
        int cpus = jobs.isEmpty() ? 0 : 8;
        String text = """
                NodeName=%1$s Arch=x86_64 CoresPerSocket=1\s
                   CPUAlloc=%2$d CPUEfctv=8 CPUTot=8 CPULoad=0.42
                   AvailableFeatures=(null)
                   ActiveFeatures=(null)
                   Gres=%3$s
                   NodeAddr=%1$s NodeHostName=%1$s Version=22.05.8
                   OS=Linux 6.8.0-60-generic #63-Ubuntu SMP PREEMPT_DYNAMIC Tue Apr 15 19:04:15 UTC 2025\s
                   RealMemory=1000 AllocMem=0 FreeMem=21000 Sockets=8 Boards=1
                   State=%4$s ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
                   Partitions=gpu\s
                   BootTime=%5$s SlurmdStartTime=%5$s
                   LastBusyTime=%6$s
                   CfgTRES=cpu=8,mem=1000M,billing=8
                   AllocTRES=%7$s
                   CapWatts=n/a
                   CurrentWatts=0 AveWatts=0
                   ExtSensorsJoules=n/s ExtSensorsWatts=0 ExtSensorsTemp=n/s
                """.formatted(name, cpus, gres, state(), time(bootedAt), time(now), cpus == 0 ? "" : "cpu=8");
        String why = reason.isEmpty() ? "" : "   Reason=" + reason + " " + reasonBy + "\n";
        return text + why + (comment.isEmpty() ? "" : "   Comment=" + comment + "\n") + "\n";
    }
}
