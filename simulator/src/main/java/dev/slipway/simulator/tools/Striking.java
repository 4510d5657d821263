package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.CommandKilled;
import dev.slipway.simulator.node.Faults.Fault;
import dev.slipway.simulator.node.Faults.Moment;
import dev.slipway.simulator.node.Faults.Rule;
import dev.slipway.simulator.node.Faults.Shape;
import dev.slipway.simulator.node.SimulatedNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Lets the planned faults strike one call: before its effect, in the middle of it, or once it is done. */
final class Striking {
    /** A transaction is struck when it has put one package in place and works on the next. */
    private static final int MIDDLE = 3;

    private static final Set<String> TRANSACTIONS = Set.of("apt-get", "dnf");

    private static final long FLOOD = 100L << 20;

    private final SimulatedNode node;
    private final String name;
    private final List<Rule> rules;
    private Optional<Result> instead = Optional.empty();

    Striking(SimulatedNode node, String name) {
        this.node = node;
        this.name = name;
        this.rules = node.faults().strike(name);
    }

    Result around(Supplier<Answer> work) {
        rules(Moment.BEFORE).forEach(r -> strike(r.fault()));
        if (instead.isPresent()) {
            return instead.get();
        }
        List<Rule> during = rules(Moment.DURING);
        if (!during.isEmpty()) {
            node.clock().arm(TRANSACTIONS.contains(name) ? MIDDLE : 1, () -> strikeInTheMiddle(during));
        }
        Answer answer = perform(work);
        if (instead.isPresent()) {
            return instead.get();
        }
        Result result = new Result.Ended(answer);
        for (Rule rule : rules(Moment.AFTER)) {
            result = after(rule.fault(), result);
        }
        return result;
    }

    private Answer perform(Supplier<Answer> work) {
        try {
            Answer answer = work.get();
            if (node.clock().disarm()) {
                rules(Moment.DURING).forEach(r -> strike(r.fault()));
            }
            return answer;
        } catch (CommandKilled e) {
            node.clock().disarm();
            if (instead.isEmpty()) {
                throw e;
            }
            return Answer.of("");
        }
    }

    private void strikeInTheMiddle(List<Rule> during) {
        during.forEach(r -> strike(r.fault()));
        if (instead.isPresent()) {
            throw new CommandKilled(name + " was struck");
        }
    }

    private void strike(Fault fault) {
        switch (fault) {
            case Fault.Becomes f -> node.become(f.condition());
            case Fault.Drop f -> instead = Optional.of(new Result.Dropped());
            case Fault.Exit f -> instead = Optional.of(new Result.Ended(Answer.failed(f.code(), f.text())));
            case Fault.PowerLoss f -> {
                node.power().cycle();
                instead = Optional.of(new Result.Dropped());
            }
            case Fault.Spoil f -> instead = Optional.of(spoilt(f.shape(), Answer.of("")));
        }
    }

    private Result after(Fault fault, Result result) {
        if (fault instanceof Fault.Spoil spoil && result instanceof Result.Ended ended) {
            return spoilt(spoil.shape(), ended.answer());
        }
        if (fault instanceof Fault.Exit exit && result instanceof Result.Ended ended) {
            return new Result.Ended(Answer.of(ended.answer().text(), exit.text(), exit.code()));
        }
        strike(fault);
        return instead.orElse(result);
    }

    private Result spoilt(Shape shape, Answer answer) {
        byte[] all = answer.out();
        return switch (shape) {
            case EMPTY -> new Result.Ended(new Answer(new byte[0], new byte[0], answer.exit()));
            case HALF -> new Result.Ended(new Answer(Arrays.copyOf(all, all.length / 2), answer.err(), answer.exit()));
            case GARBAGE -> {
                byte[] noise = new byte[Math.max(512, all.length)];
                node.seed()
                        .random("garbage-" + name + node.faults().calls(name))
                        .nextBytes(noise);
                yield new Result.Ended(new Answer(noise, new byte[0], answer.exit()));
            }
            case HUNDRED_MEGABYTES -> new Result.Flood(FLOOD, answer.exit());
        };
    }

    private List<Rule> rules(Moment moment) {
        return rules.stream().filter(r -> r.moment() == moment).toList();
    }
}
