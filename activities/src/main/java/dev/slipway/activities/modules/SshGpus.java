package dev.slipway.activities.modules;

import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.model.Act;
import dev.slipway.model.facts.DeviceHolder;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Gpus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Resets GPUs over SSH, by nvidia-smi, detached on the node; never while a process holds a device file. */
public final class SshGpus implements Gpus {
    private static final Pattern UUID = Pattern.compile("GPU-[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");
    private static final List<String> RESET = List.of("nvidia-smi", "--gpu-reset");

    private final NodeTools tools;
    private final Consumer<Act> guard;
    private final DeviceHolders holders;

    /**
     * Takes {@code pods}: namespace and name of the pods on a node, by uid; empty if Kubernetes does not schedule it.
     */
    public SshGpus(NodeTools tools, Consumer<Act> guard, Function<Act, Map<String, String>> pods) {
        this.tools = tools;
        this.guard = guard;
        this.holders = new DeviceHolders(tools.ssh(), pods);
    }

    @Override
    public StageResult reset(Act act, List<String> uuids) {
        List<String> strange =
                uuids.stream().filter(uuid -> !UUID.matcher(uuid).matches()).toList();
        if (!strange.isEmpty()) {
            return StageResult.not("no UUIDs of GPUs: " + String.join(", ", strange));
        }
        StageResult some = attempt(act, "1", uuids);
        StageResult end = some.done() || uuids.isEmpty() ? some : together(act, some, uuids);
        return end.done() ? end.countingFrom(tools.facts().endOfLog(act)) : end;
    }

    /** The reset of GPUs that are coupled is refused one by one. */
    private StageResult together(Act act, StageResult some, List<String> uuids) {
        RunState alone = tools.runs().state(RunDirectory.of(act, "1"));
        if (alone.kind() != RunState.Kind.EXITED || alone.succeeded()) {
            return some;
        }
        StageResult all = attempt(act, "all", List.of());
        Optional<String> left = all.done() ? left(act, uuids) : Optional.empty();
        if (all.done() && left.isEmpty()) {
            return all;
        }
        return StageResult.not(some.why() + "; all together: " + left.orElse(all.why()));
    }

    private StageResult attempt(Act act, String part, List<String> uuids) {
        RunDirectory runDirectory = RunDirectory.of(act, part);
        if (!tools.runs().began(runDirectory)) {
            guard.accept(act);
            List<DeviceHolder> held = holders.now(act);
            if (!held.isEmpty()) {
                return StageResult.not(
                        "in use: " + held.stream().map(DeviceHolder::toString).collect(Collectors.joining(", ")));
            }
        }
        List<String> command = new ArrayList<>(RESET);
        if (!uuids.isEmpty()) {
            command.addAll(List.of("-i", String.join(",", uuids)));
        }
        RunState end = tools.runs().run(runDirectory, List.of(command));
        if (end.kind() == RunState.Kind.LOST) {
            return StageResult.not("the reset began, and its end is unknown");
        }
        if (end.exit() != 0) {
            return StageResult.not("nvidia-smi --gpu-reset ended with " + end.exit() + ": " + words(end));
        }
        return left(act, uuids).map(StageResult::not).orElse(StageResult.DONE);
    }

    /** Returns what a successful reset has left undone. */
    private Optional<String> left(Act act, List<String> uuids) {
        NodeFacts facts = tools.facts().read(act.node(), act.t0(), "lspci", "smi-gpus", "smi-q");
        if (!facts.hardware().gpus().known()) {
            return Optional.of(
                    "no GPU answers after it: " + facts.hardware().gpus().error());
        }
        List<Gpu> answer = facts.hardware().gpus().or(List.of());
        List<String> left = new ArrayList<>(uuids);
        answer.forEach(gpu -> left.remove(gpu.uuid()));
        left.replaceAll(uuid -> uuid + " does not answer after it");
        int bus = facts.hardware().gpusOnBus().or(Integer.MAX_VALUE);
        if (uuids.isEmpty() && answer.size() < bus) {
            left.add(answer.size() + " GPUs answer after it, of "
                    + (bus == Integer.MAX_VALUE ? "an unknown number" : Integer.toString(bus)));
        }
        answer.stream()
                .filter(gpu -> uuids.isEmpty() || uuids.contains(gpu.uuid()))
                .filter(gpu -> asks(gpu.health().recoveryAction()))
                .forEach(gpu -> left.add("the driver of GPU " + gpu.bdf() + " still requests: "
                        + gpu.health().recoveryAction()));
        return left.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", left));
    }

    private static boolean asks(String action) {
        return action.equalsIgnoreCase("Reset") || action.equalsIgnoreCase("Drain and Reset");
    }

    private static String words(RunState end) {
        String said = end.output().strip().replaceAll("\\s*\\n\\s*", " ");
        return said.length() > 300 ? said.substring(0, 299) + "…" : said;
    }
}
