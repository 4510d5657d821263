package dev.slipway.activities.image;

import dev.slipway.activities.clock.Backoff;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.OnceGuard;
import dev.slipway.activities.spi.Registration;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.facts.ImageManifest;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.Takeover;
import dev.slipway.port.Image;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Re-images nodes by a command of the site. The command's contract: it writes {@code {image}} to {@code {node}}, joins
 * a write that the same {@code {token}} began, and prints as its last line the image version that it read back. The
 * proof is the node's own manifest under another boot.
 */
public final class CommandImage implements Image {
    private static final String[] SECTIONS = {
        "machine-id",
        "product-uuid",
        "boot-id",
        "boot-time",
        "kernel",
        "kernels",
        "cmdline",
        "system-state",
        "next-kernel",
        "manifest"
    };

    private final NodeTools tools;
    private final Baselines baselines;
    private final Function<Act, Optional<Method>> ways;
    private final Safety safety;

    /**
     * States how the fleet of an act writes images, with the values that the site knows, and how long a node may stay
     * away after.
     */
    public record Method(SiteCommand command, Map<String, String> known, Duration returnTimeout) {}

    /**
     * Protects node and cluster: {@code before} is called directly before the command and throws if the node may not be
     * written now; {@code begun} records that it let a step of a run write; {@code keepOut} takes a node out again that
     * came back schedulable; the last part returns what the scheduler has not yet seen of its new boot.
     */
    public record Safety(Consumer<Act> before, OnceGuard begun, Consumer<Act> keepOut, Registration registration) {}

    public CommandImage(NodeTools tools, Baselines baselines, Function<Act, Optional<Method>> ways, Safety safety) {
        this.tools = tools;
        this.baselines = baselines;
        this.ways = ways;
        this.safety = safety;
    }

    private record BootedImage(String bootId, String image, Optional<String> product) {}

    @Override
    public String reimage(Act act, BaselineRef goal, String leavingBootId) {
        String image = Optional.ofNullable(baselines.of(goal).pins().get(Field.IMAGE_VERSION))
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("Baseline " + goal + " pins no image"));
        Method method = ways.apply(act)
                .orElseThrow(() -> FailureType.GATE_CLOSED.of("Fleet " + act.fleet()
                        + " has no command that writes images: add `image` with its `command` to the fleet or to"
                        + " slipway.yaml, then: " + Takeover.command(act.runbook(), act.node())));
        Optional<BootedImage> before = booted(act);
        if (before.filter(bootedImage -> done(bootedImage, image, leavingBootId))
                .isEmpty()) {
            if (before.isPresent()) {
                safety.before().accept(act);
                safety.begun().begin(act, "image " + image);
            } else if (!safety.begun().begun(act)) {
                throw FailureType.TRANSIENT.of(
                        act.node() + " does not answer, and nothing was written to it yet: only a"
                                + " node that reports itself empty and the same machine is written");
            }
            write(act, method, image);
        }
        return returned(act, image, leavingBootId, method.returnTimeout());
    }

    private void write(Act act, Method method, String image) {
        Map<String, String> values = new HashMap<>(method.known());
        values.put("cluster", act.node().cluster());
        values.put("node", act.node().name());
        values.put("image", image);
        values.put("token", act.token() + "-" + act.directory());
        SiteCommand.Ended ended = method.command().run(values, tools.clock());
        if (ended.exit() != 0) {
            throw FailureType.STEP_FAILED.of("The site's image command ended with " + ended.exit() + " for "
                    + act.node() + ": " + ended.lastLine());
        }
        if (!ended.lastLine().equals(image)) {
            throw FailureType.VERDICT.of("The site's image command read back '" + ended.lastLine() + "' on "
                    + act.node() + ", not " + image);
        }
    }

    private String returned(Act act, String image, String leavingBootId, Duration within) {
        Instant end = tools.clock().instant().plus(within);
        Backoff pauses = Backoff.NODE;
        while (true) {
            safety.keepOut().accept(act);
            Optional<BootedImage> seen = reread(act);
            String standing = seen.map(s -> "runs image " + s.image() + " under boot " + s.bootId())
                    .orElse("does not answer");
            if (seen.filter(s -> done(s, image, leavingBootId)).isPresent()) {
                sameMachine(act, seen.get());
                Optional<String> missing =
                        safety.registration().missing(act, seen.get().bootId());
                if (missing.isEmpty()) {
                    return seen.get().bootId();
                }
                standing = missing.get();
            }
            if (tools.clock().passed(end)) {
                booted(act); // Fails with PART_AWAY if no node of the site answers, which is no failure of this one.
                throw FailureType.STEP_FAILED.of(act.node() + " was written, but " + standing);
            }
            pauses = pauses.pause(tools.clock(), act.node().name() + " was written; it " + standing);
        }
    }

    /** Checks the machine. A new image may rename it; the board stays. */
    private static void sameMachine(Act act, BootedImage bootedImage) {
        Optional<String> bound = act.machine().map(Identity::productUuid);
        if (bound.isPresent() && bootedImage.product().isPresent() && !bound.equals(bootedImage.product())) {
            throw FailureType.MACHINE_MISMATCH.of(act.node() + " came back as another machine: product UUID "
                    + bootedImage.product().get() + ", bound to " + bound.get());
        }
    }

    private static boolean done(BootedImage bootedImage, String image, String leavingBootId) {
        return bootedImage.image().equals(image) && !bootedImage.bootId().equals(leavingBootId);
    }

    private Optional<BootedImage> reread(Act act) {
        try {
            return booted(act);
        } catch (ApplicationFailure away) {
            if (!FailureType.PART_AWAY.is(away)) {
                throw away;
            }
            return Optional.empty();
        }
    }

    private Optional<BootedImage> booted(Act act) {
        try {
            NodeFacts facts = tools.facts().read(act.node(), act.t0(), SECTIONS);
            return facts.boot()
                    .value()
                    .map(boot -> new BootedImage(
                            boot.bootId(),
                            facts.software()
                                    .manifest()
                                    .map(ImageManifest::imageVersion)
                                    .or("unknown"),
                            facts.identity().value().map(Identity::productUuid)));
        } catch (ApplicationFailure silent) {
            if (!FailureType.TRANSIENT.is(silent)) {
                throw silent;
            }
            return Optional.empty();
        }
    }
}
