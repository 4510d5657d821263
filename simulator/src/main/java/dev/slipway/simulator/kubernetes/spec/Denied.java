package dev.slipway.simulator.kubernetes.spec;

/** Names a right the client does not have; {@code *} stands for every verb or every resource. */
public record Denied(String verb, String resource) {

    public boolean covers(String asked, String askedResource) {
        return (verb.equals("*") || verb.equals(asked)) && (resource.equals("*") || resource.equals(askedResource));
    }
}
