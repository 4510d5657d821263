package dev.slipway.activities.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slipway.activities.bmc.BmcFailure.Kind;
import dev.slipway.model.Causes;
import dev.slipway.model.Durations;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Describes errors of a Redfish service so that a person knows the next step. */
final class RedfishTrouble {
    private static final int SHOWN = 120;

    private RedfishTrouble() {}

    static BmcFailure of(URI base, BmcTarget.Limits limits, IOException cause) {
        String who = "the BMC at " + base.getAuthority();
        for (Throwable link = cause; link != null; link = link.getCause()) {
            if (link instanceof CertificateException other) {
                return new BmcFailure(
                        Kind.CERTIFICATE,
                        who + " is not trusted: " + Causes.words(other),
                        "see whether somebody else answers there; if its certificate was renewed, pin the new one in "
                                + "fleets/");
            }
        }
        if (cause instanceof SSLException) {
            return new BmcFailure(
                    Kind.CERTIFICATE,
                    who + " does not agree on TLS: " + bounded(Causes.words(cause)),
                    "check that the port is that of HTTPS and the BMC speaks TLS 1.2 or newer");
        }
        if (cause instanceof HttpConnectTimeoutException || cause instanceof ConnectException) {
            return new BmcFailure(
                    Kind.SILENT,
                    who + " does not answer: "
                            + (cause instanceof ConnectException
                                    ? "no connection"
                                    : "no connection within " + Durations.words(limits.connect())),
                    "see whether it has power and network, and its neighbours answer; from the node: ipmitool mc "
                            + "reset cold");
        }
        if (cause instanceof HttpTimeoutException) {
            return late(base, limits);
        }
        String said = bounded(Causes.words(cause));
        if (said.contains("capacity")) {
            return garbled(base, "its answer is longer than " + limits.bytes() + " bytes", "see what answers there");
        }
        return new BmcFailure(
                Kind.UNHEARD,
                who + " broke off its answer: " + said,
                "try again; if that fails: ipmitool mc reset cold on the node");
    }

    static BmcFailure late(URI base, BmcTarget.Limits limits) {
        return new BmcFailure(
                Kind.UNHEARD,
                "the BMC at " + base.getAuthority() + " did not answer within " + Durations.precise(limits.answer()),
                "try again; if that fails: ipmitool mc reset cold on the node");
    }

    static BmcFailure garbled(URI base, String what, String next) {
        return new BmcFailure(Kind.GARBLED, "the BMC at " + base.getAuthority() + " is not understood: " + what, next);
    }

    static BmcFailure status(URI at, int status, String message) {
        String said = "the BMC at " + at.getAuthority() + " answers " + status + " to " + at.getPath()
                + (message.isEmpty() ? "" : ": " + message);
        return switch (status) {
            case 401 -> new BmcFailure(Kind.LOGIN, said, "correct user and password of the BMC");
            case 403 -> new BmcFailure(Kind.LOGIN, said, "give its user the privilege to control power");
            case 429, 502, 503, 504 ->
                new BmcFailure(Kind.BUSY, said, "wait until it has restarted or ended its update, then try again");
            case 404 -> new BmcFailure(Kind.GARBLED, said, "check that Redfish is switched on and `system` is right");
            default -> new BmcFailure(Kind.REFUSED, said, "see the BMC's own log");
        };
    }

    /** Returns the message of the service; for another body its beginning. */
    static String message(Optional<JsonNode> json, byte[] body) {
        if (json.isEmpty()) {
            return body.length == 0 ? "" : shown(body);
        }
        JsonNode error = json.get().path("error");
        String extended =
                error.path("@Message.ExtendedInfo").path(0).path("Message").asText("");
        return bounded(extended.isEmpty() ? error.path("message").asText("") : extended);
    }

    static String shown(byte[] body) {
        return body.length == 0 ? "nothing" : bounded(new String(body, StandardCharsets.UTF_8));
    }

    static String bounded(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
    }
}
