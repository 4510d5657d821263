package dev.slipway.starter.tokens;

import java.util.Locale;
import java.util.Set;

/** Lists what a token is for. */
public enum TokenKind {
    /** Permits everything. */
    OPERATOR("may do everything"),
    /** Reads what the starter shows; decides and starts nothing. */
    READ("may only read"),
    /** Permits Alertmanager's webhook, and nothing else: not even reading. */
    ALERTS("may only post alerts");

    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final String limit;

    TokenKind(String limit) {
        this.limit = limit;
    }

    /** Returns whether a token of this kind may send {@code method} to {@code path}. */
    public boolean allows(String method, String path) {
        return switch (this) {
            case OPERATOR -> true;
            case READ -> READING.contains(method);
            case ALERTS -> method.equals("POST") && path.equals("/api/v1/alerts");
        };
    }

    /** Returns, for people, what such a token may do. */
    public String limit() {
        return limit;
    }

    /** Returns the word in the file of tokens and on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
