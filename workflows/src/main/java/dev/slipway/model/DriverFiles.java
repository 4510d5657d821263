package dev.slipway.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What lies on a node's disk for its driver beside the module that loads. {@code owners} has the package of each copy
 * of the module for the running kernel, by path, empty where no package owns it; {@code firmware} is every directory of
 * the GPU's system processor that bears a driver's version; {@code asked} are the firmware files that the module on
 * disk loads, as {@code VERSION/NAME}; {@code gspSettings} are the settings of {@code NVreg_EnableGpuFirmware}, by the
 * file or command line that makes them; {@code cdi} is what containers are told of the driver.
 */
public record DriverFiles(
        Reading<Map<String, String>> owners,
        Reading<List<Firmware>> firmware,
        Reading<List<String>> asked,
        Reading<Map<String, String>> gspSettings,
        Reading<CdiSpecs> cdi) {

    /** Files that were kept before the last part was read have none of it. */
    public DriverFiles {
        cdi = Optional.ofNullable(cdi).orElseGet(() -> Reading.unknown("these facts were kept without it"));
    }

    /** One directory of firmware: the driver's version that it is named by, and its files with their bytes. */
    public record Firmware(String version, Map<String, Long> files) {

        /** Whether {@code name} is there and holds anything. */
        public boolean has(String name) {
            return files.getOrDefault(name, 0L) > 0;
        }
    }

    /** Nothing was read, all for one reason. */
    public static DriverFiles unread(String reason) {
        return new DriverFiles(
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason),
                Reading.unknown(reason));
    }
}
