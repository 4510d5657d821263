package dev.slipway.starter.api;

import java.nio.charset.StandardCharsets;
import org.springframework.web.util.UriUtils;

/** A list that is answered a page at a time: no page ends without saying how many more there are, and where. */
final class Page {
    private Page() {}

    /** What comes after a page: how many, and the path that gives the next of them; 0 and blank at the end. */
    record Rest(int more, String next) {}

    /** Where a page begins that was asked for from {@code from} on, in a list of that size. */
    static int from(int from, int size) {
        return Math.clamp(from, 0, size);
    }

    /** What comes after the page that ends before {@code end}, of the list of {@code what} by that name. */
    static Rest rest(int size, int end, String what, String name) {
        String path = "/api/v1/" + what + "/" + UriUtils.encodePathSegment(name, StandardCharsets.UTF_8);
        return end >= size ? new Rest(0, "") : new Rest(size - end, path + "?from=" + end);
    }
}
