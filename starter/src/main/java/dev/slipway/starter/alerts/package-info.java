/** Serves Alertmanager's webhook: an alert is acted on at most once ever. */
@NullMarked
package dev.slipway.starter.alerts;

import org.jspecify.annotations.NullMarked;
