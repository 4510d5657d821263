package dev.slipway.facts.parse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** A fuzz test of the parser that the method is named after, begun with the samples of its tool. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(SampleSeeds.class)
@FuzzTest
@interface FuzzesParser {}
