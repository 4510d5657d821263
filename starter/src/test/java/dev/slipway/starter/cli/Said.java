package dev.slipway.starter.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.starter.RunningStarter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** What the command line said when these words were typed. */
public record Said(int exit, String out, String err) {

    public static Said slipway(Map<String, String> environment, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Slipway.run(args, new PrintWriter(out), new PrintWriter(err), environment);
        return new Said(exit, out.toString(), err.toString());
    }

    public static Said slipway(RunningStarter starter, String... args) {
        return slipway(
                Map.of(
                        "SLIPWAY_SERVER",
                        starter.running().url(),
                        "SLIPWAY_TOKEN_FILE",
                        starter.tokenFile().toString()),
                args);
    }

    JsonNode json() throws JsonProcessingException {
        return new ObjectMapper().readTree(out);
    }
}
