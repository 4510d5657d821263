package dev.slipway.starter.api;

import dev.slipway.frame.engine.SearchKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Lists the runbooks of this release, by slug: {@code image-drift} is the workflow type {@code ImageDrift}. */
final class Runbooks {
    private static final String RUNBOOKS = "classpath*:dev/slipway/runbook/*/*Runbook.class";
    private static final Pattern SLUG = Pattern.compile("[a-z]+(-[a-z]+)*");

    private Runbooks() {}

    /** Returns the workflow type of a slug; refuses it if its interface is not in this release. */
    static String typeOf(String slug) {
        if (SLUG.matcher(slug).matches()) {
            String type = Arrays.stream(slug.split("-"))
                    .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                    .collect(Collectors.joining());
            String resource = "/dev/slipway/runbook/" + slug.replace("-", "") + "/" + type + ".class";
            if (Runbooks.class.getResource(resource) != null) {
                return type;
            }
        }
        throw ApiException.unknown("there is no runbook '" + slug + "'", "the runbooks are " + known());
    }

    private static String known() {
        try {
            return Arrays.stream(new PathMatchingResourcePatternResolver().getResources(RUNBOOKS))
                    .map(found ->
                            SearchKeys.slug(String.valueOf(found.getFilename()).replace("Runbook.class", "")))
                    .sorted()
                    .collect(Collectors.joining(", "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
