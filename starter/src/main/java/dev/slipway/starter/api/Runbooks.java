package dev.slipway.starter.api;

import dev.slipway.frame.engine.SearchKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Lists the runbooks of this release, by slug: {@code image-drift} is the workflow type {@code ImageDrift}. */
final class Runbooks {
    private static final String CLASSES = "classpath*:dev/slipway/runbook/*/*Runbook.class";

    /** The class path is looked through once, when a runbook is first asked for. */
    private static final Map<String, String> TYPES = types();

    private Runbooks() {}

    /** Returns the workflow type of a slug; refuses it if it is not in this release. */
    static String typeOf(String slug) {
        String type = TYPES.get(slug);
        if (type == null) {
            throw ApiException.unknown(
                    "there is no runbook '" + slug + "'", "the runbooks are " + String.join(", ", TYPES.keySet()));
        }
        return type;
    }

    private static Map<String, String> types() {
        try {
            return Arrays.stream(new PathMatchingResourcePatternResolver().getResources(CLASSES))
                    .map(Runbooks::type)
                    .collect(Collectors.toMap(
                            SearchKeys::slug, Function.identity(), (same, twice) -> same, TreeMap::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String type(Resource implementation) {
        return String.valueOf(implementation.getFilename()).replace("Runbook.class", "");
    }
}
