package dev.slipway.ledger;

import java.util.UUID;

class CapacityGrantsOnH2Test extends CapacityGrantsContract {

    @Override
    String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
