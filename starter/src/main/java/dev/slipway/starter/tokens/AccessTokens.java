package dev.slipway.starter.tokens;

import dev.slipway.config.SiteConfig;
import dev.slipway.model.Causes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds every token for the starter: that of {@code starter.tokenFile}, which is an operator's and is called {@link
 * NamedToken#DEFAULT}, and the named ones. Both files are read again for each request, so a new or a revoked token
 * takes effect at once.
 */
public final class AccessTokens {
    private final Path defaultFile;
    private final TokensFile named;

    /** Writes the default token if there is none. Fails with {@link UnusableTokens} if a file is not usable. */
    public AccessTokens(SiteConfig.Starter starter) {
        this.defaultFile = starter.tokenFile();
        this.named = new TokensFile(starter.namedTokens());
        SecretFile.readOrCreate(defaultFile);
        named.list();
    }

    /**
     * Returns the token with that secret; empty if there is none. It takes the same time for every secret. Fails with
     * {@link UnusableTokens} if a file cannot be used now: what was read before gives no access.
     */
    public Optional<NamedToken> of(String secret) {
        String hash = NamedToken.hash(secret);
        Optional<NamedToken> found = Optional.empty();
        for (NamedToken token : all()) {
            if (token.hasHash(hash)) {
                found = Optional.of(token);
            }
        }
        return found;
    }

    private List<NamedToken> all() {
        try {
            List<NamedToken> tokens = new ArrayList<>(named.list());
            if (Files.exists(defaultFile)) {
                String secret = SecretFile.read(defaultFile);
                tokens.add(NamedToken.of(NamedToken.DEFAULT, TokenKind.OPERATOR, secret, Instant.EPOCH));
            }
            return tokens;
        } catch (IOException e) {
            throw new UnusableTokens("the token file " + defaultFile + " cannot be read: " + Causes.words(e), e);
        }
    }
}
