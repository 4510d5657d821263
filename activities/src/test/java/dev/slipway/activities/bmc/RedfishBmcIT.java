package dev.slipway.activities.bmc;

import org.junit.jupiter.api.Tag;

/** sushy-tools keeps the contract: a Redfish service of its own make, over TLS. */
@Tag("bmc")
class RedfishBmcIT extends BmcContract {
    @Override
    Trial trial() {
        return new LabBmc(BmcTarget.Protocol.REDFISH);
    }
}
