package dev.slipway.activities.bmc;

import dev.slipway.activities.bmc.BmcFailure.Kind;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.ssh.CommandTrail;
import dev.slipway.facts.services.IpmiParser;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.Durations;
import dev.slipway.model.facts.Reading;
import io.temporal.client.ActivityCompletionException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Talks IPMI 2.0 to a BMC, through {@code ipmitool}. The password reaches it by its environment, never by an argument.
 * Every IPMI chassis accepts off, on and reset; none reports which machine it is.
 */
public final class IpmiBmc implements Bmc {
    static final String PROGRAM = "ipmitool";
    /** Sessions refused and BMCs that are away end with this line, both with exit status 1. */
    private static final String NO_SESSION = "Unable to establish";

    private final BmcTarget target;
    private final String program;
    private final LocalTool tool;

    IpmiBmc(BmcTarget target, String program, ActivityClock clock) {
        this.target = target;
        this.program = program;
        this.tool = new LocalTool(target.limits().answer(), target.limits().bytes(), clock);
    }

    @Override
    public BmcState state() {
        PowerState power = power(chassis("status"));
        return new BmcState(
                power,
                EnumSet.allOf(PowerAction.class),
                Optional.empty(),
                "IPMI, power " + power + ", takes on, off and cycle");
    }

    /** Beside its answer the tool may print what it could not find out about the BMC. */
    private PowerState power(String said) {
        Optional<Boolean> power = read(said).map(IpmiParser.Bmc::power).or(Optional.empty());
        if (power.isEmpty()) {
            throw new BmcFailure(
                    Kind.GARBLED,
                    where() + " is not understood: " + RedfishTrouble.bounded(said),
                    "ask by hand: ipmitool -I lanplus -C 3 … chassis power status");
        }
        return power.get() ? PowerState.ON : PowerState.OFF;
    }

    private static Reading<IpmiParser.Bmc> read(String said) {
        return new IpmiParser().parse(output(said)).value();
    }

    /** Returns the output of a successful end; any other end has failed before. */
    private static Output output(String said) {
        return Output.of(said.getBytes(StandardCharsets.UTF_8), OptionalInt.of(0));
    }

    @Override
    public void send(PowerAction action) {
        chassis(action.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public List<String> events(int most) {
        return IpmiParser.events(output(ask("sel", "elist", "last", String.valueOf(most))));
    }

    @Override
    public String where() {
        return "the BMC at " + target.place().authority();
    }

    private String chassis(String verb) {
        return ask("chassis", "power", verb);
    }

    private String ask(String... command) {
        // Without -C the tool first waits 10 s for a list of ciphers that old BMCs do not give.
        List<String> words = new ArrayList<>(List.of(program, "-I", "lanplus", "-C", "3"));
        words.addAll(List.of(
                "-H", target.place().host(), "-p", String.valueOf(target.place().port())));
        words.addAll(List.of("-U", target.login().user(), "-L", "OPERATOR", "-E"));
        words.addAll(List.of(command));
        LocalTool.Ended ended;
        try {
            ended = tool.run(
                    words, Map.of("IPMI_PASSWORD", target.login().password().read()));
        } catch (ActivityCompletionException cancelled) {
            CommandTrail.note(String.join(" ", words), "end not awaited: the activity was cancelled");
            throw cancelled;
        }
        CommandTrail.note(String.join(" ", words), ended.exit() < 0 ? "no end in time" : "exit " + ended.exit());
        if (ended.exit() != 0) {
            throw failed(ended);
        }
        return ended.output();
    }

    private BmcFailure failed(LocalTool.Ended ended) {
        if (ended.exit() < 0) {
            return new BmcFailure(
                    Kind.UNHEARD,
                    where() + " did not answer within "
                            + Durations.precise(target.limits().answer()),
                    "try again; if that fails: ipmitool mc reset cold on the node");
        }
        if (ended.output().contains(NO_SESSION)) {
            return new BmcFailure(
                    Kind.NO_SESSION,
                    where() + " opens no session: it is away, or refuses user, password or cipher suite 3; IPMI does"
                            + " not tell these apart",
                    "see whether it answers at all (network, power, neighbours), then user, password and privilege "
                            + "OPERATOR");
        }
        return new BmcFailure(
                Kind.REFUSED,
                where() + " fails: exit " + ended.exit() + ", " + RedfishTrouble.bounded(ended.output()),
                "ask by hand: ipmitool -I lanplus -C 3 … chassis power status");
    }

    @Override
    public void close() {}
}
