package dev.slipway.starter.tokens;

import dev.slipway.config.SiteConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Every token that opens the starter: that of {@code starter.tokenFile}, which is an operator's and is called
 * {@link NamedToken#DEFAULT}, and the named ones. Both files are read anew for each request, so that a new or a revoked
 * token counts at once.
 */
public final class AccessTokens {
    private final Path defaultFile;
    private final TokensFile named;

    /** Writes the default token where there is none. Fails with {@link UnusableTokens} where a file is not usable. */
    public AccessTokens(SiteConfig.Starter starter) {
        this.defaultFile = starter.tokenFile();
        this.named = new TokensFile(starter.namedTokens());
        SecretFile.readOrCreate(defaultFile);
        named.list();
    }

    /**
     * Whose secret that is; empty where it is nobody's. Takes the same time whatever it is. Fails with
     * {@link UnusableTokens} where a file cannot be used now: nobody is let in by what was read before.
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
            throw new UnusableTokens("the token file " + defaultFile + " cannot be read: " + e, e);
        }
    }
}
