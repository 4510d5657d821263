package dev.slipway.starter;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets nobody in without the token, health aside. A browser, which can send no bearer token by itself, may send it as the
 * password of any user, for reading only: a form on another site must not be able to decide something with it.
 */
final class BearerFilter extends OncePerRequestFilter {
    private static final Pattern HEALTH = Pattern.compile("/actuator/health(/[A-Za-z]+)?");

    private final Token token;

    BearerFilter(Token token) {
        this.token = token;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return HEALTH.matcher(request.getRequestURI()).matches();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (presented(request).map(token::is).orElse(false)) {
            chain.doFilter(request, response);
            return;
        }
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        response.addHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        if (request.getMethod().equals("GET") && !request.getRequestURI().startsWith("/api/")) {
            response.addHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"slipway: the token is the password\"");
        }
        response.setContentType("application/problem+json");
        response.getWriter().write("""
                {"title":"Not authorised","status":401,"what":"the bearer token is missing or wrong",\
                "next":"send 'Authorization: Bearer TOKEN' with the token that the starter wrote into its token file"}""");
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
}
