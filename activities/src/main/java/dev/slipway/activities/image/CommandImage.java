package dev.slipway.activities.image;

import dev.slipway.activities.guard.Baselines;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.Pace;
import dev.slipway.activities.ssh.Pulse;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.ImageManifest;
import dev.slipway.model.NodeFacts;
import dev.slipway.port.Image;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Re-image by a command of the site. The command's contract: it writes {@code {image}} to {@code {node}}, joins a writing
 * that the same {@code {token}} began, and prints as its last line the image version that it read back. What counts here
 * is the node's own manifest under another boot.
 */
public final class CommandImage implements Image {
    private static final String[] SECTIONS = {
        "boot-id", "kernel", "kernels", "cmdline", "system-state", "next-kernel", "manifest"
    };

    private final NodeTools tools;
    private final Baselines baselines;
    private final Consumer<Act> guard;
    private final SiteCommand command;
    private final Waits waits;

    /** {@code within} bounds how long the node may stay away after the command has ended. */
    public record Waits(Pulse pulse, Pace pace, InstantSource clock, Duration within) {}

    /** @param guard asked directly before the command; throws when the node may not be changed now */
    public CommandImage(NodeTools tools, Baselines baselines, Consumer<Act> guard, SiteCommand command, Waits waits) {
        this.tools = tools;
        this.baselines = baselines;
        this.guard = guard;
        this.command = command;
        this.waits = waits;
    }

    private record Seen(String bootId, String image) {}

    @Override
    public String reimage(Act act, BaselineRef goal, String leavingBootId) {
        String image = Optional.ofNullable(baselines.of(goal).pins().get(Field.IMAGE_VERSION))
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("Baseline " + goal + " pins no image"));
        Optional<Seen> before = look(act);
        if (before.filter(seen -> done(seen, image, leavingBootId)).isPresent()) {
            return before.get().bootId();
        }
        // A node that is silent was sent away by an earlier attempt, which was guarded; its provider joins by token.
        if (before.isPresent()) {
            guard.accept(act);
        }
        SiteCommand.Ended ended = command.run(
                Map.of(
                        "cluster",
                        act.node().cluster(),
                        "node",
                        act.node().name(),
                        "image",
                        image,
                        "token",
                        act.token() + "-" + act.directory()),
                waits.pulse(),
                waits.clock());
        if (ended.exit() != 0) {
            throw FailureType.STEP_FAILED.of("The site's image command ended with " + ended.exit() + " for "
                    + act.node() + ": " + ended.lastLine());
        }
        if (!ended.lastLine().equals(image)) {
            throw FailureType.VERDICT.of("The site's image command read back '" + ended.lastLine() + "' on "
                    + act.node() + ", not " + image);
        }
        return returned(act, image, leavingBootId);
    }

    private String returned(Act act, String image, String leavingBootId) {
        Instant end = waits.clock().instant().plus(waits.within());
        Duration wait = waits.pace().first();
        while (true) {
            Optional<Seen> seen = look(act);
            if (seen.filter(s -> done(s, image, leavingBootId)).isPresent()) {
                return seen.get().bootId();
            }
            String standing = seen.map(s -> "runs image " + s.image() + " under boot " + s.bootId())
                    .orElse("does not answer");
            if (!waits.clock().instant().isBefore(end)) {
                throw FailureType.STEP_FAILED.of(act.node() + " was written, but " + standing);
            }
            waits.pulse().pause(wait, act.node().name() + " was written and " + standing);
            wait = waits.pace().next(wait);
        }
    }

    private static boolean done(Seen seen, String image, String leavingBootId) {
        return seen.image().equals(image) && !seen.bootId().equals(leavingBootId);
    }

    private Optional<Seen> look(Act act) {
        try {
            NodeFacts facts = tools.facts().read(act.node(), act.t0(), SECTIONS);
            return facts.boot()
                    .value()
                    .map(boot -> new Seen(
                            boot.bootId(),
                            facts.software()
                                    .manifest()
                                    .map(ImageManifest::imageVersion)
                                    .or("unknown")));
        } catch (ApplicationFailure silent) {
            if (!FailureType.TRANSIENT.is(silent)) {
                throw silent;
            }
            return Optional.empty();
        }
    }
}
