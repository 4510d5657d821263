package dev.slipway.activities.image;

import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.OnceGuard;
import dev.slipway.activities.spi.Registration;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.activities.ssh.SshDirectory;
import dev.slipway.config.Config;
import dev.slipway.model.Act;
import dev.slipway.port.Image;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Wires the site's command that writes images, as configuration has it. */
public record ImageModule(Config config, SshDirectory directory, NodeTools tools, Baselines baselines) {
    /** A node that came back schedulable is taken out again as soon as its scheduler shows it. */
    public Image port(Guard guard, OnceGuard begun, Registration registration) {
        CommandImage.Safety safety = new CommandImage.Safety(
                guard::beforeReimage,
                begun,
                act -> {
                    if (registration.known(act)) {
                        guard.keepOut(act);
                    }
                },
                registration);
        return new CommandImage(tools, baselines, this::method, safety);
    }

    private Optional<CommandImage.Method> method(Act act) {
        return config.fleet(act.fleet()).flatMap(config::imageOf).map(image -> {
            Map<String, String> known = new HashMap<>();
            known.put("address", directory.target(act.node()).host());
            image.secretFile().ifPresent(file -> known.put(SiteCommand.SECRET_FILE, file.toString()));
            return new CommandImage.Method(
                    new SiteCommand(image.command(), image.timeout()), known, image.returnTimeout());
        });
    }
}
