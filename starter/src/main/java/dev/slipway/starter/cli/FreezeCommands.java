package dev.slipway.starter.cli;

import dev.slipway.starter.client.FreezeRequest;
import dev.slipway.starter.client.FreezeState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stops every new change of a fleet, and lets them go on. */
final class FreezeCommands {
    private FreezeCommands() {}

    @Command(
            name = "freeze",
            description = "Stop every new mutation of a fleet, at once and everywhere; what runs on a node finishes.",
            footer = {
                "",
                "Example: slipway freeze --fleet prod-a --reason 'incident 4711'",
                "Example: slipway freeze --fleet '*' --heat --reason 'coolant alarm in hall 2'"
            })
    static final class Freeze extends ApiCommand {
        @Option(names = "--fleet", required = true, paramLabel = "FLEET", description = "The fleet; * is every fleet.")
        String fleet = "";

        @Option(
                names = "--heat",
                description = "Also begin nothing that heats GPUs: dcgmi diag -r 2 and up, nccl-tests, smoke jobs."
                        + " Runs wait there.")
        boolean heat;

        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            return answer(
                    client().post(
                                    "api/v1/freezes",
                                    new FreezeRequest(fleet, heat, deciding.who, deciding.reason),
                                    FreezeState.class),
                    frozen -> fleet + " is frozen" + (frozen.heat() ? " for heat: " : ": ")
                            + frozen.reason() + "\nLet it go on: slipway unfreeze --fleet '" + fleet
                            + "' --reason …");
        }
    }

    @Command(
            name = "unfreeze",
            description = "Let changes of a fleet go on.",
            footer = {"", "Example: slipway unfreeze --fleet prod-a --reason 'incident 4711 is over'"})
    static final class Unfreeze extends ApiCommand {
        @Option(names = "--fleet", required = true, paramLabel = "FLEET", description = "The fleet; * is every fleet.")
        String fleet = "";

        @Mixin
        Deciding deciding = new Deciding();

        @Override
        public Integer call() {
            return answer(
                    client().delete("api/v1/freezes/" + escape(fleet), deciding.body(), FreezeState.class),
                    done -> fleet + " is no longer frozen");
        }
    }
}
