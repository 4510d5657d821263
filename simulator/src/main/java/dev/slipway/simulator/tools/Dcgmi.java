package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.DriverPackages;
import dev.slipway.simulator.node.GpuSettings;
import dev.slipway.simulator.node.GpuUnit;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Plays dcgmi and nv-hostengine of DCGM 4. */
final class Dcgmi implements Tool {
    private static final int NOT_CONNECTED = 235;
    private static final int BAD_PARAMETER = 255;

    @Override
    public Answer run(SimulatedNode node, List<String> words) {
        String first = words.isEmpty() ? "" : words.getFirst();
        if (first.equals("--version") || first.equals("-v")) {
            return Answer.of("\ndcgmi  version: " + version(node) + "\n\n");
        }
        if (!node.services().active(Services.DCGM)) {
            return Answer.failed(
                    NOT_CONNECTED,
                    "Error: unable to establish a connection to the specified host: localhost\n"
                            + "Error: Unable to connect to host engine. Host engine connection "
                            + "invalid/disconnected.\n");
        }
        return switch (first) {
            case "diag" -> new Diag(node).run(words);
            case "config" -> config(node, words);
            case "discovery" -> Answer.of(discovery(node));
            case "health" -> Answer.of(health(node));
            case "nvlink" -> Answer.of("NvLink Link Status\n");
            default -> Answer.failed(BAD_PARAMETER, "PARSE ERROR: Argument: " + first + "\n");
        };
    }

    static String version(SimulatedNode node) {
        return DriverPackages.upstream(node.packages().version(DriverPackages.DCGM));
    }

    static Answer hostengine(SimulatedNode node, List<String> words) {
        return words.contains("--version") || words.contains("-v")
                ? Answer.of("Version : " + version(node)
                        + "\nBuild ID : 24637\nBuild Date : 2026-01-09\nBuild Type : RelWithDebInfo\n"
                        + "Commit ID : 63d151480cf54e78592861e42a69b786dc73751b\nBranch Name : v" + version(node)
                        + "\nCPU Arch : x86_64\n")
                : Answer.failed(BAD_PARAMETER, "Host engine already running with pid 1377\n");
    }

    private static Answer config(SimulatedNode node, List<String> words) {
        if (words.contains("--set")) {
            return set(node, words);
        }
        if (words.contains("--enforce")) {
            node.wantedSettings().ifPresent(node::settings);
            return Answer.of("Configuration successfully enforced.\n");
        }
        if (Smi.opened(node).isPresent()) {
            return Answer.failed(BAD_PARAMETER, "Error: Unable to get GPU configuration. Return: Uninitialized\n");
        }
        StringBuilder out = new StringBuilder();
        List<GpuUnit> gpus = node.answering();
        for (int i = 0; i < gpus.size(); i++) {
            out.append(configured(node, "GPU ID: " + i));
        }
        return Answer.of(out.toString());
    }

    private static Answer set(SimulatedNode node, List<String> words) {
        GpuSettings now = node.settings().given(words);
        node.settings(now);
        node.wantedSettings(now);
        node.note(NodeEvent.Kind.SETTINGS, String.join(" ", words));
        return Answer.of("Configuration successfully set.\n");
    }

    private static String configured(SimulatedNode node, String title) {
        GpuSettings now = node.settings();
        Optional<GpuSettings> target = node.wantedSettings();
        String line = ("+" + "-".repeat(30)).repeat(3) + "+\n";
        StringBuilder out = new StringBuilder(line);
        out.append(String.format(Locale.ROOT, "| %-90s |\n", title));
        out.append(String.format(Locale.ROOT, "| %-90s |\n", Smi.MODEL));
        out.append(line.replace('-', '='));
        out.append(row("Field", "Target", "Current")).append(line);
        out.append(row("Compute Mode", target.map(t -> mode(t)), mode(now)));
        out.append(row("ECC Mode", target.map(t -> onOff(t.ecc())), onOff(now.ecc())));
        out.append(row("Sync Boost", Optional.empty(), "Disabled"));
        out.append(row(
                "Memory Application Clock",
                target.map(t -> String.valueOf(t.clocks().memory())),
                String.valueOf(now.clocks().memory())));
        out.append(row(
                "SM Application Clock",
                target.map(t -> String.valueOf(t.clocks().graphics())),
                String.valueOf(now.clocks().graphics())));
        out.append(
                row("Power Limit", target.map(t -> String.valueOf(t.powerLimit())), String.valueOf(now.powerLimit())));
        return out.append(line).append('\n').toString();
    }

    private static String mode(GpuSettings settings) {
        return settings.computeMode().equals("Default") ? "Unrestricted" : "E. Process";
    }

    private static String onOff(boolean on) {
        return on ? "Enabled" : "Disabled";
    }

    private static String row(String name, Optional<String> target, String current) {
        return row(name, target.orElse("Not Specified"), current);
    }

    private static String row(String name, String target, String current) {
        return String.format(Locale.ROOT, "| %-28s | %-28s | %-28s |\n", name, target, current);
    }

    private static String discovery(SimulatedNode node) {
        List<GpuUnit> gpus = node.answering();
        StringBuilder out = new StringBuilder(gpus.size() + " GPUs found.\n");
        out.append("+--------+----------------------------------------------------------------------+\n");
        out.append("| GPU ID | Device Information                                                   |\n");
        out.append("+--------+----------------------------------------------------------------------+\n");
        for (int i = 0; i < gpus.size(); i++) {
            out.append(String.format(Locale.ROOT, "| %-6d | %-68s |\n", i, "Name: " + Smi.MODEL));
            out.append(String.format(
                    Locale.ROOT,
                    "|        | %-68s |\n",
                    "PCI Bus ID: " + gpus.get(i).busId()));
            out.append(String.format(
                    Locale.ROOT,
                    "|        | %-68s |\n",
                    "Device UUID: " + gpus.get(i).uuid()));
        }
        return out.append("+--------+----------------------------------------------------------------------+\n")
                .toString();
    }

    private static String health(SimulatedNode node) {
        String state = node.answering().size() == node.machine().slots().size() ? "Healthy" : "Failure";
        return "+---------------------------+----------------------------------------------------------+\n"
                + "| Health Monitor Report                                                                |\n"
                + "+===========================+==========================================================+\n"
                + String.format(Locale.ROOT, "| %-25s | %-56s |\n", "Overall Health", state)
                + "+---------------------------+----------------------------------------------------------+\n";
    }
}
