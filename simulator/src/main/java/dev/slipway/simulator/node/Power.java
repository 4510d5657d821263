package dev.slipway.simulator.node;

import java.time.Duration;
import java.time.Instant;

/** Manages the boots of one node: which runs, what the next one starts, and how a reboot goes. */
public final class Power {
    private static final Duration SHUTDOWN = Duration.ofSeconds(2);
    /** Delays on the real clock, so that the reboot command is answered before the connection breaks. */
    private static final Duration ANSWERED = Duration.ofMillis(100);

    private static final Duration BOOT = Duration.ofMinutes(6);

    private final SimulatedNode node;
    private String bootId = "";
    private Instant bootedAt = Instant.EPOCH;
    private Instant bootedBefore = Instant.EPOCH;
    private int boots;
    private boolean up;
    private boolean leaving;
    private String kernel = SoftwareSet.pinned().kernel();
    private String nextKernel = kernel;
    private Duration slower = Duration.ZERO;
    private Duration pluginLater = Duration.ZERO;
    private boolean hangs;
    private boolean powered = true;
    private int outages;
    private boolean withoutPower;
    private Runnable surprise = () -> {};

    Power(SimulatedNode node) {
        this.node = node;
    }

    public boolean up() {
        return up;
    }

    public String bootId() {
        return bootId;
    }

    public Instant bootedAt() {
        return bootedAt;
    }

    /** Returns when the boot before this one began. */
    public Instant bootedBefore() {
        return bootedBefore;
    }

    /** Returns how often the node booted, the first boot included. */
    public int boots() {
        return boots;
    }

    public String kernel() {
        return kernel;
    }

    public String nextKernel() {
        return nextKernel;
    }

    /** Sets what the next boot starts. */
    public void nextKernel(String release) {
        nextKernel = release;
    }

    /** Begins an orderly reboot; a reboot that goes on already is left alone. */
    public void reboot() {
        if (leaving || !up) {
            return;
        }
        leaving = true;
        node.note(NodeEvent.Kind.REBOOT_STARTED, "systemctl reboot");
        node.clock().later("shutdown", node.clock().atLeast(SHUTDOWN, ANSWERED), this::goDown);
    }

    /** Cuts the power and restores it: down at once, then a boot. It ends a hang. */
    public void cycle() {
        hangs = false;
        withoutPower = true;
        leaving = true;
        node.note(NodeEvent.Kind.REBOOT_STARTED, "power");
        node.clock().later("power", Duration.ZERO, this::goDown);
    }

    /** Returns whether the machine has power, as its BMC sees it: a hanging machine has. */
    public boolean powered() {
        return powered;
    }

    /** Returns how often a BMC cut the power. */
    public int outages() {
        return outages;
    }

    /** Switches off like a BMC: the power is gone, and with it a hang; it stays off until {@link #on()}. */
    public void off() {
        if (!powered) {
            return;
        }
        powered = false;
        hangs = false;
        outages++;
        withoutPower = true;
        node.note(NodeEvent.Kind.REBOOT_STARTED, "power taken by its BMC");
        node.clock().later("power", Duration.ZERO, this::goDown);
    }

    /** Switches on like a BMC: a machine without power gets it back, and boots. */
    public void on() {
        if (powered) {
            return;
        }
        powered = true;
        leaving = true;
        node.clock().later("boot", bootTime(), this::comeUp);
    }

    private void goDown() {
        node.clock().run(() -> {
            up = false;
            node.clock().powerLost();
        });
        node.listeners().forEach(l -> l.down(node));
        boolean stays = node.clock().call(() -> hangs || !powered);
        if (!stays) {
            node.clock().later("boot", node.clock().call(this::bootTime), this::comeUp);
        }
    }

    private Duration bootTime() {
        double spread = 0.8 + 0.4 * node.seed().fraction("boot-time-" + boots);
        return Duration.ofMillis((long) (BOOT.toMillis() * spread)).plus(slower);
    }

    private void comeUp() {
        boolean booted = node.clock().call(() -> {
            // A reboot that lost its power as well has two boots under way: the first one counts.
            if (up || !powered) {
                return false;
            }
            surprise.run();
            surprise = () -> {};
            boot();
            return true;
        });
        if (booted) {
            node.listeners().forEach(l -> l.up(node));
        }
    }

    void firstBoot() {
        boot();
    }

    private void boot() {
        boots++;
        bootId = node.seed().uuid("boot-" + boots).toString();
        bootedBefore = bootedAt;
        bootedAt = node.clock().now();
        Ailment.Cure act = withoutPower ? Ailment.Cure.POWER_CYCLE : Ailment.Cure.REBOOT;
        withoutPower = false;
        node.machine().slots().forEach(gpu -> node.machine().cured(gpu.slot(), act));
        kernel = node.kernels().boots(nextKernel);
        node.kernels().bootedNouveau();
        up = true;
        leaving = false;
        node.driver().load();
        node.services().boot();
        node.loseWhatABootLoses();
        node.driver().loadLines().forEach(line -> node.log().add(bootedAt, line));
        node.logSilentGpus();
        node.note(NodeEvent.Kind.BOOTED, bootId);
    }

    void runs(String release) {
        kernel = release;
        nextKernel = release;
        node.kernels().runs(release);
    }

    void slower(Duration more) {
        slower = more;
    }

    void pluginLater(Duration more) {
        pluginLater = more;
    }

    /** Returns how much later than elsewhere the device plugin offers the GPUs of this node after a boot. */
    public Duration pluginLater() {
        return pluginLater;
    }

    void hangsOnce() {
        hangs = true;
    }

    void surpriseAtBoot(Runnable what) {
        surprise = what;
    }
}
