package dev.slipway.activities.modules;

import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.facts.services.UnitProperties;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.DeviceHolder;
import dev.slipway.model.node.NodeRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Manages the services of a node that use the driver: which run, and how they are stopped and started. It names only
 * those that exist.
 */
final class DriverClients {
    /** Is a daemon of MPS that no unit starts: it is sent a command to end, and started as its document states. */
    static final String MPS = "nvidia-cuda-mps-control";

    private static final Pattern UNIT_OF_MPS = Pattern.compile("service ([\\w.@-]*mps[\\w.@-]*)\\.service");

    /** Counts the GPUs when it starts; it is never stopped, a node without it is down. */
    static final String SLURMD = "slurmd";

    private static final List<String> STARTING = List.of(
            "nvidia-persistenced",
            "nvidia-fabricmanager",
            "nvidia-imex",
            "nvidia-dcgm",
            "nvsm",
            "dcgm-exporter",
            "nvidia-mps",
            SLURMD);

    private final SshNodes ssh;

    DriverClients(SshNodes ssh) {
        this.ssh = ssh;
    }

    /** Safe to repeat: reads only. Returns those that run now, in the order in which they start. */
    List<String> running(NodeRef node, DeviceHolders.Found held) {
        List<String> running = new ArrayList<>(active(node, STARTING));
        int last = running.contains(SLURMD) ? running.indexOf(SLURMD) : running.size();
        running.addAll(
                last, mps(held).stream().filter(one -> !running.contains(one)).toList());
        return List.copyOf(running);
    }

    /**
     * Returns what may be ended of MPS: a separate unit, or a daemon that root's command reaches. While one belongs to
     * a pod or to a job none is ended: the command may reach that one.
     */
    private static List<String> mps(DeviceHolders.Found held) {
        List<DeviceHolder> all =
                Stream.concat(held.mps().stream(), held.mpsElsewhere().stream()).toList();
        List<String> units = all.stream()
                .map(holder -> UNIT_OF_MPS.matcher(holder.of()))
                .filter(Matcher::matches)
                .map(unit -> unit.group(1))
                .distinct()
                .toList();
        boolean plain = held.mps().stream()
                .anyMatch(holder -> !UNIT_OF_MPS.matcher(holder.of()).matches());
        boolean atWork = all.stream().anyMatch(DeviceHolder::atWork);
        return plain && !atWork ? Stream.concat(units.stream(), Stream.of(MPS)).toList() : units;
    }

    /** Safe to repeat: reads only. Returns those of {@code found} that are active. */
    List<String> active(NodeRef node, List<String> found) {
        List<String> units = units(found);
        if (units.isEmpty()) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("systemctl", "show", "-p", "Id", "-p", "ActiveState"));
        units.forEach(unit -> words.add(unit + ".service"));
        SshAnswer answer = ssh.ask(node, RemoteCommand.of("clients", words), Limits.brief());
        List<Map<String, String>> states =
                UnitProperties.parse(answer.out()).whole().or(List.of());
        if (!answer.ok() || states.size() != units.size()) {
            throw FailureType.TRANSIENT.of("Could not read the services of " + node + ": " + answer.fault());
        }
        return units.stream()
                .filter(unit -> states.stream()
                        .anyMatch(state -> state.getOrDefault("Id", "").equals(unit + ".service")
                                && state.getOrDefault("ActiveState", "").equals("active")))
                .toList();
    }

    /** Returns the commands that stop {@code found}: clients first. The driver's own persistence setting goes last. */
    static List<List<String>> stopping(List<String> found) {
        List<List<String>> commands = new ArrayList<>();
        if (found.contains(MPS)) {
            commands.add(
                    List.of("sh", "-c", "echo quit | timeout 60 nvidia-cuda-mps-control || true", "slipway-mps-quit"));
        }
        List<String> units = stopped(found).reversed();
        if (!units.isEmpty()) {
            List<String> words = new ArrayList<>(List.of("systemctl", "stop"));
            words.addAll(units);
            commands.add(words);
        }
        // It fails if library and module differ, and then nothing is held open.
        commands.add(List.of("sh", "-c", "nvidia-smi -pm 0 || true", "slipway-persistence-off"));
        return List.copyOf(commands);
    }

    /** Returns the commands that start one of {@code found} again. */
    static List<String> starting(String client) {
        return switch (client) {
            case MPS -> List.of(MPS, "-d");
            case SLURMD -> List.of("systemctl", "restart", client);
            default -> List.of("systemctl", "start", client);
        };
    }

    /** Returns those of {@code found} that are stopped as units. */
    static List<String> stopped(List<String> found) {
        return units(found).stream().filter(unit -> !unit.equals(SLURMD)).toList();
    }

    private static List<String> units(List<String> found) {
        return found.stream().filter(client -> !client.equals(MPS)).toList();
    }
}
