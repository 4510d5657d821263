package dev.slipway.activities.bench;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.WorkerClock;
import dev.slipway.activities.drift.FleetDrift;
import dev.slipway.activities.drift.MemberReader;
import dev.slipway.activities.spi.AnsibleComparison;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshFailure;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.config.Config;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.node.NodeRef;
import dev.slipway.runbook.InstalledRunbooks;
import dev.slipway.runbook.imagedrift.ImageDriftTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Our scan of the fleet that {@code folder} describes. {@code facts}: as the worker does it, {@code FleetDrift} over SSH,
 * the answer of the probe parsed, facts in a ledger in memory. {@code bytes}: what other tools do, the output of one
 * command from each. Prints a line a scan: over which connections, seconds, CPU seconds, members
 * that answered.
 */
public final class OurScan implements AutoCloseable {
    private static final SshNodes.Options KEEP =
            new SshNodes.Options(Duration.ofSeconds(10), 2_000, Duration.ofMinutes(5));
    private static final int PAGE = 200;
    private static final int AT_ONCE = 256;

    private final Path folder;
    private final int port;
    private final List<FleetRoster.Member> members;
    private final LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:bench", "", Optional.empty());

    private OurScan(Path folder, int port) throws IOException {
        this.folder = folder;
        this.port = port;
        this.members = Files.readAllLines(folder.resolve("hosts")).stream()
                .map(host -> new FleetRoster.Member(new NodeRef("bench", host), "unknown", true))
                .toList();
    }

    /** One scan of all members under a name of its own; how many answered. */
    private interface Scan {
        int of(String report) throws InterruptedException, ExecutionException;
    }

    /** Arguments: facts or bytes, folder, port, scans over kept connections. The memory at its peak is the last line. */
    public static void main(String[] args) throws Exception {
        boolean facts = args[0].equals("facts");
        try (OurScan scan = new OurScan(Path.of(args[1]), Integer.parseInt(args[2]))) {
            int kept = Integer.parseInt(args[3]);
            try (SshNodes ssh = scan.connections()) {
                Scan way = facts ? scan.facts(ssh) : scan.bytes(ssh);
                timed("cold", way, 0);
                for (int i = 1; i <= kept; i++) {
                    timed("kept", way, i);
                }
            }
            System.out.println("peak " + peakKilobytes());
            try (SshNodes ssh = scan.connections()) {
                timed("warm", facts ? scan.facts(ssh) : scan.bytes(ssh), kept + 1);
            }
        }
    }

    private Scan facts(SshNodes ssh) {
        FleetDrift drift = worker(ssh);
        return report -> scanned(drift, report);
    }

    private Scan bytes(SshNodes ssh) {
        RemoteCommand command = RemoteCommand.of(
                "read", "cat", folder.resolve("brief").toAbsolutePath().toString());
        return report -> {
            Semaphore slots = new Semaphore(AT_ONCE);
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Boolean>> answers = new ArrayList<>();
                for (FleetRoster.Member member : members) {
                    answers.add(threads.submit(() -> {
                        slots.acquire();
                        try {
                            return ssh.run(member.node(), command, Limits.brief())
                                    .ok();
                        } catch (SshFailure dead) {
                            System.out.println("lost " + dead.getMessage());
                            return false;
                        } finally {
                            slots.release();
                        }
                    }));
                }
                int ok = 0;
                for (Future<Boolean> answer : answers) {
                    ok += answer.get() ? 1 : 0;
                }
                return ok;
            }
        };
    }

    private SshNodes connections() {
        return new SshNodes(this::target, WorkerClock.unwatched(1), KEEP);
    }

    private SshTarget target(NodeRef node) {
        return new SshTarget(
                node.name(),
                port,
                System.getProperty("user.name"),
                folder.resolve("id"),
                folder.resolve("known_hosts"));
    }

    private FleetDrift worker(SshNodes ssh) {
        ActivityClock clock = WorkerClock.unwatched(1);
        return new FleetDrift(
                Config.load(folder.resolve("config")),
                fleet -> members,
                new FleetDrift.Reading(
                        new MemberReader(new NodeFactsReader(ssh, clock), this::target, clock),
                        new InstalledRunbooks(List.of(new ImageDriftTable()), Set.of()),
                        ref -> {
                            throw new IllegalStateException("nobody judges here");
                        },
                        AnsibleComparison.none(),
                        clock),
                ledger,
                report -> "");
    }

    private static void timed(String name, Scan scan, int number) throws InterruptedException, ExecutionException {
        double busy = cpuSeconds();
        long start = System.nanoTime();
        int answered = scan.of("scan/" + number);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf("%s %.3f %.2f %d%n", name, seconds, cpuSeconds() - busy, answered);
    }

    private static double cpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1e3;
    }

    /** Pages side by side, as the workflow asks for them. */
    private int scanned(FleetDrift drift, String report) throws InterruptedException, ExecutionException {
        drift.begin(report, "bench");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> pages = new ArrayList<>();
            for (int from = 0; from < members.size(); from += PAGE) {
                int first = from;
                pages.add(threads.submit(
                        () -> drift.scan(report, "bench", first, Math.min(members.size(), first + PAGE))));
            }
            int facts = 0;
            for (Future<Integer> page : pages) {
                facts += page.get();
            }
            return facts;
        }
    }

    private static String peakKilobytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .findFirst()
                .orElse("0");
    }

    @Override
    public void close() {
        ledger.close();
    }
}
