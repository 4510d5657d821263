package dev.slipway.starter.tokens;

import dev.slipway.ledger.OwnerOnly;
import dev.slipway.model.Causes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Manages the file of named tokens, one line each. It holds hashes only: each secret is in a separate file for its
 * owner. A missing file holds no tokens.
 */
public final class TokensFile {
    private static final String HEAD =
            "# The starter's named tokens: name, kind, SHA-256 of the secret, created. Written by: slipway token\n";

    private final Path file;

    public TokensFile(Path file) {
        this.file = file.toAbsolutePath();
    }

    /**
     * Returns the tokens in the order in which they were added. Fails with {@link UnusableTokens} that names the line
     * which is wrong.
     */
    public List<NamedToken> list() {
        List<NamedToken> tokens = new ArrayList<>();
        int number = 0;
        for (String line : lines()) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                tokens.add(parse(line, number, tokens));
            }
        }
        return List.copyOf(tokens);
    }

    /**
     * Adds a token and writes its secret to {@code secretFile}, which must not exist yet. Fails with {@link
     * UnusableTokens} if the name is taken or not allowed; then nothing is written.
     */
    public NamedToken add(String name, TokenKind kind, Path secretFile, Instant now) {
        NamedToken.refusesName(name).ifPresent(why -> {
            throw new UnusableTokens(why);
        });
        List<NamedToken> added = new ArrayList<>();
        change(tokens -> {
            if (tokens.stream().anyMatch(token -> token.isCalled(name))) {
                throw new UnusableTokens("there is a token " + name + " already");
            }
            added.add(NamedToken.of(name, kind, secret(secretFile), now));
            List<NamedToken> more = new ArrayList<>(tokens);
            more.addAll(added);
            return more;
        });
        return added.getFirst();
    }

    /** Removes a token: from the next request on it is worth nothing. Returns it; empty if there is none. */
    public Optional<NamedToken> revoke(String name) {
        List<NamedToken> revoked = new ArrayList<>();
        change(tokens -> {
            tokens.stream().filter(token -> token.isCalled(name)).forEach(revoked::add);
            return tokens.stream().filter(token -> !token.isCalled(name)).toList();
        });
        return revoked.stream().findFirst();
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException e) {
            throw new UnusableTokens("the file of tokens " + file + " cannot be read: " + Causes.words(e), e);
        }
    }

    private NamedToken parse(String line, int number, List<NamedToken> before) {
        try {
            NamedToken token = NamedToken.parse(line);
            if (before.stream().anyMatch(other -> other.isCalled(token.name()))) {
                throw new UnusableTokens("there are two tokens " + token.name());
            }
            return token;
        } catch (UnusableTokens e) {
            throw new UnusableTokens(file + ":" + number + ": " + e.getMessage(), e);
        }
    }

    private static String secret(Path secretFile) {
        try {
            return SecretFile.create(secretFile);
        } catch (FileAlreadyExistsException e) {
            throw new UnusableTokens(secretFile + " is there already; name another file with --out", e);
        } catch (IOException e) {
            throw new UnusableTokens("the secret cannot be written to " + secretFile + ": " + Causes.words(e), e);
        }
    }

    /**
     * Changes the file in one process at a time; the file is replaced as a whole, so that a starter never reads half of
     * it.
     */
    private void change(UnaryOperator<List<NamedToken>> change) {
        Path folder = Optional.ofNullable(file.getParent()).orElse(file);
        Path lock = folder.resolve(".tokens.lock");
        try {
            OwnerOnly.createDirectories(folder);
            OwnerOnly.createFile(lock);
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
                channel.lock(); // until it is closed
                write(folder, change.apply(list()));
            }
        } catch (IOException e) {
            throw new UnusableTokens("the file of tokens " + file + " cannot be written: " + Causes.words(e), e);
        }
    }

    private void write(Path folder, List<NamedToken> tokens) throws IOException {
        StringBuilder text = new StringBuilder(HEAD);
        tokens.forEach(token -> text.append(token.line()).append('\n'));
        Path draft = Files.createTempFile(folder, ".tokens", "", OwnerOnly.file(folder));
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
