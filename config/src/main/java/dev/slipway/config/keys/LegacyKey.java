package dev.slipway.config.keys;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the key that a component had before. A file that still has it is refused with the new name. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface LegacyKey {
    /** Returns the old key. */
    String value();
}
