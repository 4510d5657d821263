/** Parses what schedulers, automation and alerting print: Slurm, Ansible, Alertmanager. */
@NullMarked
package dev.slipway.facts.schedulers;

import org.jspecify.annotations.NullMarked;
