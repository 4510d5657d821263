package dev.slipway.ledger;

import java.util.UUID;

class UnbuildablePairsOnH2Test extends UnbuildablePairsContract {

    @Override
    String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
