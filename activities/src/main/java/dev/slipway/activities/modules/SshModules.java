package dev.slipway.activities.modules;

import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeFactsReader;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.facts.Clients;
import dev.slipway.model.facts.DeviceHolder;
import dev.slipway.model.facts.LoadState;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Modules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Manages the driver's modules over SSH. What changes a node runs detached on it; nothing is forced, and no process is
 * ended.
 */
public final class SshModules implements Modules {
    private static final int TRIES = 3;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(5);
    private static final int LOADS = 2;
    private static final List<Field> DRIVER_COPIES =
            List.of(Field.DRIVER_RESIDENT, Field.DRIVER_ON_DISK, Field.DRIVER_USERSPACE, Field.LIBCUDA);
    private static final Limits START = Limits.of(Duration.ofMinutes(5));

    private final NodeTools tools;
    private final Baselines baselines;
    private final Guard guard;
    private final DriverClients clients;
    private final DeviceHolders holders;
    private final DriverBuild build;
    private final ContainerDevices devices;

    /**
     * Takes {@code pods}: namespace and name of the pods on a node, by uid; empty if Kubernetes does not schedule it.
     */
    public SshModules(NodeTools tools, Baselines baselines, Guard guard, Function<Act, Map<String, String>> pods) {
        this.tools = tools;
        this.baselines = baselines;
        this.guard = guard;
        this.clients = new DriverClients(tools.ssh());
        this.holders = new DeviceHolders(tools.ssh(), pods);
        this.build = new DriverBuild(tools, guard::beforeMutation);
        this.devices = new ContainerDevices(tools, guard::beforeMutation);
    }

    @Override
    public Clients clients(Act act) {
        DeviceHolders.Found held = holders.find(act);
        List<DeviceHolder> all = new ArrayList<>(held.devices());
        all.addAll(held.mps());
        all.addAll(held.mpsElsewhere());
        return new Clients(
                clients.running(act.node(), held),
                DriverModules.leaving(loaded(act)).reversed(),
                List.copyOf(all));
    }

    @Override
    public void stop(Act act, Clients found) {
        RunDirectory runDirectory = RunDirectory.of(act);
        RunState end = tools.runs()
                .run(runDirectory, () -> guard.beforeMutation(act), DriverClients.stopping(found.services()));
        List<String> left = clients.active(act.node(), DriverClients.stopped(found.services()));
        if (!left.isEmpty()) {
            throw FailureType.STEP_FAILED.of(
                    "Still active on " + act.node() + ": " + String.join(", ", left) + lastLine(end));
        }
    }

    @Override
    public StageResult unload(Act act, Clients found) {
        String last = "";
        for (int time = 1; time <= TRIES; time++) {
            RunDirectory runDirectory = RunDirectory.of(act, Integer.toString(time));
            List<String> leaving = DriverModules.leaving(loaded(act));
            if (!tools.runs().began(runDirectory)) {
                if (leaving.isEmpty()) {
                    return StageResult.DONE;
                }
                guard.beforeMutation(act);
            }
            RunState end = tools.runs()
                    .run(
                            runDirectory,
                            leaving.stream()
                                    .map(module -> List.of("rmmod", module))
                                    .toList());
            last = lastLine(end);
            if (DriverModules.leaving(loaded(act)).isEmpty()) {
                return StageResult.DONE;
            }
            if (time < TRIES) {
                tools.clock().pause(BETWEEN_TRIES, "the driver of " + act.node().name() + " is in use" + last);
            }
        }
        List<String> held =
                holders.now(act).stream().map(DeviceHolder::toString).toList();
        return StageResult.not(
                "in use" + last + "; " + (held.isEmpty() ? "no process holds a device" : String.join(", ", held)));
    }

    @Override
    public StageResult load(Act act, BaselineRef ref, Clients found) {
        pinnedOnDisk(act, ref);
        Insertion inserted = insert(act, DriverModules.loading(found.modules()));
        return inserted.failure()
                .map(LoadFailure::onReload)
                .orElseGet(() -> StageResult.DONE.countingFrom(inserted.begin()));
    }

