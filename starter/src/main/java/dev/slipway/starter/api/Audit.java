package dev.slipway.starter.api;

import dev.slipway.ledger.AuditTrail;
import dev.slipway.model.Who;
import dev.slipway.starter.Installation;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Writes every decision down before it is carried out. */
@Component
public final class Audit {
    private final Installation installation;

    Audit(Installation installation) {
        this.installation = installation;
    }

    /** Adds one record per call: a person who repeats a request has decided twice. */
    public void note(Who who, String verb, String subject, String detail) {
        noteOnce(UUID.randomUUID().toString(), who, verb, subject, detail);
    }

    /** Safe to repeat: adds one record per {@code onceKey}. */
    public void noteOnce(String onceKey, Who who, String verb, String subject, String detail) {
        installation
                .ledger()
                .audit()
                .add(new AuditTrail.Entry(onceKey, installation.now(), who, verb, subject, detail));
    }
}
