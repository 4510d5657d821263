@NullMarked
package dev.slipway.verdict;

import org.jspecify.annotations.NullMarked;
