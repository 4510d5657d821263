package dev.slipway.activities.modules;

import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.Scripts;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.ShortList;
import dev.slipway.model.facts.PersistenceState;
import dev.slipway.model.facts.PersistenceState.Mode;
import dev.slipway.model.facts.PersistenceState.Unit;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.GpuPersistence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Manages persistence mode over SSH, by nvidia-persistenced; by the driver's own setting only if there is no such unit.
 */
public final class SshPersistence implements GpuPersistence {
    private static final String UNIT = "nvidia-persistenced";
    private static final Limits LIMITS = Limits.of(Duration.ofMinutes(3));
    /** The daemon wakes one GPU after the other. */
    private static final int LOOKS = 31;

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
    private static final int SHOWN = 4;

    private final NodeTools tools;
    private final Baselines baselines;
    private final Safety safety;

    /** Holds the checks directly before a change, and before it is undone; both throw if it may not be made. */
    public record Safety(Consumer<Act> before, Consumer<Act> puttingBack) {}

    public SshPersistence(NodeTools tools, Baselines baselines, Safety safety) {
        this.tools = tools;
        this.baselines = baselines;
        this.safety = safety;
    }

    @Override
    public PersistenceState found(Act act) {
        PersistenceState state = read(act);
        known(act, state.unit());
        known(act, state.gpus());
        return state;
    }

    @Override
    public List<String> enable(Act act, PersistenceState found) {
        safety.before().accept(act);
        PersistenceState now = found(act);
        Unit unit = known(act, now.unit());
        List<String> changed = new ArrayList<>();
        if (!unit.installed()) {
            if (!asleep(now).isEmpty()) {
                run(act, RemoteCommand.root("persistence", "nvidia-smi", "-pm", "1"));
                changed.add("persistence mode on, by nvidia-smi");
            }
        } else {
            if (unit.flagged()) {
                run(act, Scripts.dropIn(plain(unit)));
                changed.add(Unit.FLAG + " taken out of " + UNIT);
            }
            if (!unit.runs() || !unit.atBoot()) {
                run(act, RemoteCommand.root("persistence", "systemctl", "enable", "--now", UNIT));
                changed.add(UNIT + " enabled");
            }
            if (unit.runs() && (unit.flagged() || !asleep(now).isEmpty())) {
                run(act, RemoteCommand.root("persistence", "systemctl", "restart", UNIT));
                changed.add(UNIT + " restarted");
            }
        }
        String left = settled(act, SshPersistence::lacking);
        if (!left.isEmpty()) {
            throw FailureType.STEP_FAILED.of("Persistence of " + act.node() + ": " + left);
        }
        return changed;
    }

    private static List<String> plain(Unit unit) {
        return unit.command().stream().filter(word -> !word.equals(Unit.FLAG)).toList();
    }

    @Override
    public List<String> enforce(Act act) {
        safety.before().accept(act);
        SshAnswer answer =
                tools.ssh().ask(act.node(), RemoteCommand.root("enforce", "dcgmi", "config", "--enforce"), LIMITS);
        return answer.ok() ? List.of() : List.of("DCGM did not apply its settings again: " + answer.fault());
    }

    @Override
    public StageResult lasts(Act act, BaselineRef goal) {
        PersistenceState state = found(act);
        int expected = baselines.of(goal).profile().expectedGpus();
        int said = state.gpus().or(List.of()).size();
        String left = said < expected ? said + " of " + expected + " GPUs say their mode" : lacking(state);
        return left.isEmpty() ? StageResult.DONE : StageResult.not(left);
    }

    @Override
    public void restore(Act act, PersistenceState found) {
        safety.puttingBack().accept(act);
        Unit before = known(act, found.unit());
        Unit now = known(act, found(act).unit());
        if (now.ours() && !before.ours()) {
            run(act, RemoteCommand.root("persistence", "rm", "-f", Unit.DROP_IN));
            run(act, RemoteCommand.root("persistence", "systemctl", "daemon-reload"));
        }
        if (now.installed() && now.atBoot() && !before.atBoot()) {
            run(act, RemoteCommand.root("persistence", "systemctl", "disable", UNIT));
        }
        if (now.installed() && now.runs() && (!before.runs() || before.flagged())) {
            run(act, RemoteCommand.root("persistence", "systemctl", before.runs() ? "restart" : "stop", UNIT));
        }
        if (now.installed() && !now.runs() && before.runs()) {
            run(act, RemoteCommand.root("persistence", "systemctl", "start", UNIT));
        }
        for (Mode gpu : asleep(found)) {
            run(act, RemoteCommand.root("persistence", "nvidia-smi", "-pm", "0", "-i", gpu.uuid()));
        }
        String left = settled(act, state -> otherwise(found, state));
        if (!left.isEmpty()) {
            throw FailureType.STEP_FAILED.of("Persistence of " + act.node() + " is not as found: " + left);
        }
    }

    private String settled(Act act, Function<PersistenceState, String> left) {
        String last = "not looked";
        for (int look = 1; look <= LOOKS; look++) {
            last = left.apply(found(act));
            if (last.isEmpty()) {
                return "";
            }
            if (look < LOOKS) {
                tools.clock().pause(BETWEEN_LOOKS, act.node().name() + ": " + last);
            }
        }
        return last;
    }

    /** Returns what prevents the mode from being on now and after a boot; empty if nothing does. */
    private static String lacking(PersistenceState state) {
        List<String> left = new ArrayList<>();
        state.unit()
                .value()
                .filter(Unit::installed)
                .filter(unit -> !unit.runs() || !unit.atBoot() || unit.flagged())
                .ifPresent(unit -> left.add(unit.toString()));
        left.addAll(ShortList.of(asleep(state), SHOWN));
        return String.join(", ", left);
    }

    private static String otherwise(PersistenceState found, PersistenceState now) {
        return sentence(found).equals(sentence(now)) ? "" : sentence(now) + "; was " + sentence(found);
    }

    /** Describes what counts of a state: a daemon that failed and one that was stopped both do not run. */
    private static String sentence(PersistenceState state) {
        return state.unit()
                        .map(unit -> (unit.installed() ? "installed" : "absent")
                                + (unit.runs() ? ", runs" : ", down")
                                + (unit.atBoot() ? ", at boot" : "")
                                + (unit.flagged() ? ", " + Unit.FLAG : ""))
                        .or("unread")
                + asleep(state).stream().map(Mode::uuid).sorted().collect(Collectors.joining(" ", "; asleep: ", ""));
    }

    private static List<Mode> asleep(PersistenceState state) {
        return state.gpus().or(List.of()).stream().filter(gpu -> !gpu.on()).toList();
    }

    private PersistenceState read(Act act) {
        return tools.facts()
                .read(act.node(), act.t0(), "persistence-unit", "smi-q")
                .persistence();
    }

    private static <T> T known(Act act, Reading<T> reading) {
        return reading.value()
                .orElseThrow(() -> FailureType.TRANSIENT.of(
                        "Could not read the persistence of " + act.node() + ": " + reading.error()));
    }

    private void run(Act act, RemoteCommand command) {
        SshAnswer answer = tools.ssh().ask(act.node(), command, LIMITS);
        if (!answer.ok()) {
            throw FailureType.STEP_FAILED.of(command + " on " + act.node() + ": " + answer.fault());
        }
    }
}
