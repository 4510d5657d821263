package dev.slipway.config;

import dev.slipway.config.keys.Default;
import dev.slipway.config.keys.Doc;
import dev.slipway.config.keys.LegacyKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Describes how a site writes an image onto a node: by a command that runs beside the worker, without a shell, one list
 * entry per word. Placeholders in its words are replaced by values that are checked first.
 */
public record ImageCommand(
        @Doc("The command, one word per entry; placeholders: `{cluster}`, `{node}`, `{address}`, `{image}`, `{token}`, "
                + "`{secretFile}`.")
        List<String> command,

        @Doc("How long the command may take.") @Default("60m") @LegacyKey("within")
        Duration timeout,

        @Doc("How long the node may stay away after the command has ended.") @Default("30m") @LegacyKey("returnWithin")
        Duration returnTimeout,

        @Doc("File with what the command must know and nobody else; the command gets its path.")
        Optional<Path> secretFile) {

    /** Longer than this no attempt to write an image is followed. */
    static final Duration LONGEST = Duration.ofHours(2);

    /** The places that a word may name. */
    public static final List<String> PLACES = List.of("cluster", "node", "address", "image", "token", "secretFile");
}
