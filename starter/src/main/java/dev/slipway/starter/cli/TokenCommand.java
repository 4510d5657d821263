package dev.slipway.starter.cli;

import dev.slipway.config.Config;
import dev.slipway.config.ConfigProblems;
import dev.slipway.config.SiteConfig;
import dev.slipway.starter.tokens.NamedToken;
import dev.slipway.starter.tokens.TokenKind;
import dev.slipway.starter.tokens.TokensFile;
import dev.slipway.starter.tokens.UnusableTokens;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Manages the named tokens, in the file that the starter of this configuration reads. */
@Command(
        name = "token",
        description =
                "Who may ask the starter for what. Works on the file of this configuration, where the starter runs;"
                        + " a change takes effect with the next request.",
        footer = {
            "",
            "Examples:",
            "  slipway token add alice",
            "  slipway token add alertmanager --kind alerts \\",
            "      --out /etc/alertmanager/slipway-token",
            "  slipway token list",
            "  slipway token revoke alice"
        },
        subcommands = {TokenCommand.Add.class, TokenCommand.All.class, TokenCommand.Revoke.class})
final class TokenCommand {

    /** Runs a command on the file of named tokens. */
    abstract static class OnTokens extends ApiCommand {
        final SiteConfig.Starter starter() {
            try {
                return Config.load(slipway().configuration()).site().starter();
            } catch (ConfigProblems e) {
                throw new Refusal(
                        Exit.USAGE, "the configuration is wrong: " + e.getMessage(), "see: slipway config check", e);
            }
        }

        /** Returns the result of {@code act} on the file, or its error as a refusal. */
        static <T> T on(Path file, String next, Function<TokensFile, T> act) {
            try {
                return act.apply(new TokensFile(file));
            } catch (UnusableTokens e) {
                throw new Refusal(Exit.USAGE, String.valueOf(e.getMessage()), next, e);
            }
        }
    }

    /** Describes a token without its secret; {@code secretFile} names the file of a new one's secret. */
    record Token(
            String name,
            String kind,
            String created,
            @Nullable String secretFile) {
        static Token of(NamedToken token, @Nullable String secretFile) {
            return new Token(token.name(), token.kind().word(), token.created().toString(), secretFile);
        }
    }

    /** Lists every token of a starter. */
    record Tokens(String file, List<Token> tokens) {}

    @Command(
            name = "add",
            description = "Make a token. Its secret goes into a file that only you can read, and nowhere else.",
            footer = {
                "",
                "Examples:",
                "  slipway token add alice",
                "  slipway token add alertmanager --kind alerts \\",
                "      --out /etc/alertmanager/slipway-token"
            })
    static final class Add extends OnTokens {
        @Parameters(
                index = "0",
                paramLabel = "NAME",
                description = "Whose it is: the name in audit, runs and approvals. One person, one token.")
        String name = "";

        @Option(
                names = "--kind",
                paramLabel = "KIND",
                description = "operator: everything. read: only reads. alerts: only posts alerts. Default: operator.")
        TokenKind kind = TokenKind.OPERATOR;

        @Option(
                names = "--out",
                paramLabel = "FILE",
                description =
                        "The file for the secret; it must not exist. Default: NAME.token beside the file of tokens.")
        @Nullable
        Path out;

        @Override
        public Integer call() {
            Path file = starter().namedTokens();
            Path secret = out == null ? file.resolveSibling(name + ".token") : out;
            String next = "see: slipway token add --help";
            NamedToken token = on(file, next, tokens -> tokens.add(name, kind, secret, Instant.now()));
            return answer(
                    ApiClient.local(Token.of(token, secret.toString())),
                    added -> token.name() + " " + token.kind().limit() + "; its secret is in " + secret
                            + "\nHand that file over and delete it here. Use it like this: "
                            + "SLIPWAY_TOKEN_FILE=FILE slipway …");
        }
    }

    @Command(
            name = "list",
            description = "Every token, without its secret.",
            footer = {"", "Example: slipway token list --json"})
    static final class All extends OnTokens {
        @Override
        public Integer call() {
            SiteConfig.Starter starter = starter();
            List<NamedToken> tokens = on(starter.namedTokens(), "correct that line, or delete it", TokensFile::list);
            List<Token> all = new ArrayList<>();
            String operator = TokenKind.OPERATOR.word();
            all.add(new Token(NamedToken.DEFAULT, operator, "in " + starter.tokenFile(), null));
            tokens.forEach(token -> all.add(Token.of(token, null)));
            return answer(ApiClient.local(new Tokens(starter.namedTokens().toString(), all)), All::words);
        }

        private static String words(Tokens report) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("NAME", "KIND", "CREATED"));
            report.tokens().forEach(token -> rows.add(List.of(token.name(), token.kind(), token.created())));
            return Words.columns(rows);
        }
    }

    @Command(
            name = "revoke",
            description = "Take a token away; the next request with it is refused. What it decided stays in the audit.",
            footer = {"", "Example: slipway token revoke alice"})
    static final class Revoke extends OnTokens {
        @Parameters(index = "0", paramLabel = "NAME", description = "Whose token.")
        String name = "";

        @Override
        public Integer call() {
            if (name.equals(NamedToken.DEFAULT)) {
                throw new Refusal(
                        Exit.USAGE,
                        "the token " + name + " is that of " + starter().tokenFile(),
                        "delete that file: the token is not accepted any more, and the next start writes a new one");
            }
            NamedToken token = on(starter().namedTokens(), "correct that line, or delete it", t -> t.revoke(name))
                    .orElseThrow(() -> new Refusal(Exit.USAGE, "there is no token " + name, "see: slipway token list"));
            return answer(
                    ApiClient.local(Token.of(token, null)), revoked -> token.name() + " is not accepted any more");
        }
    }
}
