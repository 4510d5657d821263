package dev.slipway.starter;

import dev.slipway.config.units.HostPort;
import dev.slipway.model.Causes;
import java.net.BindException;
import java.util.Optional;
import org.springframework.boot.web.server.PortInUseException;

/** Reports that the starter cannot listen where it should. Its message is for a person. */
public final class CannotListen extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** States what to do about it. */
    public static final String NEXT = "stop what listens there, or change `starter.address` in slipway.yaml";

    private CannotListen(String what, Throwable cause) {
        super(what, cause);
    }

    static Optional<CannotListen> in(Throwable failure, HostPort address) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PortInUseException busy) {
                String what =
                        "port " + busy.getPort() + " is in use; another starter, or something else, listens there";
                return Optional.of(new CannotListen(what, failure));
            }
            if (cause instanceof BindException refused) {
                String what = "it cannot listen at " + address + ": " + Causes.words(refused);
                return Optional.of(new CannotListen(what, failure));
            }
        }
        return Optional.empty();
    }
}
