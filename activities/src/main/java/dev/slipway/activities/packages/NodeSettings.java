package dev.slipway.activities.packages;

import dev.slipway.activities.ssh.BootUnit;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.model.Act;
import dev.slipway.model.Difference;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.DcgmTarget;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.RuntimeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
        NodeFacts now = read(act);
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
        NodeFacts then = read(act);
        List<Difference> left = new ArrayList<>(settings(then).differences(wanted));
        left.addAll(DcgmTarget.against(then, wanted));
        if (!left.isEmpty()) {
            throw FailureType.VERDICT.of("Settings of " + act.node() + ": " + Difference.words(left));
        }
    }

    /** Returns the arguments for DCGM; ECC only if it differs, because setting it requires a GPU reset. */
    private static List<String> dcgm(NodeFacts now, RuntimeSettings wanted) {
        List<String> words = new ArrayList<>(BootUnit.arguments(wanted));
        boolean otherTarget = now.persistence().targets().or(List.of()).stream()
                .anyMatch(target -> target.setting().equals(DcgmTarget.ECC_MODE) && target.apart());
        if (!wanted.eccMode().isBlank() && (otherTarget || differs(now, wanted, "eccMode"))) {
            words.addAll(List.of("-e", wanted.eccMode().equalsIgnoreCase("enabled") ? "1" : "0"));
        }
        return words;
    }

    private static boolean differs(NodeFacts now, RuntimeSettings wanted, String key) {
        return settings(now).differences(wanted).stream()
                .anyMatch(d -> d.field().equals(key));
    }

    private NodeFacts read(Act act) {
        NodeFacts facts = tools.facts().read(act.node(), act.t0(), "smi-gpus", "dcgm-config");
        if (!facts.runtime().known()) {
            throw FailureType.TRANSIENT.of("Could not read the settings of " + act.node() + ": "
                    + facts.runtime().error());
        }
        return facts;
    }

    private static RuntimeSettings settings(NodeFacts facts) {
        return facts.runtime().value().orElseThrow();
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
