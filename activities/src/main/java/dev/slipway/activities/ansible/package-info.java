/** Nodes brought to their baseline by the site's Ansible role, run beside the worker and detached from it. */
@NullMarked
package dev.slipway.activities.ansible;

import org.jspecify.annotations.NullMarked;
