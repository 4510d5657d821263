package dev.slipway.ledger;

import java.util.UUID;

class KnownLinesOnH2Test extends KnownLinesContract {

    @Override
    String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
