package dev.slipway.simulator.bmc;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Builds the resources of the service as JSON, in the shape of the Redfish schemas. */
final class Resources {
    private static final List<String> TYPES = List.of("On", "ForceOff", "GracefulRestart", "ForceRestart", "Nmi");

    private Resources() {}

    static String root(String systems, String sessions) {
        return """
                {"@odata.id": "/redfish/v1/", "@odata.type": "#ServiceRoot.v1_5_0.ServiceRoot",
                 "RedfishVersion": "1.5.0", "Systems": {"@odata.id": "%s"}, "Links": {"Sessions": {"@odata.id": "%s"}}}
                """.formatted(systems, sessions);
    }

    static String systems(String at, List<String> names) {
        String members = names.stream()
                .map(name -> "{\"@odata.id\": \"" + at + "/" + name + "\"}")
                .collect(Collectors.joining(", "));
        return """
                {"@odata.type": "#ComputerSystemCollection.ComputerSystemCollection", "Members@odata.count": %d,
                 "Members": [%s]}
                """.formatted(names.size(), members);
    }

    static String system(String at, String uuid, boolean powered, Set<BmcFault> faults) {
        String type = faults.contains(BmcFault.ANOTHER_SCHEMA)
                ? "#Toaster.v1_0_0.Toaster"
                : "#ComputerSystem.v1_10_0.ComputerSystem";
        return """
                {"@odata.id": "%1$s", "@odata.type": "%2$s", "Id": "1", "Model": "Simulated HGX", "UUID": "%3$s",
                 "PowerState": "%4$s", "LogServices": {"@odata.id": "%1$s/LogServices"},
                 "Actions": {"#ComputerSystem.Reset": {"target": "%1$s/Actions/ComputerSystem.Reset"%5$s}}}
                """.formatted(at, type, uuid, powered ? "On" : "Off", offered(at, faults));
    }

    private static String offered(String at, Set<BmcFault> faults) {
        if (faults.contains(BmcFault.OFFERS_NOTHING)) {
            return "";
        }
        if (faults.contains(BmcFault.ACTION_INFO)) {
            return ", \"@Redfish.ActionInfo\": \"" + at + "/ResetActionInfo\"";
        }
        List<String> types = faults.contains(BmcFault.RESTARTS_ONLY) ? List.of("ForceRestart") : TYPES;
        return ", \"ResetType@Redfish.AllowableValues\": " + array(types);
    }

    static String logServices(String at) {
        return """
                {"@odata.type": "#LogServiceCollection.LogServiceCollection",
                 "Members": [{"@odata.id": "%1$s/Audit"}, {"@odata.id": "%1$s/SEL"}]}
                """.formatted(at);
    }

    static String logService(String at, String id) {
        return """
                {"@odata.type": "#LogService.v1_1_0.LogService", "Id": "%2$s", "LogEntryType": "%3$s",
                 "Entries": {"@odata.id": "%1$s/Entries"}}
                """.formatted(at, id, id.equals("SEL") ? "SEL" : "Event");
    }

    /** Returns two pages, newest first, as some services do. */
    static String entries(String at, boolean second) {
        String entry = "{\"Created\": \"%s\", \"Severity\": \"%s\", \"Message\": \"%s\"}";
        return second
                ? "{\"Members\": [" + entry.formatted("2026-11-20T01:00:00Z", "OK", "Power Supply 1: presence detected")
                        + "]}"
                : "{\"Members\": ["
                        + entry.formatted(
                                "2026-11-21T02:00:00Z", "Critical", "GPU 3: critical interrupt, bus fatal error")
                        + "], \"Members@odata.nextLink\": \"" + at + "/2\"}";
    }

    static String actionInfo() {
        return """
                {"@odata.type": "#ActionInfo.v1_1_0.ActionInfo",
                 "Parameters": [{"Name": "ResetType", "Required": true, "DataType": "String", "AllowableValues": %s}]}
                """.formatted(array(TYPES));
    }

    private static String array(List<String> words) {
        return words.stream().map(word -> "\"" + word + "\"").collect(Collectors.joining(", ", "[", "]"));
    }
}
