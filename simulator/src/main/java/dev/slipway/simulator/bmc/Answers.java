package dev.slipway.simulator.bmc;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Builds the answer to one request. */
record Answers(HttpExchange exchange, String body) {
    private static final Pattern TYPE = Pattern.compile("\"ResetType\"\\s*:\\s*\"([A-Za-z]{1,40})\"");
    private static final int HUGE = 50_000_000;

    /** Returns the ResetType that the request names; empty if it names none. */
    String resetType() {
        Matcher type = TYPE.matcher(body);
        return type.find() ? type.group(1) : "";
    }

    void json(int status, String text) throws IOException {
        write(status, "application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    void error(int status, String message) throws IOException {
        json(status, "{\"error\": {\"code\": \"Base.1.0.GeneralError\", \"message\": \"" + message + "\"}}");
    }

    void status(int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
    }

    private void write(int status, String type, byte[] bytes) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Gives the answer of a BMC that is bad in a way that no request escapes; false if it is not. */
    boolean spoilt(Set<BmcFault> faults) throws IOException {
        if (faults.contains(BmcFault.DEAD)) {
            return true;
        }
        if (faults.contains(BmcFault.BUSY)) {
            error(503, "the service is starting");
            return true;
        }
        if (faults.contains(BmcFault.HTML)) {
            write(200, "text/html", "<html><body>Please log in</body></html>".getBytes(StandardCharsets.UTF_8));
            return true;
        }
        if (faults.contains(BmcFault.REDIRECTS)) {
            exchange.getResponseHeaders().set("Location", "https://192.0.2.1/redfish/v1/Systems/1");
            status(302);
            return true;
        }
        if (faults.contains(BmcFault.TRUNCATED)) {
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().write("{\"Id\": ".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            return true;
        }
        if (faults.contains(BmcFault.HUGE)) {
            exchange.sendResponseHeaders(200, HUGE);
            byte[] block = new byte[64 * 1024];
            try (OutputStream out = exchange.getResponseBody()) {
                for (int sent = 0; sent < HUGE; sent += block.length) {
                    out.write(block, 0, Math.min(block.length, HUGE - sent));
                }
            }
            return true;
        }
        return false;
    }
}
