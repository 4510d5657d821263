package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.Ailment;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.GpuSettings;
import dev.slipway.simulator.node.GpuUnit;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the long report of {@code nvidia-smi -q}, in the order and indentation of the real one, for an H100. */
record SmiReport(SimulatedNode node) {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ROOT).withZone(ZoneOffset.UTC);

    String text() {
        List<GpuUnit> gpus = node.answering();
        StringBuilder out = new StringBuilder("\n==============NVSMI LOG==============\n\n");
        out.append("Timestamp                                 : "
                + STAMP.format(node.clock().now()) + "\n");
        out.append("Driver Version                            : " + driver() + "\n");
        out.append("CUDA Version                              : 12.8\n\n");
        out.append("Attached GPUs                             : " + gpus.size() + "\n");
        for (int i = 0; i < gpus.size(); i++) {
            out.append(gpu(gpus.get(i), i)).append('\n');
        }
        return out.toString();
    }

    private String driver() {
        return node.driver().resident().orElse("N/A");
    }

    private String gpu(GpuUnit gpu, int minor) {
        return identity(gpu, minor)
                + state(gpu)
                + memory(gpu)
                + fabric(gpu)
                + power()
                + processes(gpu)
                + capabilities();
    }

    private String identity(GpuUnit gpu, int minor) {
        GpuSettings set = node.settings();
        return """
                GPU %s
                    Product Name                          : %s
                    Product Brand                         : NVIDIA
                    Product Architecture                  : Hopper
                    Display Mode                          : Enabled
                    Display Active                        : Disabled
                    Persistence Mode                      : %s
                    Addressing Mode                       : None
                    MIG Mode
                        Current                           : %s
                        Pending                           : %s
                    Accounting Mode                       : Disabled
                    Accounting Mode Buffer Size           : 4000
                    Serial Number                         : %s
                    GPU UUID                              : %s
                    Minor Number                          : %d
                    VBIOS Version                         : %s
                    MultiGPU Board                        : No
                    Board Part Number                     : 692-2G520-0200-000
                    GPU Part Number                       : 2330-885-A1
                    Inforom Version
                        Image Version                     : G520.0200.00.05
                        OEM Object                        : 2.1
                        ECC Object                        : 7.16
                        Power Management Object           : N/A
                """.formatted(
                        gpu.busId(),
                        Smi.MODEL,
                        onOff(set.persistence()),
                        onOff(set.mig()),
                        onOff(set.mig()),
                        gpu.serial(),
                        gpu.uuid(),
                        minor,
                        node.machine().vbios());
    }

    private String state(GpuUnit gpu) {
        return resets(gpu) + performance();
    }

    private String resets(GpuUnit gpu) {
        String asks = ailment(gpu).map(Ailment::asks).orElse("None");
        return """
                    GPU Reset Status
                        Reset Required                    : %s
                        Drain and Reset Recommended       : %s
                    GPU Recovery Action                   : %s
                    GSP Firmware Version                  : %s
                    PCI
                        GPU Link Info
                            PCIe Generation
                                Max                       : 5
                                Current                   : 5
                            Link Width
                                Max                       : 16x
                                Current                   : 16x
                """.formatted(
                        yes(asks.equals("Reset")),
                        yes(asks.equals("Drain and Reset")),
                        asks,
                        node.driver().runningFirmware().orElse("N/A"));
    }

    private String performance() {
        return """
                    Performance State                     : P0
                    Clocks Event Reasons
                        Idle                              : Active
                        Applications Clocks Setting       : Not Active
                        SW Power Cap                      : Not Active
                        HW Slowdown                       : %s
                            HW Thermal Slowdown           : %s
                            HW Power Brake Slowdown       : %s
                        Sync Boost                        : Not Active
                        SW Thermal Slowdown               : %s
                        Display Clock Setting             : Not Active
                    FB Memory Usage
                        Total                             : 81559 MiB
                        Reserved                          : 454 MiB
                        Used                              : 1 MiB
                        Free                              : 81106 MiB
                    Compute Mode                          : %s
                """.formatted(
                        slowed("HW Slowdown"),
                        slowed("HW Thermal Slowdown"),
                        slowed("HW Power Brake Slowdown"),
                        slowed("SW Thermal Slowdown"),
                        node.settings().computeMode());
    }

    private String slowed(String reason) {
        return node.heldDown().equals(reason) ? "Active" : "Not Active";
    }

    private Optional<Ailment> ailment(GpuUnit gpu) {
        return node.machine().ailment(gpu.slot());
    }

    private String memory(GpuUnit gpu) {
        Ailment.Rows rows = ailment(gpu).map(Ailment::rows).orElse(Ailment.Rows.WELL);
        String ecc = onOff(node.settings().ecc());
        return """
                    ECC Mode
                        Current                           : %1$s
                        Pending                           : %1$s
                    ECC Errors
                        Volatile
                            SRAM Correctable              : 0
                            SRAM Uncorrectable Parity     : 0
                            SRAM Uncorrectable SEC-DED    : 0
                            DRAM Correctable              : 0
                            DRAM Uncorrectable            : 0
                        Aggregate
                            SRAM Correctable              : 0
                            SRAM Uncorrectable Parity     : 0
                            SRAM Uncorrectable SEC-DED    : %2$d
                            DRAM Correctable              : 0
                            DRAM Uncorrectable            : 0
                            SRAM Threshold Exceeded       : No
                    Remapped Rows
                        Correctable Error                 : 0
                        Uncorrectable Error               : 0
                        Pending                           : %3$s
                        Remapping Failure Occurred        : %4$s
                """.formatted(
                        ecc,
                        ailment(gpu).map(Ailment::sram).orElse(0),
                        yes(rows == Ailment.Rows.PENDING),
                        yes(rows == Ailment.Rows.FAILED));
    }

    private String fabric(GpuUnit gpu) {
        boolean registered = node.fabric().registered(gpu.slot());
        return """
                    Fabric
                        State                             : %s
                        Status                            : %s
                        CliqueId                          : 0
                        ClusterUUID                       : 00000000-0000-0000-0000-000000000000
                        Health
                            Bandwidth                     : N/A
                """.formatted(registered ? "Completed" : "In Progress", registered ? "Success" : "N/A");
    }

    private String power() {
        GpuSettings set = node.settings();
        return """
                GPU Power Readings
                    Power Draw                        : 100.89 W
                    Current Power Limit               : %1$d.00 W
                    Requested Power Limit             : %1$d.00 W
                    Default Power Limit               : 700.00 W
                Applications Clocks
                    Graphics                          : %2$d MHz
                    Memory                            : %3$d MHz
                """.formatted(
                set.powerLimit(), set.clocks().graphics(), set.clocks().memory()).indent(4);
    }

    private String processes(GpuUnit gpu) {
        List<GpuProcess> here =
                node.processes().stream().filter(p -> p.slot() == gpu.slot()).toList();
        if (here.isEmpty()) {
            return "    Processes                             : None\n";
        }
        StringBuilder out = new StringBuilder("    Processes\n");
        for (GpuProcess process : here) {
            out.append("        GPU instance ID                   : N/A\n");
            out.append("        Compute instance ID               : N/A\n");
            out.append("        Process ID                        : " + process.pid() + "\n");
            out.append("            Type                          : C\n");
            out.append("            Name                          : " + process.command() + "\n");
            out.append("            Used GPU Memory               : 2296 MiB\n");
        }
        return out.toString();
    }

    /** Returns what drivers since 555 list of a GPU last of all. */
    private static String capabilities() {
        return "    Capabilities\n        EGM                               : disabled\n";
    }

    private static String yes(boolean so) {
        return so ? "Yes" : "No";
    }

    private static String onOff(boolean on) {
        return on ? "Enabled" : "Disabled";
    }
}
