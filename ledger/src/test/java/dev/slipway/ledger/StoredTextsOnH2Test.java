package dev.slipway.ledger;

import java.util.UUID;

class StoredTextsOnH2Test extends StoredTextsContract {

    @Override
    String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
