@NullMarked
package dev.slipway.starter.client;

import org.jspecify.annotations.NullMarked;
