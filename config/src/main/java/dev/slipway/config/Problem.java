package dev.slipway.config;

import java.nio.file.Path;

/** One thing that is wrong in a file; {@code line} counts from 1, 0 where no line is to blame. */
public record Problem(Path file, int line, String sentence, String next) {

    @Override
    public String toString() {
        return file + ":" + (line == 0 ? "" : line + ":") + " " + sentence + " " + next;
    }
}
