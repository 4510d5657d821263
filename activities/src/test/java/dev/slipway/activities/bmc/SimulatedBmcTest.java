package dev.slipway.activities.bmc;

import dev.slipway.simulator.bmc.BmcFault;
import dev.slipway.simulator.bmc.SimulatedRedfish;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The simulated BMC keeps the contract. */
class SimulatedBmcTest extends BmcContract {
    @TempDir
    static Path keys = Path.of("");

    private final FakeChassis machine = new FakeChassis();
    private final SimulatedRedfish redfish = SimulatedRedfish.start(keys, Map.of("a", machine));

    @AfterEach
    void close() {
        redfish.close();
    }

    @Override
    Trial trial() {
        return new Trial() {
            @Override
            public BmcTarget target(BmcSecret password) {
                return new BmcTarget(
                        BmcTarget.Protocol.REDFISH,
                        new BmcTarget.Endpoint("127.0.0.1", redfish.port(), Optional.empty()),
                        new BmcTarget.Login(SimulatedRedfish.USER, password),
                        BmcTarget.Trust.pinnedIn(redfish.certificateFile()),
                        new BmcTarget.Limits(Duration.ofSeconds(20), Duration.ofSeconds(30), 100_000));
            }

            @Override
            public String password() {
                return SimulatedRedfish.PASSWORD;
            }

            @Override
            public void bad(String kind) {
                switch (kind) {
                    case "lies" -> redfish.becomes("a", BmcFault.LIES);
                    case "refuse" -> redfish.becomes("a", BmcFault.REFUSES);
                    case "slow" -> redfish.becomes("a", BmcFault.SLOW);
                    default -> redfish.becomes("a");
                }
            }

            @Override
            public boolean powered() {
                return machine.powered();
            }

            @Override
            public int starts() {
                return (int) machine.done().stream().filter("on"::equals).count();
            }

            @Override
            public void mend() {
                bad("clear");
                machine.on();
            }
        };
    }
}
