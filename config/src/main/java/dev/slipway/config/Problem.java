package dev.slipway.config;

import java.nio.file.Path;

/** Describes one error in a file; {@code line} counts from 1, 0 if it belongs to no line. */
public record Problem(Path file, int line, String sentence, String next) {

    @Override
    public String toString() {
        return file + ":" + (line == 0 ? "" : line + ":") + " " + sentence + " " + next;
    }
}
