package dev.slipway.activities.bmc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The BMCs of a lab node, which really take its power: {@code SLIPWAY_BMC} names the folder of {@code lab/bmc}, and
 * {@code SLIPWAY_BMC_NODE} the node, else n3.
 */
final class LabBmc implements BmcContract.Trial {
    private static final String NODE =
            Optional.ofNullable(System.getenv("SLIPWAY_BMC_NODE")).orElse("n3");
    private static final Path LAB = Path.of("..", "lab").toAbsolutePath().normalize();

    private final Path folder =
            Path.of(Optional.ofNullable(System.getenv("SLIPWAY_BMC")).orElseThrow());
    private final BmcTarget.Protocol protocol;

    LabBmc(BmcTarget.Protocol protocol) {
        this.protocol = protocol;
    }

    @Override
    public BmcTarget target(BmcSecret password) {
        BmcTarget.Endpoint endpoint = switch (protocol) {
            case REDFISH ->
                new BmcTarget.Endpoint(
                        "127.0.0.1",
                        port("redfish.port"),
                        Optional.of(read(folder.resolve(NODE).resolve("system"))));
            case IPMI -> new BmcTarget.Endpoint("127.0.0.1", port(NODE + "/ipmi.port"), Optional.empty());
        };
        return new BmcTarget(
                protocol,
                endpoint,
                new BmcTarget.Login("power", password),
                BmcTarget.Trust.pinnedIn(folder.resolve("tls.crt")),
                new BmcTarget.Limits(Duration.ofSeconds(20), Duration.ofSeconds(60), 200_000));
    }

    private int port(String file) {
        return Integer.parseInt(read(folder.resolve(file)));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String password() {
        return read(folder.resolve("password"));
    }

    @Override
    public void bad(String kind) {
        List<String> words = new ArrayList<>(List.of("fault", folder.toString(), NODE, kind));
        if (kind.equals("slow")) {
            words.add("3");
        }
        script("bmc", words);
    }

    @Override
    public boolean powered() {
        return nodes("power", NODE, "status").equals("on");
    }

    @Override
    public int starts() {
        return Integer.parseInt(nodes("boots", NODE));
    }

    @Override
    public void mend() {
        bad("clear");
        nodes("up", NODE);
    }

    private static String nodes(String... words) {
        return script("nodes", List.of(words));
    }

    private static String script(String name, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(LAB.resolve(name).toString()));
        words.addAll(arguments);
        try {
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(words + " failed");
            }
            return out;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
