package dev.slipway.starter;

import java.io.IOException;

/** Raised while a request's body is read that is larger than anything that is taken; the client gets a 413. */
public final class BodyTooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    static final String WHAT = "the body is larger than 8 MiB";

    BodyTooLarge() {
        super(WHAT);
    }
}
