package dev.slipway.model.facts;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lists what is on a node's disk for its driver beside the module that loads. {@code owners} has the package of each
 * copy of the module for the running kernel, by path, empty if no package owns it; {@code firmware} is every firmware
 * directory of the GPU's system processor that is named by a driver version; {@code asked} are the firmware files that
 * the module on disk loads, as {@code VERSION/NAME}; {@code gspSettings} are the settings of {@code
 * NVreg_EnableGpuFirmware}, by the file or command line that makes them; {@code cdi} are the CDI specifications, which
 * name the driver to containers.
 */
public record DriverFiles(
        Reading<Map<String, String>> owners,
        Reading<List<Firmware>> firmware,
        Reading<List<String>> asked,
        Reading<Map<String, String>> gspSettings,
        Reading<CdiSpecs> cdi) {

    /** Accepts files that were stored before the last part existed: it is empty. */
    public DriverFiles {
        cdi = Optional.ofNullable(cdi).orElseGet(() -> Reading.unknown("these facts were stored without it"));
    }

    /** Describes one directory of firmware: the driver version that it is named by, and its files with their bytes. */
    public record Firmware(String version, Map<String, Long> files) {

        /** Returns whether {@code name} exists and is not empty. */
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
