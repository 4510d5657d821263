package dev.slipway.config.keys;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** States the value of a key that is left out, as a file would contain it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
    /** Returns the value as text, e.g. {@code 15m}; for a section {@code {}}: every key of it at its own default. */
    String value();
}
