package dev.slipway.starter;

import dev.slipway.config.Config;
import dev.slipway.config.SiteConfig;
import dev.slipway.config.process.ServerCommand;
import dev.slipway.config.process.StartFailure;
import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.config.units.HostPort;
import dev.slipway.ledger.LedgerAway;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.starter.api.ApiDescription;
import dev.slipway.starter.tokens.AccessTokens;
import dev.slipway.starter.tokens.UnusableTokens;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContextException;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Runs the starter: HTTP API, alert intake, fleet page and schedules. It is stateless: any number of starters may run
 * on one PostgreSQL ledger. It also starts while Temporal is away, reports that, and never falls back to another one.
 */
public final class Starter {
    private static final ServerCommand COMMAND = new ServerCommand(
            "starter",
            "Runs the starter: HTTP API, alert intake, fleet page and schedules. It also starts\n"
                    + "while Temporal is away, and needs a worker beside it for everything that runs.",
            List.of("slipway starter", "SLIPWAY_CONFIG=/etc/slipway slipway starter"));

    private Starter() {}

    /** Is a starter that listens. Closing it stops the HTTP service only. */
    public record Running(ConfigurableApplicationContext context, String host, int port) implements AutoCloseable {
        /** Returns the address that clients use. */
        public String url() {
            return "http://" + new HostPort(host, port);
        }

        @Override
        public void close() {
            context.close();
        }
    }

    /** Runs until the process is stopped, on the configuration that {@link Config#directory} finds. */
    public static void main(String[] args) {
        COMMAND.answer(List.of(args), System.out, System.err).ifPresent(System::exit);
        quiet();
        try {
            Config config = Config.load(Config.directory(System.getenv()));
            Running running = run(config);
            System.out.println("slipway starter listens on " + running.url() + ", its configuration is "
                    + config.directory() + ", its token is in "
                    + config.site().starter().tokenFile());
        } catch (RuntimeException e) {
            System.exit(failure(e).print(e, args, System.err));
        }
    }

    /** Describes what kept a starter, or the process that it is a part of, from starting. */
    public static StartFailure failure(RuntimeException e) {
        return switch (e) {
            case LedgerAway away -> StartFailure.away(String.valueOf(away.getMessage()), LedgerAway.NEXT);
            case CannotListen busy -> StartFailure.refused(String.valueOf(busy.getMessage()), CannotListen.NEXT);
            case UnusableTokens tokens ->
                StartFailure.wrong(String.valueOf(tokens.getMessage()), "see `starter.tokenFile` in slipway.yaml");
            default -> StartFailure.of(e);
        };
    }

    /** Silences the ledger's libraries, which would log every step before Spring sets its own levels. */
    private static void quiet() {
        LoggingSystem logging = LoggingSystem.get(Starter.class.getClassLoader());
        logging.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        logging.setLogLevel("org.flywaydb", LogLevel.ERROR);
    }

    /** Opens ledger and Temporal, and listens, as configured. Both are closed with the process. */
    private static Running run(Config config) {
        SiteConfig.Temporal temporal = config.site().temporal();
        WorkflowServiceStubs stubs = TemporalConnection.open(temporal);
        SiteConfig.Ledger at = config.site().ledger();
        LedgerDatabase ledger = LedgerDatabase.open(at.jdbcUrl(), at.user(), at.passwordFile());
        WorkflowClient client = WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder()
                        .setNamespace(temporal.namespace())
                        .build());
        Running running = start(
                new Installation(config, ledger, client, Clock.systemUTC()),
                config.site().starter().address());
        running.context().addApplicationListener(event -> {
            if (event instanceof org.springframework.context.event.ContextClosedEvent) {
                stubs.shutdown();
                ledger.close();
            }
        });
        return running;
    }

    /**
     * Listens on {@code address}, port 0 meaning any free one. The caller owns what {@code installation} holds. Fails
     * with {@link UnusableTokens} if its tokens cannot be used, with {@link CannotListen} if something else listens
     * there.
     */
    public static Running start(Installation installation, HostPort address) {
        AccessTokens tokens = new AccessTokens(installation.config().site().starter());
        ApplicationContextInitializer<GenericApplicationContext> parts = context -> {
            context.registerBean(Installation.class, () -> installation);
            context.registerBean(AccessTokens.class, () -> tokens);
        };
        ConfigurableApplicationContext context = context(address, parts);
        int port = Optional.ofNullable(((WebServerApplicationContext) context).getWebServer())
                .map(server -> server.getPort())
                .orElse(address.port());
        return new Running(context, address.host(), port);
    }

    private static ConfigurableApplicationContext context(
            HostPort address, ApplicationContextInitializer<GenericApplicationContext> parts) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(StarterApplication.class)
                .web(WebApplicationType.SERVLET)
                .bannerMode(org.springframework.boot.Banner.Mode.OFF)
                .properties(settings(address))
                .initializers(parts);
        try {
            return application.run();
        } catch (ApplicationContextException e) {
            throw CannotListen.in(e, address).orElseThrow(() -> e);
        }
    }

    private static Map<String, Object> settings(HostPort address) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("server.address", address.host());
        settings.put("server.port", address.port());
        settings.put("server.shutdown", "graceful");
        // A client whose body is too large reads the answer, where the rest of the body is not much longer.
        settings.put("server.tomcat.max-swallow-size", 2L * RequestLimits.MOST_BYTES);
        settings.put("spring.threads.virtual.enabled", true);
        settings.put("spring.jackson.deserialization.fail-on-unknown-properties", true);
        settings.put("management.endpoints.web.exposure.include", "health");
        settings.put("management.endpoint.health.probes.enabled", true);
        settings.put("management.endpoint.health.show-components", "always");
        settings.put("management.endpoint.health.group.readiness.include", "readinessState,ledger,temporal");
        settings.putAll(ApiDescription.settings());
        settings.put("logging.level.root", "warn");
        settings.put("spring.main.log-startup-info", false);
        // The caller reports in one sentence what keeps it from starting.
        settings.put("logging.level.org.springframework.boot.diagnostics", "off");
        settings.put("logging.level.org.springframework.boot.SpringApplication", "off");
        settings.put("logging.level.org.springframework.boot.web.server.servlet.context", "error");
        return settings;
    }
}
