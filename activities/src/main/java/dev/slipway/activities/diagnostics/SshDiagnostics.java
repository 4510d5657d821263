package dev.slipway.activities.diagnostics;

import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.clock.Backoff;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.Heat;
import dev.slipway.activities.spi.NodeReservation;
import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.RunState;
import dev.slipway.activities.ssh.SshDirectory;
import dev.slipway.facts.nvidia.DcgmDiag;
import dev.slipway.facts.nvidia.DiagFigures;
import dev.slipway.facts.nvidia.nccl.NcclTests;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Durations;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.node.NodeRef;
import dev.slipway.port.Diagnostics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs dcgmi diag and nccl-tests detached on the node. A tool's own error is retried; a crash of the node is not. */
public final class SshDiagnostics implements Diagnostics {
    private static final int TRIES = 3;
    private static final Backoff BETWEEN_TRIES = new Backoff(Duration.ofSeconds(10), Duration.ofSeconds(20), 2);

    /** Is less than the workflow gives an attempt; the workflow calls again. */
    private static final Duration LONGEST_SUSPENSION = Duration.ofMinutes(45);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final NodeTools tools;
    private final Baselines baselines;
    private final SshDirectory directory;
    private final IsolatedGpus isolated;
    private final NodeReservation apart;
    private final Heat heat;
    private final Guard guard;

    /** Reserves two nodes for a test, states when nothing may heat, and checks whether a partner may be used. */
    public record Surroundings(NodeReservation apart, Heat heat, Guard guard) {}

    /** @param history receives each GPU that a diag isolates; safe to call twice */
    public SshDiagnostics(
            NodeTools tools,
            Baselines baselines,
            SshDirectory directory,
            Surroundings around,
            Consumer<GpuEvent> history) {
        this.tools = tools;
        this.baselines = baselines;
        this.directory = directory;
        this.apart = around.apart();
        this.heat = around.heat();
        this.guard = around.guard();
        this.isolated = new IsolatedGpus(tools, history);
    }

    @Override
    public GateResult diag(Act act, BaselineRef ref, int level) {
        Baseline goal = baselines.of(ref);
        int gpus = goal.profile().expectedGpus();
        List<String> words =
                List.of("dcgmi", "diag", "-r", Integer.toString(level), "-j", "--expectedNumEntities", "gpu:" + gpus);
        String gate = "G" + (4 + level);
        return tried(
                new Test(act, gate, level > 1, TestLimit.ofDiag(goal.gates().timeouts(), level), TestPartner.NONE),
                words,
                end -> {
                    isolated.keep(act, ref, end.output());
                    DcgmDiag found = DcgmDiag.parse(
                            bytes(end), end.exit(), gpus, goal.gates().allowedSkips(), DcgmDiag.required(level));
                    String pass = "dcgmi diag -r " + level + " passed on " + found.gpus() + " GPUs";
                    Judged judged =
                            Judged.of(found.verdict(), pass, found.reasons()).unlessNotBegun(end, List.of(), true);
                    return judged.verdict() == Verdict.PASS
                            ? measured(DiagFigures.of(bytes(end)), goal.gates(), pass)
                            : judged;
                });
    }

    /**
     * Judges the figures of a diag. A pass counts from the pinned release only; a floor that was not measured is
     * reported, and proves nothing.
     */
    private static Judged measured(DiagFigures figures, Baseline.GateProfile gates, String pass) {
        String release = gates.dcgmRelease().orElse("");
        if (!release.isEmpty() && !(figures.version() + ".").startsWith(release + ".")) {
            String version = figures.version().isEmpty() ? "unknown" : figures.version();
            return new Judged(Verdict.INFRASTRUCTURE, "DCGM " + version + " ran, wanted " + release);
        }
        List<String> said = new ArrayList<>(List.of(pass));
        List<String> low = new ArrayList<>();
        floor("H2D", figures.toDevice(), gates.pcie().toDevice(), said, low);
        floor("D2H", figures.toHost(), gates.pcie().toHost(), said, low);
        return low.isEmpty()
                ? new Judged(Verdict.PASS, String.join(", ", said))
                : new Judged(Verdict.FAIL, String.join(", ", low));
    }

    private static void floor(String name, OptionalDouble found, double floor, List<String> said, List<String> low) {
        if (floor > 0) {
            String text = found.isEmpty()
                    ? name + " not measured"
                    : String.format(Locale.ROOT, "%s %.1f of at least %.1f GB/s", name, found.getAsDouble(), floor);
            (found.isPresent() && found.getAsDouble() < floor ? low : said).add(text);
        }
    }

    @Override
    public GateResult nccl(Act act, BaselineRef ref) {
        Baseline goal = baselines.of(ref);
        String gpus = Integer.toString(goal.profile().expectedGpus());
        List<String> words = List.of("all_reduce_perf", "-b", "8", "-e", "8G", "-f", "2", "-g", gpus, "-c", "1");
        double floor = goal.gates().minBusBandwidth();
        return tried(
                new Test(
                        act,
                        "G8",
                        true,
                        TestLimit.ofNccl(goal.gates().timeouts().nccl()),
                        TestPartner.NONE),
                words,
                end -> {
                    NcclTests found = NcclTests.parse(bytes(end), end.exit(), floor);
                    return Judged.bandwidth(found, floor).unlessNotBegun(end, found.reasons(), floor > 0);
                });
    }

