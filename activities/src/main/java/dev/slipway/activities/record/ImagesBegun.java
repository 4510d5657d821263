package dev.slipway.activities.record;

import dev.slipway.activities.image.CommandImage;
import dev.slipway.ledger.AuditTrail;
import dev.slipway.model.Act;
import java.time.InstantSource;

/** The audit as the memory of images that were let be written: one record a step of a run. */
public final class ImagesBegun implements CommandImage.Begun {
    private static final String VERB = "Image.Begun";

    private final AuditTrail audit;
    private final InstantSource clock;

    public ImagesBegun(AuditTrail audit, InstantSource clock) {
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public boolean has(Act act) {
        return audit.has(key(act));
    }

    @Override
    public void note(Act act, String image) {
        audit.add(new AuditTrail.Entry(
                key(act),
                clock.instant(),
                NotedActivity.who(act),
                VERB,
                act.node().toString(),
                act.directory() + ": image " + image));
    }

    private static String key(Act act) {
        return "image/" + act.token() + "/" + act.step().id();
    }
}
