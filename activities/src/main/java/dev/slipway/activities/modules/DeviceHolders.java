package dev.slipway.activities.modules;

import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.Scripts;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.facts.ProcessOwner;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.DeviceHolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds who holds the device files of a node's GPUs, by the control group of each process. */
final class DeviceHolders {
    private static final String END = "end";
    private static final Pattern LINE =
            Pattern.compile("([0-9]{1,10})\\t(/dev/nvidia\\S*|mps|mps-elsewhere)\\t([^\\t]*)\\t([^\\t]*)");

    /** Lists who holds a device file, and the processes of MPS: those that root's command reaches, and the others. */
    record Found(List<DeviceHolder> devices, List<DeviceHolder> mps, List<DeviceHolder> mpsElsewhere) {}

    private final SshNodes ssh;
    private final Function<Act, Map<String, String>> pods;

    /**
     * Takes {@code pods}: namespace and name of the pods on a node, by uid; empty if Kubernetes does not schedule it.
     */
    DeviceHolders(SshNodes ssh, Function<Act, Map<String, String>> pods) {
        this.ssh = ssh;
        this.pods = pods;
    }

    /** Safe to repeat: reads only. Fails with TRANSIENT if that could not be read completely. */
    List<DeviceHolder> now(Act act) {
        return find(act).devices();
    }

    /** Safe to repeat: reads only. Fails with TRANSIENT if that could not be read completely. */
    Found find(Act act) {
        SshAnswer answer = ssh.ask(act.node(), Scripts.holders(), Limits.brief());
        List<String> lines = answer.out().lines().toList();
        if (!answer.ok() || answer.cut() || lines.isEmpty() || !lines.getLast().equals(END)) {
            throw FailureType.TRANSIENT.of(
                    "Could not read who holds the GPUs of " + act.node() + ": " + answer.fault());
        }
        Found found = new Found(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<String, String> names = lines.size() > 1 ? pods.apply(act) : Map.of();
        for (String line : lines.subList(0, lines.size() - 1)) {
            Matcher said = LINE.matcher(line);
            if (!said.matches()) {
                throw FailureType.TRANSIENT.of("A holder on " + act.node() + " is not understood: " + line);
            }
            String device = said.group(2);
            long pid = Long.parseLong(said.group(1));
            String of = of(said.group(4), names);
            switch (device) {
                case "mps" -> found.mps().add(new DeviceHolder(pid, said.group(3), "", of));
                case "mps-elsewhere" -> found.mpsElsewhere().add(new DeviceHolder(pid, said.group(3), "", of));
                default -> found.devices().add(new DeviceHolder(pid, said.group(3), device, of));
            }
        }
        return found;
    }

    private static String of(String group, Map<String, String> pods) {
        String owner = ProcessOwner.of(group);
        if (!owner.startsWith(ProcessOwner.POD)) {
            return owner;
        }
        String uid = owner.substring(ProcessOwner.POD.length());
        return ProcessOwner.POD + pods.getOrDefault(uid, uid);
    }
}
