package dev.slipway.port;

import dev.slipway.model.CapacityRequest;
import dev.slipway.model.CapacityRoom;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** The way to the one budget of a failure domain. Used as local activities: quick, and safe to repeat. */
@ActivityInterface(namePrefix = "CapacityDesk.")
public interface CapacityDesk {

    /** Safe to repeat: the desk knows a holder by its workflow id. The grant arrives as the signal {@code granted}. */
    void ask(CapacityRequest request);

    /** Safe to repeat: giving back what is not held is nothing. */
    void giveBack(CapacityRequest request);

    /** Safe to repeat: reads configuration and the cluster. Which nodes are out, whoever took them, and how many may be. */
    CapacityRoom room(String fleet);

    /** Safe to repeat: reads only. Those of {@code workflowIds} that are no longer open. */
    List<String> closed(List<String> workflowIds);
}
