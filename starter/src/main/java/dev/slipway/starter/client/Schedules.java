package dev.slipway.starter.client;

import java.util.List;

/** Lists the schedules of the drift checks, and what was done about each. */
public record Schedules(List<Schedule> schedules) {

    /** Describes the schedule of one fleet. */
    public record Schedule(String fleet, String id, String when, String done) {}
}
