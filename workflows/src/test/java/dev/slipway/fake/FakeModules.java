package dev.slipway.fake;

import static java.util.Map.entry;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Route;
import dev.slipway.model.facts.Clients;
import dev.slipway.model.facts.DeviceHolder;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.LogReading;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.StageResult;
import dev.slipway.model.node.StageResult.DriverFault;
import dev.slipway.port.Modules;
import dev.slipway.port.Operands;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The ports that a reload needs, over the driver of a {@link FakeNode}. */
public final class FakeModules {
    /** The rows of the tables about the driver, and where each leads. */
    static final Map<String, Route> ROUTES = Map.ofEntries(
            entry("K9", Route.perform("BACK", "", "")),
            entry("K13", Route.perform("PREPARE", "", "")),
            entry("M13", Route.perform("RELOAD", "", "")),
            entry("K29", Route.perform("DELIVER", "linux-modules-nvidia 1", "")),
            entry("M14", Route.perform("REINSTALL", "", "")),
            entry("M9", Route.perform("PURGE", "nvidia-stray, nvidia-other", "")),
            entry("W11", Route.perform("PURGE", "nvidia-dkms-580-server, nvidia-driver-580-server", "")),
            entry("W13", Route.perform("REINSTALL", "", "")),
            entry("W19", Route.perform("RESET_ALL", "", "")),
            entry("M12", Route.perform("REBUILD", "", "")),
            entry("M24", Route.perform("INITRAMFS", "", "")),
            entry("M25", Route.perform("CDI", "", "")));

    private FakeModules() {}

    /** A driver and what uses it. The module on disk is at the pin; what is in the kernel is told by {@code resident}. */
    public static final class Driver {
        public static final List<String> UNITS = List.of("nvidia-persistenced", "nvidia-dcgm");
        public final Map<String, String> labels = new TreeMap<>(Map.of("device-plugin", "true", "dcgm", "false"));
        /** What is written on the node beside the labels. */
        public final Map<String, String> record = new TreeMap<>();

        public final Map<String, Boolean> running =
                new HashMap<>(Map.of("nvidia-persistenced", true, "nvidia-dcgm", true, "nvidia-imex", false));
        public String resident = "old";
        /** The baselines for whose kernel the packages alone built no module. */
        public final Set<String> unbuilt = new HashSet<>();

        public boolean inUse;
        public boolean loadFails;
        /** The runbook that a failed load names; empty where it names none. */
        public Optional<DriverFault> loadNeeds = Optional.empty();

        public boolean keyRejected;
        /** What a load, a reboot, a reinstall or an image brings into the kernel; a rung that is not here does not help. */
        public final Map<String, String> brings =
                new HashMap<>(Map.of("load-modules", "pin", "reboot", "pin", "reinstall", "pin", "image", "pin"));

        /** What the driver of a baseline writes that nobody knows. */
        public final Map<String, List<String>> writes = new ConcurrentHashMap<>();

        public StageResult rebuilt = StageResult.DONE;
        public List<String> modules = List.of("nvidia", "nvidia_uvm");
        /** Whether firmware fails in the GPUs, and which rungs help against that. */
        public boolean gspFails;

        public final Set<String> gspHelps = new HashSet<>(Set.of("reset", "reboot", "reinstall", "image"));
        private boolean reinstalled;

        /** What the driver that runs has written in this boot, as the probe reads it. */
        Optional<LogReading> log(String version, String boot) {
            return Optional.ofNullable(writes.get(version))
                    .map(lines ->
                            new LogReading(new LogPosition(boot, "journal s=1;i=9"), Reading.of(List.of()), lines));
        }

        void booted() {
            resident =
                    reinstalled ? brings.getOrDefault("reinstall", resident) : brings.getOrDefault("reboot", resident);
            running.put("nvidia-persistenced", true);
            running.put("nvidia-dcgm", true);
        }

        void imaged() {
            resident = brings.getOrDefault("image", resident);
        }

        void reinstalled() {
            reinstalled = true;
        }

        /** What is paused or stopped and was not found so. */
        public boolean asFound() {
            return labels.equals(Map.of("device-plugin", "true", "dcgm", "false"))
                    && record.isEmpty()
                    && UNITS.stream().allMatch(unit -> running.getOrDefault(unit, false));
        }
    }

    record ModulesPort(Function<NodeRef, FakeNode> find) implements Modules {
        @Override
        public Clients clients(Act act) {
            FakeNode node = find.apply(act.node());
            return node.call(
                    "Modules.clients",
                    () -> new Clients(
                            Driver.UNITS,
                            node.driver.modules,
                            List.of(new DeviceHolder(4121, "nv-hostengine", "/dev/nvidia0", "service nvidia-dcgm"))));
        }

