package dev.slipway.ledger;

import java.util.UUID;

class FreezesOnH2Test extends FreezesContract {

    @Override
    String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
