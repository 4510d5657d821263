package dev.slipway.activities.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Holds the scripts that run on nodes, as commands. All are POSIX shell and run as root. */
public final class Scripts {
    private static final String RUN_STATE = load("run-state.sh");
    private static final String START = RUN_STATE + load("slipway-start.sh");
    private static final String POLL = RUN_STATE + load("slipway-poll.sh");
    private static final String END = RUN_STATE + load("slipway-end.sh");
    private static final String REBOOT = load("slipway-reboot.sh");
    private static final String HOLDERS = load("slipway-holders.sh");
    private static final String EVIDENCE = load("slipway-evidence.sh");

    private static final String VENDOR = load("slipway-vendor.sh");

    private static final String DROP_IN = load("slipway-drop-in.sh");
    private static final String BOOT_UNIT = load("slipway-boot-unit.sh");
    private static final String DENY_NOUVEAU = load("slipway-deny-nouveau.sh");

    private Scripts() {}

    /** Safe to repeat: starts {@code commands}, one quoted line each, unless this run was started already. */
    static RemoteCommand start(String token, String directory, String commands) {
        return RemoteCommand.script("slipway-start", START, token, directory, commands)
                .asRoot();
    }

    /** Safe to repeat: reads only. */
    static RemoteCommand poll(String token, String directory, int maxBytes) {
        return RemoteCommand.script("slipway-poll", POLL, token, directory, Integer.toString(maxBytes))
                .asRoot();
    }

    /**
     * Safe to repeat: ends the run's processes and those of {@code programs}, by SIGTERM and after {@code patience} by
     * SIGKILL, and prints who is left.
     */
    static RemoteCommand end(String token, String directory, Duration patience, List<String> programs) {
        List<String> arguments = new ArrayList<>(List.of(token, directory, Long.toString(patience.toSeconds())));
        arguments.addAll(programs);
        return RemoteCommand.script("slipway-end", END, arguments.toArray(String[]::new))
                .asRoot();
    }

    /** Safe to repeat: a node that runs another boot than {@code leavingBootId} is left alone. */
    public static RemoteCommand reboot(String leavingBootId) {
        return RemoteCommand.script("slipway-reboot", REBOOT, leavingBootId).asRoot();
    }

    /** Safe to repeat: reads only. Lists who holds a device file of a GPU. */
    public static RemoteCommand holders() {
        return RemoteCommand.script("slipway-holders", HOLDERS).asRoot();
    }

    /** Safe to repeat: reads only. Prints logs since {@code t0}, in seconds of the epoch. */
    public static RemoteCommand evidence(long t0) {
        return RemoteCommand.script("slipway-evidence", EVIDENCE, Long.toString(t0))
                .asRoot();
    }

    /** Safe to repeat: reads only. Prints what a vendor requires for a GPU, with the kernel's log since {@code t0}. */
    public static RemoteCommand vendor(long t0) {
        return RemoteCommand.script("slipway-vendor", VENDOR, Long.toString(t0)).asRoot();
    }

    /** Safe to repeat: a file prevents nouveau, another driver, from loading. */
    public static RemoteCommand denyNouveau() {
        return RemoteCommand.script("slipway-deny-nouveau", DENY_NOUVEAU);
    }

    /** Safe to repeat: our file beside the unit nvidia-persistenced gives it this command, and systemd has read it. */
    public static RemoteCommand dropIn(List<String> command) {
        return RemoteCommand.script("slipway-drop-in", DROP_IN, command.toArray(String[]::new))
                .asRoot();
    }

    /** Safe to repeat: reads only. Prints {@code same} or {@code differs}. */
    public static RemoteCommand bootUnitDiffers(BootUnit wanted) {
        return bootUnit("differs", wanted);
    }

    /** Safe to repeat: the unit and its script have these texts, or are gone where both are empty. */
    public static RemoteCommand writeBootUnit(BootUnit wanted) {
        return bootUnit("write", wanted);
    }

    private static RemoteCommand bootUnit(String verb, BootUnit wanted) {
        return RemoteCommand.script("slipway-boot-unit", BOOT_UNIT, verb, wanted.unit(), wanted.script())
                .asRoot();
    }

    private static String load(String name) {
        try (InputStream in = Scripts.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
