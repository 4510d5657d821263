package dev.slipway.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a key means when it is left out, written as it would stand in the file. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
    /** The value as text, e.g. {@code 15m}; for a section {@code {}}: every key of it at its own default. */
    String value();
}
