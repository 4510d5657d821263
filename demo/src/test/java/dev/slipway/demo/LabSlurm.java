package dev.slipway.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The real slurmctld of the lab for nodes of the lab: a slurmd on this machine stands for each, and comes back as after a
 * boot when its node runs another one.
 */
final class LabSlurm implements AutoCloseable {
    private final Path script;
    private final Path folder;
    private final LabFleet fleet;
    private final Map<String, String> boots = new ConcurrentHashMap<>();
    private final ScheduledExecutorService machines = Executors.newScheduledThreadPool(2);
    private final List<Future<?>> looks = new ArrayList<>();

    LabSlurm(Path home, LabFleet fleet, List<String> nodes) {
        this.script = home.resolve("lab/slurm");
        this.folder =
                Path.of(Optional.ofNullable(System.getenv("SLIPWAY_SLURM")).orElseThrow());
        this.fleet = fleet;
        nodes.forEach(node -> boots.put(node, boot(node).orElseThrow()));
        nodes.forEach(node -> looks.add(machines.scheduleWithFixedDelay(() -> follow(node), 1, 1, TimeUnit.SECONDS)));
    }

    Path conf() {
        return folder.resolve("slurm.conf");
    }

    private Optional<String> boot(String node) {
        return fleet.ssh(node, "cat /proc/sys/kernel/random/boot_id");
    }

    private void follow(String node) {
        boot(node).filter(now -> !now.equals(boots.get(node))).ifPresent(now -> {
            run(List.of(script.toString(), "boot", folder.toString(), node));
            boots.put(node, now);
        });
    }

    /** What a command of Slurm prints. Fails where it fails. */
    String say(String... words) {
        return run(List.of(words));
    }

    /** The value of a key in the node's record; empty where there is none. */
    String show(String node, String key) {
        return say("scontrol", "show", "node", node)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 1))
                .findFirst()
                .orElse("");
    }

    private String run(List<String> words) {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("SLURM_CONF", conf().toString());
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(words + ": " + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        looks.forEach(look -> look.cancel(true));
        machines.shutdownNow();
    }
}
