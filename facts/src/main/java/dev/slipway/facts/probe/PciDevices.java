package dev.slipway.facts.probe;

import dev.slipway.facts.kernel.LspciParser;
import dev.slipway.facts.kernel.LspciParser.Device;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import java.util.List;

/** Lists the addresses of NVIDIA's devices that are on the bus. */
final class PciDevices {
    private PciDevices() {}

    static Reading<List<String>> gpus(Output output) {
        return onBus(output, false);
    }

    /** Returns the NVSwitches: bridges of NVIDIA. Those of later systems are on another bus, and none is listed. */
    static Reading<List<String>> switches(Output output) {
        return onBus(output, true);
    }

    private static Reading<List<String>> onBus(Output output, boolean nvswitches) {
        return new LspciParser()
                .parse(output)
                .value()
                .map(devices -> devices.stream()
                        .filter(device -> device.onBus() && device.nvswitch() == nvswitches)
                        .map(Device::address)
                        .toList());
    }
}
