package dev.slipway.demo;

import dev.slipway.starter.cli.Slipway;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Our command line, as a person uses it who exported where the server and the token are. */
final class CommandLine {
    private final Map<String, String> environment = new HashMap<>();

    CommandLine(String server, Path tokenFile) {
        environment.put("SLIPWAY_SERVER", server);
        environment.put("SLIPWAY_TOKEN_FILE", tokenFile.toString());
    }

    /** The same beside a configuration. */
    CommandLine with(Path configuration) {
        environment.put("SLIPWAY_CONFIG", configuration.toString());
        return this;
    }

    /** What it prints, errors included. */
    String says(String... words) {
        StringWriter said = new StringWriter();
        Slipway.run(words, new PrintWriter(said), new PrintWriter(said), environment);
        return said.toString();
    }
}