    @Override
    public GateResult ncclPair(Act act, BaselineRef ref, NodeRef partner, String lease, @Nullable String boot) {
        Baseline goal = baselines.of(ref);
        NcclPair pair = new NcclPair(goal, host(act.node()), host(partner));
        TestPartner other = new TestPartner.Lent(
                act, partner, lease, Optional.ofNullable(boot).orElse(""), guard, tools.runs());
        Test test = new Test(
                act, "G9", true, TestLimit.ofNccl(goal.gates().timeouts().ncclPair()), other);
        mayBegin(test, test.directory(1));
        try {
            return apart.during(act, partner, () -> tried(test, pair.words(), end -> pair.judge(end, partner.name())));
        } catch (TestPartner.NotLent gone) {
            return new GateResult("G9", Verdict.NOT_RUN, gone.why());
        }
    }

    @Override
    public void endPair(Act act, NodeRef partner) {
        // The partner first: it is the one that goes back to work, and this node may be silent.
        TestPartner.Lent.end(act, partner, tools.runs());
        TestPartner.Lent.end(act, act.node(), tools.runs());
    }

    private String host(NodeRef node) {
        return directory.target(node).host();
    }

    @Override
    public String suspension(Act act) {
        ActivityClock clock = tools.clock();
        Instant end = clock.instant().plus(LONGEST_SUSPENSION);
        while (true) {
            Optional<String> why = heat.suspended(act.fleet());
            if (why.isEmpty() || clock.passed(end)) {
                return why.orElse("");
            }
            clock.showWait(act, why.get());
            clock.pause(BETWEEN_LOOKS, why.get());
        }
    }

    /**
     * Describes a test of an act for a gate, whether it heats, how long it may take, and with whom. Each try has a
     * place of its own.
     */
    private record Test(Act act, String gate, boolean heats, TestLimit limit, TestPartner partner) {
        RunDirectory directory(int n) {
            return RunDirectory.of(act, gate.toLowerCase(Locale.ROOT) + "-" + n);
        }
    }

    /**
     * One that runs when the freeze comes is joined: it ends by itself within minutes, and dcgmi leaves its engine at
     * work.
     */
    private void mayBegin(Test test, RunDirectory runDirectory) {
        String fleet = test.act.fleet();
        if (test.heats && heat.suspended(fleet).isPresent() && !tools.runs().began(runDirectory)) {
            heat.mayBegin(fleet);
        }
    }

    /** Runs a try. Each try is a separate run under a fixed name: a later call joins the one in progress. */
    private GateResult tried(Test test, List<String> words, Function<RunState, Judged> judge) {
        Judged last = new Judged(Verdict.INFRASTRUCTURE, "not run");
        Backoff pauses = BETWEEN_TRIES;
        String boot = "";
        for (int n = 1; n <= TRIES; n++) {
            mayBegin(test, test.directory(n));
            test.partner.beforeTry(test.directory(n));
            RunState end =
                    tools.runs().run(test.directory(n), List.of(words), test.limit.over(test.act.node(), tools.ssh()));
            if (end.outlivedItsBoot()) {
                String how =
                        words.getFirst() + " began under boot " + end.began() + ", and the node runs " + end.bootId();
                return new GateResult(test.gate, Verdict.CRASHED, how, end.bootId());
            }
            boot = end.bootId();
            last = switch (end.kind()) {
                case EXITED -> judge.apply(end);
                case RUNNING, ENDED -> hung(test, test.directory(n), words);
                case LOST, NONE -> cutOff(test, test.directory(n), words);
            };
            if (last.verdict() != Verdict.PASS) {
                last = last.adding(test.partner.afterTry());
            }
            test.partner.stillLent();
            if (last.verdict() != Verdict.INFRASTRUCTURE || !last.begun()) {
                break;
            }
            if (n < TRIES) {
                pauses = pauses.pause(tools.clock(), test.gate + " is tried again: " + last.detail());
            }
        }
        return new GateResult(test.gate, last.verdict(), last.detail(), boot);
    }

    /**
     * Judges a test that ran over its limit, or was ended because of it: a verdict like any failed test, once it is
     * proven ended.
     */
    private Judged hung(Test test, RunDirectory runDirectory, List<String> words) {
        tools.runs().end(runDirectory, test.limit.leavesBehind());
        String name = String.join(" ", words.getFirst().equals("dcgmi") ? words.subList(0, 4) : words.subList(0, 1));
        String limit = Durations.words(test.limit.on(test.act.node(), tools.ssh()));
        return new Judged(Verdict.FAIL, name + " did not end within " + limit + " and was ended");
    }

    /** Ends what an interrupted test left running, because it blocks the next one. */
    private Judged cutOff(Test test, RunDirectory runDirectory, List<String> words) {
        tools.runs().end(runDirectory, test.limit.leavesBehind());
        return new Judged(Verdict.INFRASTRUCTURE, words.getFirst() + " was cut off");
    }

    private static byte[] bytes(RunState end) {
        return end.output().getBytes(StandardCharsets.UTF_8);
    }
}
