package dev.slipway.starter.api;

import dev.slipway.starter.Installation;
import org.springframework.stereotype.Component;

/** The three that most questions need: the installation, its members, and Temporal. */
@Component
record Access(Installation installation, Members members, Runs runs) {}
