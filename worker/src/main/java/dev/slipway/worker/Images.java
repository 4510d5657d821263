package dev.slipway.worker;

import dev.slipway.activities.image.CommandImage;
import dev.slipway.activities.image.SiteCommand;
import dev.slipway.activities.record.AuditedActs;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.config.Config;
import dev.slipway.model.Act;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How images are written, as configuration says it. */
record Images(Parts parts, NodeTools tools, Baselines baselines) {

    Object port(Guard guard, ClusterSight sight) {
        CommandImage.Safety safety = new CommandImage.Safety(
                guard::beforeReimage,
                AuditedActs.images(parts.ledger().audit(), parts.clock()),
                act -> {
                    if (sight.known(act)) {
                        guard.keepOut(act);
                    }
                },
                sight::missing);
        return new CommandImage(tools, baselines, this::way, safety);
    }

    private Optional<CommandImage.Way> way(Act act) {
        Config config = parts.config();
        return config.fleet(act.fleet()).flatMap(config::imageOf).map(image -> {
            Map<String, String> known = new HashMap<>();
            known.put("address", Reach.nodes(config).target(act.node()).host());
            image.secretFile().ifPresent(file -> known.put(SiteCommand.SECRET_FILE, file.toString()));
            return new CommandImage.Way(new SiteCommand(image.command(), image.within()), known, image.returnWithin());
        });
    }
}
