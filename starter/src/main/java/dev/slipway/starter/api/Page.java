package dev.slipway.starter.api;

import dev.slipway.starter.client.NextPage;
import java.nio.charset.StandardCharsets;
import org.springframework.web.util.UriUtils;

/** Splits a list into pages: every page states how many entries follow, and where. */
final class Page {
    private Page() {}

    /** Returns where a page begins that was requested from {@code from} on, in a list of that size. */
    static int from(int from, int size) {
        return Math.clamp(from, 0, size);
    }

    /** Returns what comes after the page that ends before {@code end}, of the list of {@code what} by that name. */
    static NextPage rest(int size, int end, String what, String name) {
        String path = "/api/v1/" + what + "/" + UriUtils.encodePathSegment(name, StandardCharsets.UTF_8);
        return end >= size ? new NextPage(0, "") : new NextPage(size - end, path + "?from=" + end);
    }

    /** Returns what comes after the page that ends before {@code end}, of the only list of {@code what}. */
    static NextPage rest(int size, int end, String what) {
        return end >= size ? new NextPage(0, "") : new NextPage(size - end, "/api/v1/" + what + "?from=" + end);
    }
}
