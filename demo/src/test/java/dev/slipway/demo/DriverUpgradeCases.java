package dev.slipway.demo;

import java.util.List;

/** driver-upgrade on simulated fleets: it leads to another runbook by no row, and no row leads to it. */
final class DriverUpgradeCases implements RunbookCases {

    @Override
    public List<Diversion> diversions() {
        return List.of();
    }
}
