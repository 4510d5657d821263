package dev.slipway.facts.probe;

import dev.slipway.facts.kernel.LspciParser;
import dev.slipway.facts.kernel.LspciParser.Device;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.facts.Reading;
import java.util.List;

/** Lists the addresses of NVIDIA's devices that are on the bus. */
final class PciDevices {
    private PciDevices() {}

    static Reading<List<Device>> parse(Output output) {
        return new LspciParser().parse(output).value();
    }

    static List<String> gpus(List<Device> devices) {
        return onBus(devices, false);
    }

    /** Returns the NVSwitches: bridges of NVIDIA. Those of later systems are on another bus, and none is listed. */
    static List<String> switches(List<Device> devices) {
        return onBus(devices, true);
    }

    private static List<String> onBus(List<Device> devices, boolean nvswitches) {
        return devices.stream()
                .filter(device -> device.onBus() && device.nvswitch() == nvswitches)
                .map(Device::address)
                .toList();
    }
}
