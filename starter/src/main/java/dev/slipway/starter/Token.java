package dev.slipway.starter;

import dev.slipway.ledger.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The bearer token that guards the API: generated once into a file that only its owner can read. */
public final class Token {
    private final byte[] value;

    private Token(String value) {
        this.value = value.getBytes(StandardCharsets.UTF_8);
    }

    /** Safe to repeat, also by two processes at once: the first one writes the file, everyone reads it. */
    public static Token in(Path file) {
        try {
            if (!Files.exists(file)) {
                write(file.toAbsolutePath());
            }
            String value = Files.readString(file).strip();
            if (value.isEmpty()) {
                throw new IllegalStateException(
                        "the token file " + file + " is empty. Delete it; the next start writes a new one.");
            }
            return new Token(value);
        } catch (IOException e) {
            throw new UncheckedIOException("the token file " + file + " can be neither read nor written: " + e, e);
        }
    }

    /** Whether {@code candidate} is the token; takes the same time whatever it is. */
    public boolean is(String candidate) {
        return MessageDigest.isEqual(value, candidate.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path file) throws IOException {
        Path folder = file.getParent();
        if (folder == null) {
            throw new IOException("no file");
        }
        OwnerOnly.createDirectories(folder);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        Path draft = Files.createTempFile(folder, ".token", "", OwnerOnly.file(folder));
        try {
            Files.writeString(draft, HexFormat.of().formatHex(random) + "\n");
            link(file, draft);
        } finally {
            Files.delete(draft);
        }
    }

    /** A hard link is made or fails as a whole, so that nobody ever reads half a token. */
    private static void link(Path file, Path draft) throws IOException {
        try {
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException first) {
            if (Files.size(file) == 0) {
                throw first;
            }
        }
    }
}
