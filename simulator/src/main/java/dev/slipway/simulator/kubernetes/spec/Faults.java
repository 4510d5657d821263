package dev.slipway.simulator.kubernetes.spec;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

/** Plans what goes wrong: each entry applies to the next few requests that it matches, the oldest entry first. */
public final class Faults {
    private final List<Planned> planned = new ArrayList<>();

    private static final class Planned {
        private final String verb;
        private final Pattern path;
        private final Fault fault;
        private int left;

        Planned(String verb, Pattern path, Fault fault, int left) {
            this.verb = verb;
            this.path = path;
            this.fault = fault;
            this.left = left;
        }

        boolean matches(String asked, String where) {
            return (verb.equals("*") || verb.equals(asked))
                    && path.matcher(where).matches();
        }
    }

    public Faults() {}

    /** Plans a fault for the next {@code times} requests of a verb ({@code *} for any) whose whole path matches. */
    public synchronized void next(int times, String verb, String pathRegex, Fault fault) {
        planned.add(new Planned(verb, Pattern.compile(pathRegex), fault, times));
    }

    /** Plans refusals by the flow control, which requests a wait of 1, 2, 4 and so on seconds as they go on. */
    public synchronized void overload(int times, String verb, String pathRegex) {
        for (int i = 0; i < times; i++) {
            next(1, verb, pathRegex, Fault.overloaded(1 << Math.min(i, 5)));
        }
    }

    /** Forgets everything that is still planned. */
    public synchronized void clear() {
        planned.clear();
    }

    /** Returns how many planned faults have not happened yet. */
    public synchronized int left() {
        return planned.stream().mapToInt(entry -> entry.left).sum();
    }

    public synchronized Fault take(String verb, String path) {
        for (Iterator<Planned> all = planned.iterator(); all.hasNext(); ) {
            Planned entry = all.next();
            if (entry.matches(verb, path)) {
                entry.left--;
                if (entry.left <= 0) {
                    all.remove();
                }
                return entry.fault;
            }
        }
        return new Fault.Serves();
    }
}
