/** Brings nodes to their baseline with the site's Ansible role, run beside the worker and detached from it. */
@NullMarked
package dev.slipway.activities.ansible;

import org.jspecify.annotations.NullMarked;
