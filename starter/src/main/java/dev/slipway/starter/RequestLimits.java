package dev.slipway.starter;

import dev.slipway.starter.api.ApiException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses, before anything else reads a request, a path that names another one than it seems to, and a body that no
 * client of ours sends: 8 MiB hold an alert for every node of a fleet of ten thousand.
 */
final class RequestLimits extends OncePerRequestFilter {
    static final int MOST_BYTES = 8 << 20;

    /** Dot segments, parameters, empty segments and backslashes, plain or encoded. */
    private static final Pattern DEVIOUS =
            Pattern.compile("(?i)(/|%2f)(\\.|%2e){1,2}(/|%2f|;|%3b|$)|;|%3b|//|\\\\|%5c");

    private final Refusals refusals;

    RequestLimits(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (DEVIOUS.matcher(request.getRequestURI()).find()) {
            ApiException devious = ApiException.badRequest(
                    "the path has dot segments, empty segments or parameters", "see /api/v1/openapi.yaml");
            refusals.answer(request, response, devious);
        } else if (request.getContentLengthLong() > MOST_BYTES) {
            refusals.answer(request, response, ApiException.tooLarge(BodyTooLarge.WHAT));
        } else {
            chain.doFilter(new Limited(request), response);
        }
    }

    private static final class Limited extends HttpServletRequestWrapper {
        Limited(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new LimitedBody(super.getInputStream());
        }
    }

    private static final class LimitedBody extends ServletInputStream {
        private final ServletInputStream body;
        private long read;

        LimitedBody(ServletInputStream body) {
            this.body = body;
        }

        @Override
        public int read() throws IOException {
            int next = body.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = body.read(into, offset, length);
            count(count);
            return count;
        }

        private void count(int bytes) throws BodyTooLarge {
            read += Math.max(bytes, 0);
            if (read > MOST_BYTES) {
                throw new BodyTooLarge();
            }
        }

        @Override
        public boolean isFinished() {
            return body.isFinished();
        }

        @Override
        public boolean isReady() {
            return body.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            body.setReadListener(listener);
        }
    }
}
