package dev.slipway.simulator.slurm;

import dev.slipway.simulator.tools.Answer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Holds the maintenance reservations of a simulated Slurm, by name. It is used inside the controller's lock. */
final class SlurmReservations {
    private final Map<String, SlurmMachine> machines;
    private final Set<String> names = new TreeSet<>();

    SlurmReservations(Map<String, SlurmMachine> machines) {
        this.machines = machines;
    }

    /** Plays {@code scontrol create reservation} with these words. */
    Answer make(Map<String, String> request) {
        String name = request.getOrDefault("reservationname", "");
        List<String> nodes = List.of(request.getOrDefault("nodes", "").split(","));
        if (names.contains(name)) {
            return refused("Duplicate reservation name");
        } else if (!machines.keySet().containsAll(nodes)) {
            return refused("Invalid node name specified");
        }
        names.add(name);
        machines.values().stream()
                .filter(machine -> nodes.contains(machine.name))
                .forEach(machine -> machine.reservations.add(name));
        return Answer.of("Reservation created: " + name + "\n", "", 0);
    }

    private static Answer refused(String why) {
        return Answer.of("", "Error creating the reservation: " + why + "\n", 1);
    }

    /** Plays {@code scontrol delete} with this word. */
    Answer end(String word) {
        String name = word.replaceFirst("^reservation=", "");
        if (!names.remove(name)) {
            return Answer.of("", "delete_reservation " + word + ": Requested reservation is invalid\n", 1);
        }
        machines.values().forEach(machine -> machine.reservations.remove(name));
        return Answer.of("", "", 0);
    }
}
