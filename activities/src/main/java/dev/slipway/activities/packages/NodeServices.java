package dev.slipway.activities.packages;

import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.facts.services.UnitProperties;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Manages units of systemd: enabled, started, and read back. */
final class NodeServices {
    private static final Limits START = Limits.of(Duration.ofMinutes(5));

    /** A static unit has nothing to enable: something else, a device rule for one, pulls it in at boot. */
    private static final Set<String> STARTS_AT_BOOT = Set.of("enabled", "static", "alias", "indirect", "generated");

    private final SshNodes ssh;

    NodeServices(SshNodes ssh) {
        this.ssh = ssh;
    }

    /** Safe to repeat. Fails with STEP_FAILED and names each unit that does not read back as active and enabled. */
    void start(NodeRef node, List<String> units) {
        List<String> words = new ArrayList<>(List.of("systemctl", "enable", "--now"));
        words.addAll(units);
        SshAnswer answer = ssh.ask(node, RemoteCommand.of("enable", words).asRoot(), START);
        List<String> wrong = wrong(node, units);
        if (!wrong.isEmpty()) {
            throw FailureType.STEP_FAILED.of("On " + node + ": " + String.join(", ", wrong) + " ("
                    + (answer.ok() ? "systemctl reported no error" : answer.fault()) + ")");
        }
    }

    /** Safe to repeat: reads only. Returns each unit that is not active or would not start at boot. */
    List<String> wrong(NodeRef node, List<String> units) {
        List<String> wrong = new ArrayList<>();
        Map<String, Map<String, String>> states = units.isEmpty() ? Map.of() : read(node, units);
        for (String unit : units) {
            Map<String, String> state = Optional.ofNullable(states.get(full(unit)))
                    .orElseThrow(() -> FailureType.TRANSIENT.of("systemctl on " + node + " does not name " + unit));
            String active = state.getOrDefault("ActiveState", "unknown");
            String boot = state.getOrDefault("UnitFileState", "");
            if (!active.equals("active") || !STARTS_AT_BOOT.contains(boot)) {
                wrong.add(unit + " is " + active + " and " + (boot.isEmpty() ? "has no unit file" : boot));
            }
        }
        return wrong;
    }

    private Map<String, Map<String, String>> read(NodeRef node, List<String> units) {
        List<String> words =
                new ArrayList<>(List.of("systemctl", "show", "-p", "Id", "-p", "ActiveState", "-p", "UnitFileState"));
        units.forEach(unit -> words.add(full(unit)));
        SshAnswer answer = ssh.ask(node, RemoteCommand.of("services", words), Limits.brief());
        if (!answer.ok()) {
            throw FailureType.TRANSIENT.of("Could not read the services of " + node + ": " + answer.fault());
        }
        Reading<List<Map<String, String>>> read =
                UnitProperties.parse(answer.out()).whole();
        Map<String, Map<String, String>> states = new HashMap<>();
        read.value()
                .orElseThrow(
                        () -> FailureType.TRANSIENT.of("Could not read the services of " + node + ": " + read.error()))
                .forEach(unit -> states.put(unit.getOrDefault("Id", ""), unit));
        return states;
    }

    private static String full(String unit) {
        return unit.contains(".") ? unit : unit + ".service";
    }
}
