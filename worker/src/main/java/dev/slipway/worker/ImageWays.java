package dev.slipway.worker;

import dev.slipway.activities.image.CommandImage;
import dev.slipway.activities.image.SiteCommand;
import dev.slipway.config.Config;
import dev.slipway.model.Act;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** How configuration says that images are written. */
final class ImageWays {
    private ImageWays() {}

    static Function<Act, Optional<CommandImage.Way>> of(Config config) {
        return act -> config.fleet(act.fleet()).flatMap(config::imageOf).map(image -> {
            Map<String, String> known = new HashMap<>();
            known.put("address", Reach.nodes(config).target(act.node()).host());
            image.secretFile().ifPresent(file -> known.put(SiteCommand.SECRET_FILE, file.toString()));
            return new CommandImage.Way(new SiteCommand(image.command(), image.within()), known, image.returnWithin());
        });
    }
}
