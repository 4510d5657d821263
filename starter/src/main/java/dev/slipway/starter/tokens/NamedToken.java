package dev.slipway.starter.tokens;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Describes a token without its secret: its owner, what it may do, and the SHA-256 of the secret. The secret has 256
 * random bits, so its hash needs no salt.
 */
public record NamedToken(String name, TokenKind kind, String sha256, Instant created) implements Principal {
    /** The token of {@code starter.tokenFile}. */
    public static final String DEFAULT = "default";

    /** Lists reserved names: the audit shows a name beside those that Slipway itself writes there. */
    private static final Set<String> TAKEN = Set.of(DEFAULT, "slipway");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** Returns the token with this secret. */
    static NamedToken of(String name, TokenKind kind, String secret, Instant created) {
        return new NamedToken(name, kind, hash(secret), created);
    }

    /** Returns why a token must not have that name; empty if it may. */
    static Optional<String> refusesName(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.of("'" + name + "' is not a name for a token: use letters, digits and . _ @ -, at most 64");
        }
        return TAKEN.contains(name.toLowerCase(Locale.ROOT))
                ? Optional.of("the name " + name + " is Slipway's own")
                : Optional.empty();
    }

    /** Returns whether {@code secretHash} is the hash of this token's secret; it takes the same time for every hash. */
    boolean hasHash(String secretHash) {
        return MessageDigest.isEqual(
                sha256.getBytes(StandardCharsets.US_ASCII), secretHash.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns whether a person would read both as one: names differ by more than case. */
    boolean isCalled(String other) {
        return name.equalsIgnoreCase(other);
    }

    static String hash(String secret) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Returns the token of a line of the file. Fails with {@link UnusableTokens}, which states what is wrong with it.
     */
    static NamedToken parse(String line) {
        String[] words = BLANKS.split(line.strip(), -1);
        if (words.length != 4) {
            throw new UnusableTokens("a line has name, kind, SHA-256 and time, and this one has " + words.length);
        }
        refusesName(words[0]).ifPresent(why -> {
            throw new UnusableTokens(why);
        });
        TokenKind kind = Arrays.stream(TokenKind.values())
                .filter(known -> known.word().equals(words[1]))
                .findFirst()
                .orElseThrow(() ->
                        new UnusableTokens("'" + words[1] + "' is not a kind of token: use operator, read or alerts"));
        if (!SHA_256.matcher(words[2]).matches()) {
            throw new UnusableTokens("the third word of " + words[0] + " is not a SHA-256");
        }
        try {
            return new NamedToken(words[0], kind, words[2], Instant.parse(words[3]));
        } catch (DateTimeParseException e) {
            throw new UnusableTokens("'" + words[3] + "' is not a time", e);
        }
    }

    /** Returns the line that {@link #parse} reads. */
    String line() {
        return String.join(" ", name, kind.word(), sha256, created.toString());
    }

    @Override
    public String getName() {
        return name;
    }

    /** Returns the token without the hash. */
    @Override
    public String toString() {
        return name + " (" + kind.word() + ")";
    }
}
