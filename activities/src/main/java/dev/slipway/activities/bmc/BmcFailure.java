package dev.slipway.activities.bmc;

/** Reports a BMC without a usable answer: one sentence for a person, and what to do next. It holds no secret. */
public final class BmcFailure extends RuntimeException {
    private final transient Kind kind;
    private final String next;

    /** Lists what can be wrong. */
    public enum Kind {
        /** Nobody answers, or not in time to connect. */
        SILENT,
        /** It opens no session, and the protocol does not show whether it is away or refuses the login. */
        NO_SESSION,
        /** It shows another certificate than the pinned one, or does not speak TLS. */
        CERTIFICATE,
        /** It answers and does not let us in. */
        LOGIN,
        /** It answers that it cannot now. */
        BUSY,
        /** Its answer does not follow the protocol, or is too long. */
        GARBLED,
        /** It refuses the request. */
        REFUSED,
        /** The request was sent and no whole answer came: it may have been done. */
        UNHEARD,
        /** Something is missing on our side: a password file, a program. */
        OURS
    }

    BmcFailure(Kind kind, String sentence, String next) {
        super(sentence);
        this.kind = kind;
        this.next = next;
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the next step for a person. */
    public String next() {
        return next;
    }

    /** Returns the sentence with the next step. */
    public String whole() {
        return getMessage() + " – " + next;
    }
}
