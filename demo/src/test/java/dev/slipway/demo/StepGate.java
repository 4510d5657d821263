package dev.slipway.demo;

import dev.slipway.model.Act;
import dev.slipway.model.node.NodeNote;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Stops chosen steps of a worker at a chosen moment until it is killed: before their effect, or when it has happened and
 * nobody was told. A file {@code open/<node>.<step>.<moment>} chooses, {@code held/} of the same name says that the step
 * stands there. Every activity that begins is a line of {@code acts}: when, node, step.
 */
final class StepGate extends WorkerInterceptorBase {
    private final Path folder;

    StepGate(Path folder) {
        this.folder = folder;
    }

    /** When a step is stopped, seen from its effect. */
    enum Moment {
        BEFORE,
        AFTER
    }

    /** One step of one node's run. */
    record Place(String node, String step) {
        String file(Moment moment) {
            return node + "." + step + "." + moment.name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
        return new Gated(next);
    }

    private final class Gated extends ActivityInboundCallsInterceptorBase {
        private Optional<ActivityInfo> info = Optional.empty();

        Gated(ActivityInboundCallsInterceptor next) {
            super(next);
        }

        @Override
        public void init(ActivityExecutionContext context) {
            info = Optional.of(context.getInfo());
            super.init(context);
        }

        @Override
        public ActivityOutput execute(ActivityInput input) {
            Optional<Place> place = place(input.getArguments());
            place.ifPresent(p -> {
                if (info.filter(i -> !i.isLocal()).isPresent()) {
                    append(System.currentTimeMillis() + " " + p.node() + " " + p.step() + "\n");
                }
                stop(p.file(Moment.BEFORE));
            });
            ActivityOutput output = super.execute(input);
            place.ifPresent(p -> stop(p.file(Moment.AFTER)));
            return output;
        }
    }

    /** The step that an activity with these arguments is. */
    static Optional<Place> place(Object[] arguments) {
        return Arrays.stream(arguments)
                .flatMap(argument -> place(argument).stream())
                .findFirst();
    }

    private static Optional<Place> place(Object argument) {
        if (argument instanceof Act act) {
            return Optional.of(new Place(act.node().name(), act.step().id()));
        }
        return argument instanceof NodeNote note
                ? Optional.of(new Place(note.node().name(), note.step()))
                : Optional.empty();
    }

    private void append(String line) {
        try {
            Files.writeString(folder.resolve("acts"), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void stop(String file) {
        if (!Files.exists(folder.resolve("open").resolve(file))) {
            return;
        }
        try {
            Files.writeString(folder.resolve("held").resolve(file), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        new Semaphore(0).acquireUninterruptibly();
    }
}
