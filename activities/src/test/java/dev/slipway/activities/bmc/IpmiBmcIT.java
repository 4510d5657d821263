package dev.slipway.activities.bmc;

import org.junit.jupiter.api.Tag;

/** OpenIPMI's simulator keeps the contract, asked through the real ipmitool. */
@Tag("bmc")
class IpmiBmcIT extends BmcContract {
    @Override
    Trial trial() {
        return new LabBmc(BmcTarget.Protocol.IPMI);
    }
}
