package dev.slipway.starter.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an instant as people have it: ISO with a zone, or {@code @} and seconds since 1970. */
final class LogTime implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String text) {
        try {
            return text.matches("@[0-9]{1,11}")
                    ? Instant.ofEpochSecond(Long.parseLong(text.substring(1)))
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new TypeConversionException("'" + text
                    + "' is not a time: write 2026-11-21T10:00:00Z, with a zone, or @ and seconds since 1970");
        }
    }
}
