package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.ServiceState;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plays systemctl for the units of a GPU node. */
final class Systemctl implements Tool {
    private static final int NOT_ACTIVE = 3;
    private static final int NO_SUCH_UNIT = 5;

    @Override
    public Answer run(SimulatedNode node, List<String> words) {
        List<String> plain = words.stream().filter(w -> !w.startsWith("-")).toList();
        String command = plain.isEmpty() ? "" : plain.getFirst();
        List<String> units = plain.isEmpty() ? List.of() : plain.subList(1, plain.size());
        return switch (command) {
            case "show" -> Answer.of(show(node, unitsOfShow(words)));
            case "is-active" -> states(node, units, true);
            case "is-enabled" -> states(node, units, false);
            case "is-system-running" -> systemState(node);
            case "enable", "disable", "start", "restart", "stop" -> act(node, command, words, units);
            case "daemon-reload", "reset-failed" -> Answer.of("");
            case "reboot" -> reboot(node);
            default -> Answer.failed(1, "Unknown command verb '" + command + "'.\n");
        };
    }

    static Answer systemState(SimulatedNode node) {
        boolean failed = List.of("nvidia-persistenced", "nvidia-fabricmanager", "nvidia-dcgm").stream()
                .anyMatch(u -> node.services()
                        .find(u)
                        .filter(s -> s.active().equals("failed"))
                        .isPresent());
        return failed ? Answer.of("degraded\n", "", 1) : Answer.of("running\n");
    }

    private static Answer reboot(SimulatedNode node) {
        node.power().reboot();
        return Answer.of("");
    }

    private static List<String> unitsOfShow(List<String> words) {
        List<String> units = new java.util.ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            if (words.get(i).equals("-p")) {
                i++;
            } else if (!words.get(i).startsWith("-")) {
                units.add(words.get(i));
            }
        }
        return units;
    }

    static String show(SimulatedNode node, List<String> units) {
        StringBuilder out = new StringBuilder();
        for (String unit : units) {
            String id = unit.contains(".") ? unit : unit + ".service";
            Optional<ServiceState> state = node.services().find(unit);
            out.append(out.isEmpty() ? "" : "\n");
            out.append("Id=" + id + "\n");
            out.append("LoadState=" + (state.isPresent() ? "loaded" : "not-found") + "\n");
            out.append("ActiveState=" + state.map(ServiceState::active).orElse("inactive") + "\n");
            out.append("SubState=" + state.map(ServiceState::sub).orElse("dead") + "\n");
            out.append("UnitFileState="
                    + state.map(s -> s.enabled() ? "enabled" : "disabled").orElse("") + "\n");
        }
        return out.toString();
    }

    /** Returns the unit nvidia-persistenced with its command and what is beside it. */
    static String persistenced(SimulatedNode node) {
        String unit = Services.PERSISTENCED;
        String said = show(node, List.of(unit))
                .lines()
                .filter(line -> !line.startsWith("Id=") && !line.startsWith("SubState="))
                .collect(Collectors.joining("\n", "", "\n"));
        if (node.services().find(unit).isEmpty()) {
            return said;
        }
        String words = "/usr/bin/nvidia-persistenced --user nvidia-persistenced"
                + (node.services().flagged() ? " --no-persistence-mode" : "") + " --verbose";
        return said + "DropInPaths="
                + (node.services().dropIn() ? "/etc/systemd/system/nvidia-persistenced.service.d/slipway.conf" : "")
                + "\nExecStart={ path=/usr/bin/nvidia-persistenced ; argv[]=" + words
                + " ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) ; status=0/0 }\n";
    }

    private static Answer states(SimulatedNode node, List<String> units, boolean active) {
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        int exit = 0;
        for (String unit : units) {
            Optional<ServiceState> state = node.services().find(unit);
            if (active) {
                out.append(state.map(ServiceState::active).orElse("inactive")).append('\n');
                exit = node.services().active(unit) ? exit : NOT_ACTIVE;
            } else if (state.isEmpty()) {
                err.append("Failed to get unit file state for " + unit + ".service: No such file or directory\n");
                exit = 1;
            } else {
                out.append(state.get().enabled() ? "enabled\n" : "disabled\n");
                exit = state.get().enabled() ? exit : 1;
            }
        }
        return Answer.of(out.toString(), err.toString(), exit);
    }

    private static Answer act(SimulatedNode node, String command, List<String> words, List<String> units) {
        node.clock().spend(Duration.ofSeconds(2));
        StringBuilder err = new StringBuilder();
        int exit = 0;
        for (String unit : units) {
            if (node.services().find(unit).isEmpty()) {
                err.append("Failed to " + command + " unit: Unit file " + unit + ".service does not exist.\n");
                exit = command.equals("enable") ? 1 : NO_SUCH_UNIT;
                continue;
            }
            node.note(NodeEvent.Kind.SERVICE, command + " " + unit);
            if (command.equals("enable") || command.equals("disable")) {
                node.services().enable(unit, command.equals("enable"));
            }
            if (command.equals("restart")) {
                node.services().stop(unit);
            }
            boolean starts = command.endsWith("start") || (command.equals("enable") && words.contains("--now"));
            if (command.equals("stop") || (command.equals("disable") && words.contains("--now"))) {
                node.services().stop(unit);
            } else if (starts
                    && !node.services().active(unit)
                    && !node.services().start(unit)) {
                err.append("Job for " + unit + ".service failed because the control process exited with error code.\n");
                err.append("See \"systemctl status " + unit + ".service\" and \"journalctl -xeu " + unit
                        + ".service\" for details.\n");
                exit = 1;
            }
            if (starts || command.equals("stop") || words.contains("--now")) {
                node.persistenceFollows(unit);
            }
        }
        return Answer.of("", err.toString(), exit);
    }
}
