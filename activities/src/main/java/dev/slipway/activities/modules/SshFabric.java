package dev.slipway.activities.modules;

import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.ShortList;
import dev.slipway.model.facts.DeviceHolder;
import dev.slipway.model.facts.FabricState;
import dev.slipway.model.facts.FabricState.Registration;
import dev.slipway.model.facts.FabricState.Trouble;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Fabric;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Manages the fabric manager over SSH: restarted once per run, detached on the node, and never while another process
 * holds a GPU.
 */
public final class SshFabric implements Fabric {
    private static final String UNIT = "nvidia-fabricmanager";
    /** Lists the driver's own daemons; jobs, monitoring and DCGM are not among them. */
    private static final List<String> THE_DRIVERS_OWN =
            List.of("service nvidia-fabricmanager.service", "service nvidia-persistenced.service");
    /**
     * A unit that failed too often is not started before that is forgotten; of one that did not there is nothing to
     * forget.
     */
    private static final List<List<String>> RESTART =
            List.of(List.of("systemctl", "reset-failed", UNIT), List.of("systemctl", "restart", UNIT));

    /** GPUs register within a minute or two; five are waited for. */
    private static final int LOOKS = 31;

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
    private static final int SHOWN = 4;

    private final NodeTools tools;
    private final Baselines baselines;
    private final Consumer<Act> guard;
    private final DriverClients clients;
    private final DeviceHolders holders;

    /**
     * Takes {@code pods}: namespace and name of the pods on a node, by uid; empty if Kubernetes does not schedule it.
     */
    public SshFabric(
            NodeTools tools, Baselines baselines, Consumer<Act> guard, Function<Act, Map<String, String>> pods) {
        this.tools = tools;
        this.baselines = baselines;
        this.guard = guard;
        this.clients = new DriverClients(tools.ssh());
        this.holders = new DeviceHolders(tools.ssh(), pods);
    }

    @Override
    public List<String> unregistered(Act act, BaselineRef goal) {
        Reading<List<Registration>> gpus = read(act, goal);
        return gpus
                .value()
                .orElseThrow(() ->
                        FailureType.TRANSIENT.of("Could not read the fabric of " + act.node() + ": " + gpus.error()))
                .stream()
                .filter(gpu -> !gpu.completed())
                .map(Registration::uuid)
                .toList();
    }

    @Override
    public StageResult restart(Act act) {
        // Without the attempt's number: one restart per run, even if a person retries the step (I11).
        RunDirectory runDirectory =
                new RunDirectory(act.node(), act.token(), act.step().id() + "-1");
        if (!tools.runs().began(runDirectory)) {
            guard.accept(act);
            List<DeviceHolder> held = holders.now(act).stream()
                    .filter(holder -> !THE_DRIVERS_OWN.contains(holder.of()))
                    .toList();
            if (!held.isEmpty()) {
                throw FailureType.GATE_CLOSED.of("The fabric manager of " + act.node() + " is not restarted under "
                        + held.stream().map(DeviceHolder::toString).collect(Collectors.joining(", ")));
            }
        }
        RunState end = tools.runs().run(runDirectory, RESTART);
        if (clients.active(act.node(), List.of(UNIT)).contains(UNIT)) {
            return StageResult.DONE;
        }
        return StageResult.not(
                "the fabric manager does not stay up after its one restart" + SshModules.lastLine(end) + troubles(act));
    }

    private String troubles(Act act) {
        Reading<List<Trouble>> troubles = log(act).troubles();
        return troubles.value()
                .map(all -> all.isEmpty()
                        ? ""
                        : "; " + ShortList.words(all.stream().map(Trouble::line).toList(), SHOWN, "; "))
                .orElseGet(() -> "; its log could not be read: " + troubles.error());
    }

    private FabricState log(Act act) {
        return tools.facts().read(act.node(), act.t0(), "fabric-log").fabric();
    }

    @Override
    public StageResult settled(Act act, BaselineRef goal) {
        Reading<List<Registration>> last = Reading.unknown("not looked");
        for (int look = 1; look <= LOOKS; look++) {
            last = read(act, goal);
            List<Registration> gpus = last.or(List.of());
            if (last.known() && gpus.stream().allMatch(Registration::completed)) {
                return StageResult.DONE;
            }
            if (look < LOOKS) {
                tools.clock()
                        .pause(
                                BETWEEN_LOOKS,
                                "waits for the fabric of " + act.node().name() + ": " + sentence(last));
            }
        }
        return StageResult.not("not every GPU is registered with the fabric: " + sentence(last));
    }

    private static String sentence(Reading<List<Registration>> gpus) {
        return gpus.value()
                .map(all -> all.stream().filter(gpu -> !gpu.completed()).toList())
                .map(open -> ShortList.words(open, SHOWN))
                .orElseGet(gpus::error);
    }

    /** Reads the registrations. If there are fewer GPUs than in the profile, the others are unknown. */
    private Reading<List<Registration>> read(Act act, BaselineRef goal) {
        int expected = baselines.of(goal).profile().expectedGpus();
        Reading<List<Registration>> gpus =
                tools.facts().read(act.node(), act.t0(), "smi-q").fabric().gpus();
        int said = gpus.or(List.of()).size();
        return gpus.known() && said < expected
                ? Reading.unknown(said + " of " + expected + " GPUs report their state in the fabric")
                : gpus;
    }
}
