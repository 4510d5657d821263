package dev.slipway.activities.packages;

import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.model.Act;
import dev.slipway.model.Difference;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.RuntimeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Sets runtime settings through DCGM and reads them back from the driver. MIG mode is never set here. */
final class NodeSettings {
    private static final Limits LIMITS = Limits.of(Duration.ofMinutes(2));
    private static final int NOT_CONNECTED = 235;

    private final NodeTools tools;

    NodeSettings(NodeTools tools) {
        this.tools = tools;
    }

    /**
     * Safe to repeat. Fails with STEP_FAILED if a tool refuses, with VERDICT and each setting that reads back
     * differently.
     */
    void set(Act act, RuntimeSettings wanted) {
        RuntimeSettings now = read(act);
        if (differs(now, wanted, "persistence")) {
            boolean on = wanted.persistence().equalsIgnoreCase("enabled");
            run(act, List.of("nvidia-smi", "-pm", on ? "1" : "0"));
        }
        List<String> dcgm = dcgm(now, wanted);
        if (!dcgm.isEmpty()) {
            List<String> words = new ArrayList<>(List.of("dcgmi", "config", "--set"));
            words.addAll(dcgm);
            run(act, words);
        }
        List<Difference> left = read(act).differences(wanted);
        if (!left.isEmpty()) {
            throw FailureType.VERDICT.of("Settings of " + act.node() + ": " + Difference.words(left));
        }
    }

    /** Returns the arguments for DCGM; ECC only if it differs, because setting it requires a GPU reset. */
    private static List<String> dcgm(RuntimeSettings now, RuntimeSettings wanted) {
        List<String> words = new ArrayList<>();
        if (!wanted.powerLimitWatts().isBlank()) {
            words.addAll(List.of("-P", wanted.powerLimitWatts()));
        }
        if (!wanted.clocks().isBlank()) {
            words.addAll(List.of("-a", wanted.clocks()));
        }
        if (!wanted.computeMode().isBlank()) {
            words.addAll(List.of("-c", computeMode(wanted.computeMode())));
        }
        if (differs(now, wanted, "eccMode")) {
            words.addAll(List.of("-e", wanted.eccMode().equalsIgnoreCase("enabled") ? "1" : "0"));
        }
        return words;
    }

    private static String computeMode(String mode) {
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "default" -> "0";
            case "prohibited" -> "1";
            case "exclusive_process" -> "2";
            default -> throw FailureType.STEP_FAILED.of("Compute mode " + mode + " is not one that DCGM knows");
        };
    }

    private static boolean differs(RuntimeSettings now, RuntimeSettings wanted, String key) {
        return now.differences(wanted).stream().anyMatch(d -> d.field().equals(key));
    }

    private RuntimeSettings read(Act act) {
        var runtime = tools.facts().read(act.node(), act.t0(), "smi-gpus").runtime();
        return runtime.value()
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        "Could not read the settings of " + act.node() + ": " + runtime.error()));
    }

    private void run(Act act, List<String> words) {
        SshAnswer answer =
                tools.ssh().ask(act.node(), RemoteCommand.of("settings", words).asRoot(), LIMITS);
        if (!answer.ok()) {
            String what = String.join(" ", words) + " on " + act.node() + ": " + answer.fault();
            throw (answer.exit() == NOT_CONNECTED ? FailureType.TRANSIENT : FailureType.STEP_FAILED).of(what);
        }
    }
}