        @Override
        public void stop(Act act, Clients found) {
            touch(act, "Modules.stop", node -> found.services().forEach(unit -> node.driver.running.put(unit, false)));
        }

        @Override
        public StageResult unload(Act act, Clients found) {
            FakeNode node = find.apply(act.node());
            return node.call("Modules.unload", () -> {
                node.mutate(act, "unload");
                if (node.driver.labels.containsValue("true")) {
                    node.violations.add("unloaded under operands");
                }
                if (node.driver.inUse) {
                    return StageResult.not("nvidia is in use");
                }
                node.driver.resident = "";
                return StageResult.DONE;
            });
        }

        @Override
        public StageResult load(Act act, BaselineRef goal, Clients found) {
            FakeNode node = find.apply(act.node());
            return node.call("Modules.load", () -> {
                node.mutate(act, "load-modules");
                if (node.driver.loadNeeds.isPresent()) {
                    return StageResult.needing(node.driver.loadNeeds.get(), "modprobe: could not insert 'nvidia'");
                }
                if (node.driver.loadFails) {
                    return StageResult.not("modprobe: could not insert 'nvidia'");
                }
                node.driver.resident = node.driver.brings.getOrDefault("load-modules", "old");
                return StageResult.DONE;
            });
        }

        @Override
        public StageResult tryOut(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call("Modules.tryOut", () -> {
                node.mutate(act, "tryOut");
                if (node.driver.keyRejected) {
                    throw FailureType.HELD_BY_POLICY.of("Secure Boot rejects the module's key");
                }
                if (node.driver.loadFails) {
                    return StageResult.not("modprobe: could not insert 'nvidia': Unknown symbol in module");
                }
                node.driver.resident = goal.id();
                return StageResult.DONE;
            });
        }

        @Override
        public List<String> start(Act act, Clients found) {
            touch(act, "Modules.start", node -> found.services().forEach(unit -> node.driver.running.put(unit, true)));
            return List.of();
        }

        @Override
        public StageResult agree(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call("Modules.agree", () -> {
                node.running = node.driver.resident;
                return node.driver.resident.equals(goal.id())
                        ? StageResult.DONE
                        : StageResult.not("the kernel holds " + node.driver.resident);
            });
        }

        @Override
        public StageResult rebuild(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call("Modules.rebuild", () -> {
                node.mutate(act, "rebuild");
                return node.driver.rebuilt;
            });
        }

        @Override
        public StageResult firmware(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call("Modules.firmware", () -> {
                boolean reset = node.calls.contains("Gpus.reset") && node.driver.gspHelps.contains("reset");
                boolean rebooted = node.boots > 1 && node.driver.gspHelps.contains("reboot");
                boolean reinstalled =
                        node.boots > 1 && node.driver.reinstalled && node.driver.gspHelps.contains("reinstall");
                boolean imaged = node.calls.contains("Image.reimage") && node.driver.gspHelps.contains("image");
                return !node.driver.gspFails || reset || rebooted || reinstalled || imaged
                        ? StageResult.DONE.under(node.bootId())
                        : StageResult.not("3 of 8 GPUs answer").under(node.bootId());
            });
        }

        @Override
        public void initramfs(Act act, BaselineRef goal) {
            touch(act, "Modules.initramfs", node -> {});
        }

        @Override
        public List<String> cdi(Act act, BaselineRef goal) {
            touch(act, "Modules.cdi", node -> {
                if (!node.driver.resident.equals(goal.id())) {
                    node.violations.add("told containers of a driver that is not loaded");
                }
            });
            return List.of();
        }

        private void touch(Act act, String method, java.util.function.Consumer<FakeNode> effect) {
            FakeNode node = find.apply(act.node());
            node.call(method, () -> {
                node.mutate(act, method);
                effect.accept(node);
                return true;
            });
        }
    }

    record OperandsPort(Function<NodeRef, FakeNode> find) implements Operands {
        private static final String PAUSED = "paused";

        @Override
        public Map<String, String> pause(Act act) {
            FakeNode node = find.apply(act.node());
            return node.call("Operands.pause", () -> {
                if (!node.unschedulable) {
                    node.violations.add("paused without cordon");
                }
                node.driver.labels.replaceAll((label, value) -> {
                    if (value.equals("true")) {
                        node.driver.record.put(label, value);
                    }
                    return value.equals("true") ? PAUSED : value;
                });
                return Map.copyOf(node.driver.record);
            });
        }

        @Override
        public List<String> resume(Act act, Map<String, String> recorded) {
            FakeNode node = find.apply(act.node());
            return node.call("Operands.resume", () -> {
                node.driver.labels.putAll(node.driver.record);
                node.driver.record.clear();
                return List.<String>of();
            });
        }
    }
}
