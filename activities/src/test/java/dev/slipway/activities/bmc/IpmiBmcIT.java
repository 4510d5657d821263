package dev.slipway.activities.bmc;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** OpenIPMI's simulator keeps the contract, asked through the real ipmitool. */
@Tag("bmc")
@ExtendWith(LabBmcs.class)
class IpmiBmcIT extends BmcContract {
    @Override
    Trial trial() {
        return new LabBmc(BmcTarget.Protocol.IPMI);
    }
}
