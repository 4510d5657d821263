package dev.slipway.starter;

import java.util.Optional;
import org.springframework.boot.web.server.PortInUseException;

/** Something else listens where the starter should. Its message is for a person. */
public final class CannotListen extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** States what to do about it. */
    public static final String NEXT = "stop it, or change `starter.address` in slipway.yaml";

    private CannotListen(int port, Throwable cause) {
        super("port " + port + " is in use; another starter, or something else, listens there", cause);
    }

    static Optional<CannotListen> in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PortInUseException busy) {
                return Optional.of(new CannotListen(busy.getPort(), failure));
            }
        }
        return Optional.empty();
    }
}
