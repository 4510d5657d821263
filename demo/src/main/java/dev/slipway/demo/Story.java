package dev.slipway.demo;

import dev.slipway.simulator.fleet.FleetPlan;
import dev.slipway.simulator.observe.Expectations;
import java.util.List;
import java.util.Optional;

/** Defines a story of the demo: on which fleet, how, and what each of its nodes should look like in the end. */
interface Story {
    /** Returns the runbook that the story is about, which is also its name. */
    String name();

    /** Returns the fleet at its beginning; the seed decides which node is which. */
    FleetPlan plan(long seed);

    /** Tells it through the API alone; returns the nodes that a run was made on. */
    List<String> tell(Stage stage);

    /** Returns what each node should look like in the end, from the plan alone. */
    Expectations expectations(FleetPlan plan);

    /** Returns every story; the first is told if none is named. */
    static List<Story> all() {
        return List.of(new DriftStory(), new ReloadStory(), new KernelStory());
    }

    static Optional<Story> of(String name) {
        return all().stream().filter(story -> story.name().equals(name)).findFirst();
    }
}
