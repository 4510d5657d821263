package dev.slipway.starter.tokens;

import dev.slipway.ledger.OwnerOnly;
import dev.slipway.model.Causes;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Manages a file with the secret of one token, which only its owner can read. */
final class SecretFile {
    private SecretFile() {}

    /** Safe to repeat, also by two processes at the same time: the first one writes the file, both read it. */
    static String readOrCreate(Path file) {
        try {
            if (!Files.exists(file)) {
                try {
                    create(file);
                } catch (FileAlreadyExistsException first) {
                    // another process wrote it meanwhile
                }
            }
            return read(file);
        } catch (IOException e) {
            throw new UnusableTokens(
                    "the token file " + file + " can be neither read nor written: " + Causes.words(e), e);
        }
    }

    /** Fails with {@link UnusableTokens} if the file is empty. */
    static String read(Path file) throws IOException {
        String secret = Files.readString(file).strip();
        if (secret.isEmpty()) {
            throw new UnusableTokens(
                    "the token file " + file + " is empty. Delete it; the next start writes a new one.");
        }
        return secret;
    }

    /**
     * Writes a new secret of 256 random bits and returns it. Fails if the file already exists. A hard link is made
     * completely or fails, so that nobody ever reads half a token.
     */
    static String create(Path file) throws IOException {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null) {
            throw new IOException("no file");
        }
        OwnerOnly.createDirectories(folder);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        String secret = HexFormat.of().formatHex(random);
        Path draft = Files.createTempFile(folder, ".token", "", OwnerOnly.file(folder));
        try {
            Files.writeString(draft, secret + "\n");
            Files.createLink(target, draft);
        } finally {
            Files.delete(draft);
        }
        return secret;
    }
}
