package dev.slipway.config.units;

/** Holds a host name or address with a port, written {@code 127.0.0.1:8080}. */
public record HostPort(String host, int port) {

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
