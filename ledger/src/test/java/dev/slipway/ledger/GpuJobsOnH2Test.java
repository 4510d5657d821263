package dev.slipway.ledger;

import java.util.UUID;

class GpuJobsOnH2Test extends GpuJobsContract {

    @Override
    String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
