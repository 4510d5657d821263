package dev.slipway.activities.bmc;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** sushy-tools keeps the contract: a Redfish service of its own make, over TLS. */
@Tag("bmc")
@ExtendWith(LabBmcs.class)
class RedfishBmcIT extends BmcContract {
    @Override
    Trial trial() {
        return new LabBmc(BmcTarget.Protocol.REDFISH);
    }
}
