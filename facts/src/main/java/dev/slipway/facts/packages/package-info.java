/** Parses what package tools print: what is installed, what a repository offers, and how versions are ordered. */
@NullMarked
package dev.slipway.facts.packages;

import org.jspecify.annotations.NullMarked;
