package dev.slipway.simulator.kubernetes.spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Configures a simulated cluster.
 *
 * @param port where it listens on the loopback address; 0 for any free port
 * @param seed what its random names and ids follow from
 * @param speed how many simulated seconds pass in a real one
 * @param access who may do what
 * @param budgetWrite how long, in simulated time, one write to a budget's status blocks others
 */
public record SimulatedKubernetesOptions(int port, long seed, double speed, Access access, Duration budgetWrite) {

    public SimulatedKubernetesOptions {
        if (!(speed > 0)) {
            throw new IllegalArgumentException("speed must be above 0, not " + speed);
        }
    }

    /**
     * States who may do what.
     *
     * @param token the bearer token that clients must show
     * @param anonymous whether a request without any token is accepted too; kubectl sends none over plain HTTP
     * @param denied what the client's account may not do
     */
    public record Access(String token, boolean anonymous, List<Denied> denied) {
        public Access {
            denied = List.copyOf(denied);
        }
    }

    /** Returns the defaults: any port, seed 1, real time, all rights. */
    public static SimulatedKubernetesOptions defaults() {
        return new SimulatedKubernetesOptions(
                0, 1, 1, new Access("simulated-token-1", false, List.of()), Duration.ofMillis(40));
    }

    public SimulatedKubernetesOptions withPort(int other) {
        return new SimulatedKubernetesOptions(other, seed, speed, access, budgetWrite);
    }

    public SimulatedKubernetesOptions withSeed(long other) {
        return new SimulatedKubernetesOptions(port, other, speed, access, budgetWrite);
    }

    public SimulatedKubernetesOptions withSpeed(double other) {
        return new SimulatedKubernetesOptions(port, seed, other, access, budgetWrite);
    }

    public SimulatedKubernetesOptions withToken(String other) {
        return with(new Access(other, access.anonymous(), access.denied()));
    }

    /** Takes requests that show no token at all; a wrong token is still refused. */
    public SimulatedKubernetesOptions withAnonymousAccess() {
        return with(new Access(access.token(), true, access.denied()));
    }

    public SimulatedKubernetesOptions withBudgetWrite(Duration other) {
        return new SimulatedKubernetesOptions(port, seed, speed, access, other);
    }

    /** Returns the same without one right, such as {@code create} on {@code pods/eviction}. */
    public SimulatedKubernetesOptions without(String verb, String resource) {
        List<Denied> more = new ArrayList<>(access.denied());
        more.add(new Denied(verb, resource));
        return with(new Access(access.token(), access.anonymous(), more));
    }

    private SimulatedKubernetesOptions with(Access other) {
        return new SimulatedKubernetesOptions(port, seed, speed, other, budgetWrite);
    }
}
