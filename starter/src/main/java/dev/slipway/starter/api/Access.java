package dev.slipway.starter.api;

import dev.slipway.starter.Installation;
import org.springframework.stereotype.Component;

/** Bundles the three parts that most requests need: the installation, its members, and Temporal. */
@Component
public record Access(Installation installation, Members members, Runs runs) {}