    @Override
    public StageResult tryOut(Act act, BaselineRef ref) {
        String pin = pinnedOnDisk(act, ref);
        List<String> wanted = DriverModules.loading(List.of());
        if (!areLoaded(act, wanted)) {
            Optional<LoadFailure> refused = insert(act, wanted).failure();
            if (refused.isPresent()) {
                return refused.get().onTrial(act.node());
            }
        }
        Reading<String> is =
                tools.facts().read(act.node(), act.t0(), "proc-driver").version(Field.DRIVER_RESIDENT);
        String resident = is.value()
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        "Could not read the driver in the kernel of " + act.node() + ": " + is.error()));
        return resident.equals(pin)
                ? StageResult.DONE
                : new StageResult(
                        true,
                        "the kernel holds driver " + resident + ", which stays: only the boot shows whether " + pin
                                + " loads",
                        "");
    }

    private String pinnedOnDisk(Act act, BaselineRef ref) {
        String pin = pin(ref);
        Reading<String> disk =
                tools.facts().read(act.node(), act.t0(), "modinfo").version(Field.DRIVER_ON_DISK);
        if (!disk.or("").equals(pin)) {
            throw FailureType.GATE_CLOSED.of("The module on disk of " + act.node() + " is not at the pin " + pin + ": "
                    + disk.value().orElse(disk.error()) + "; it is not loaded");
        }
        return pin;
    }

    /**
     * Holds why modules did not load, empty if they are loaded, and where the kernel's log ended before the last try:
     * their messages during the load count, and messages of the old modules do not.
     */
    private record Insertion(Optional<LoadFailure> failure, Reading<LogPosition> begin) {}

    private Insertion insert(Act act, List<String> wanted) {
        String last = "";
        Reading<LogPosition> begin = Reading.unknown("nothing was loaded");
        for (int time = 1; time <= LOADS; time++) {
            RunDirectory runDirectory = RunDirectory.of(act, Integer.toString(time));
            begin = tools.facts().endOfLog(act);
            RunState end = tools.runs()
                    .run(
                            runDirectory,
                            () -> guard.beforeMutation(act),
                            wanted.stream()
                                    .map(module -> List.of("modprobe", module))
                                    .toList());
            last = lastLine(end);
            if (areLoaded(act, wanted)) {
                return new Insertion(Optional.empty(), begin);
            }
        }
        Reading<List<LoadState.Trouble>> troubles =
                tools.facts().read(act.node(), act.t0(), "load-log").load().troubles();
        return new Insertion(Optional.of(new LoadFailure(last, troubles)), begin);
    }

    private boolean areLoaded(Act act, List<String> wanted) {
        return loaded(act).stream().map(LoadState.Loaded::name).toList().containsAll(wanted);
    }

    @Override
    public List<String> start(Act act, Clients found) {
        guard.beforePuttingBack(act);
        for (String client : found.services()) {
            SshAnswer answer = tools.ssh()
                    .ask(
                            act.node(),
                            RemoteCommand.of("start", DriverClients.starting(client))
                                    .asRoot(),
                            START);
            tools.clock().heartbeat(client + (answer.ok() ? " was started" : ": " + answer.fault()));
        }
        List<String> active = clients.active(act.node(), found.services());
        boolean mps = !found.services().contains(DriverClients.MPS)
                || !holders.find(act).mps().isEmpty();
        return found.services().stream()
                .filter(client -> client.equals(DriverClients.MPS) ? !mps : !active.contains(client))
                .map(client -> client + " ran before and does not start")
                .toList();
    }

    @Override
    public StageResult agree(Act act, BaselineRef ref) {
        String pin = pin(ref);
        int expected = baselines.of(ref).profile().expectedGpus();
        NodeFacts facts = tools.facts()
                .read(
                        act.node(),
                        act.t0(),
                        "boot-id",
                        "log-end",
                        "modules",
                        "proc-driver",
                        "modinfo",
                        "nvml-library",
                        "cuda-library",
                        "smi-gpus");
        List<String> apart = new ArrayList<>();
        for (Field field : DRIVER_COPIES) {
            Reading<String> is = facts.version(field);
            if (!is.or("").equals(pin)) {
                apart.add(field.key() + " " + is.value().orElse(is.error()) + " → want " + pin);
            }
        }
        int answering = facts.hardware().gpus().map(List::size).or(0);
        if (answering < expected) {
            apart.add(answering + " of " + expected + " GPUs answer"
                    + (facts.hardware().gpus().known()
                            ? ""
                            : ": " + facts.hardware().gpus().error()));
        }
        return apart.isEmpty()
                ? StageResult.DONE.countingFrom(facts.log().end())
                : StageResult.not(String.join("; ", apart));
    }

    @Override
    public StageResult rebuild(Act act, BaselineRef ref) {
        return build.rebuild(act, pin(ref));
    }

    @Override
    public void initramfs(Act act, BaselineRef ref) {
        build.initramfs(act, pin(ref));
    }

    @Override
    public List<String> cdi(Act act, BaselineRef ref) {
        return devices.renew(act, pin(ref));
    }

    @Override
    public StageResult firmware(Act act, BaselineRef ref) {
        NodeFactsReader.OfBoot read = tools.facts().readOfBoot(act, GspFirmware.SECTIONS);
        return GspFirmware.judge(read.facts(), baselines.of(ref)).under(read.bootId());
    }

    private String pin(BaselineRef ref) {
        Baseline goal = baselines.of(ref);
        return goal.pins().getOrDefault(Field.DRIVER_VERSION, "");
    }

    private List<LoadState.Loaded> loaded(Act act) {
        Reading<List<LoadState.Loaded>> loaded =
                tools.facts().read(act.node(), act.t0(), "modules").load().loaded();
        return loaded.value()
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        "Could not read the modules of " + act.node() + ": " + loaded.error()));
    }

    static String lastLine(RunState end) {
        return end.lastLine().map(line -> ": " + line).orElse("");
    }
}
