package dev.slipway.starter;

import dev.slipway.starter.api.ApiException;
import dev.slipway.starter.tokens.AccessTokens;
import dev.slipway.starter.tokens.NamedToken;
import dev.slipway.starter.tokens.UnusableTokens;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets nobody in without a token, health aside, and nobody do more than the kind of the token allows. The token is the
 * request's principal from here on: its name is who decides. A browser, which can send no bearer token by itself, may
 * send it as the password of any user, for reading only: a form on another site must not be able to decide something
 * with it.
 */
final class BearerFilter extends OncePerRequestFilter {
    private static final Logger log = LoggerFactory.getLogger(BearerFilter.class);
    private static final Pattern HEALTH = Pattern.compile("/actuator/health(/[A-Za-z]+)?");

    private final AccessTokens tokens;
    private final Refusals refusals;

    BearerFilter(AccessTokens tokens, Refusals refusals) {
        this.tokens = tokens;
        this.refusals = refusals;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return HEALTH.matcher(request.getRequestURI()).matches();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<NamedToken> token;
        try {
            token = presented(request).flatMap(tokens::of);
        } catch (UnusableTokens e) {
            log.error("every request is refused: {}", e.getMessage());
            ApiException nobody = ApiException.away("the starter's tokens cannot be read", "see the starter's log");
            refusals.answer(request, response, nobody);
            return;
        }
        if (token.isEmpty()) {
            refuseUnknown(request, response);
        } else if (token.get().kind().allows(request.getMethod(), request.getRequestURI())) {
            chain.doFilter(new Authenticated(request, token.get()), response);
        } else {
            ApiException limited = ApiException.forbidden(
                    "the token " + token.get().name() + " " + token.get().kind().limit(),
                    "use a token of kind operator; make one where the starter runs: slipway token add NAME");
            refusals.answer(request, response, limited);
        }
    }

    private void refuseUnknown(HttpServletRequest request, HttpServletResponse response) {
        response.addHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        if (request.getMethod().equals("GET") && !request.getRequestURI().startsWith("/api/")) {
            response.addHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"slipway: the token is the password\"");
        }
        ApiException unknown = ApiException.unauthorised(
                "the bearer token is missing or wrong",
                "send 'Authorization: Bearer TOKEN' with the token that the starter wrote into its token file,"
                        + " or with one of slipway token add NAME");
        refusals.answer(request, response, unknown);
    }

    private static Optional<String> presented(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null) {
            return Optional.empty();
        }
        if (header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return Optional.of(header.substring(7).strip());
        }
        boolean reading = request.getMethod().equals("GET");
        return reading && header.regionMatches(true, 0, "Basic ", 0, 6)
                ? password(header.substring(6).strip())
                : Optional.empty();
    }

    private static Optional<String> password(String encoded) {
        try {
            String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            return Optional.of(pair.substring(pair.indexOf(':') + 1));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private static final class Authenticated extends HttpServletRequestWrapper {
        private final NamedToken token;

        Authenticated(HttpServletRequest request, NamedToken token) {
            super(request);
            this.token = token;
        }

        @Override
        public Principal getUserPrincipal() {
            return token;
        }
    }
}
