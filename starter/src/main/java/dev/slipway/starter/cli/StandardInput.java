package dev.slipway.starter.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Holds what a command reads if no file is named.
 *
 * @param terminal whether a person types it: then the command reports that it waits
 */
record StandardInput(InputStream stream, boolean terminal) {
    private static final Path STDIN = Path.of("/proc/self/fd/0");

    static StandardInput ofProcess() {
        return new StandardInput(System.in, typed());
    }

    /**
     * Returns whether a person types, even if the output goes to a file: Java's console is one only if both are
     * terminals.
     */
    private static boolean typed() {
        try {
            String device = Files.readSymbolicLink(STDIN).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return ProgressLine.onTerminal();
        }
    }
}
