package dev.slipway.ledger;

import java.util.UUID;

class RosterReadingsOnH2Test extends RosterReadingsContract {

    @Override
    String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
