package dev.slipway.starter.api;

import dev.slipway.starter.client.ApiError;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.type.MethodMetadata;

/**
 * Adds to the description of the API what springdoc does not read from the controllers and their records. It is made at
 * the first request for it.
 */
@Configuration(proxyBeanMethods = false)
public class ApiDescription {
    /** Is where the description is served: as JSON under this path, as YAML with {@code .yaml} after it. */
    private static final String PATH = "/api/v1/openapi";

    private static final String YAML = "application/yaml";
    private static final String PROBLEM = "Problem";

    private static final String ABOUT = """
            The HTTP API of an installation. Every path but /actuator/health needs a bearer token: the one that the
            starter wrote into its token file at first start, which is called default, or a named one (slipway token
            add). The name of the token is who decides, in audit, runs and approvals. A token of kind read may only
            GET, one of kind alerts may only post alerts. Rows come from the ledger; a row that its run has left
            behind is marked stale.

            Every error is application/problem+json (RFC 9457) with what is wrong (detail) and what to do about it
            (next): 400 the request is wrong, 401 no or a wrong token, 403 a token that may not do this, 404 no such
            thing, 409 refused in the present state, 413 the body is too large, 422 understood and nothing in it can
            be acted on, 503 Temporal, the ledger or a worker does not answer.
            """;

    /** Returns springdoc's settings. */
    public static Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("springdoc.api-docs.enabled", true);
        settings.put("springdoc.api-docs.path", PATH);
        settings.put("springdoc.api-docs.version", "openapi_3_1");
        settings.put("springdoc.default-produces-media-type", "application/json");
        settings.put("springdoc.override-with-generic-response", false);
        settings.put("springdoc.writer-with-order-by-keys", true);
        return settings;
    }

    /** Defers springdoc until the first request for the description. */
    @Bean
    static BeanFactoryPostProcessor descriptionOnDemand() {
        return factory -> {
            for (String name : factory.getBeanDefinitionNames()) {
                BeanDefinition bean = factory.getBeanDefinition(name);
                if (madeBySpringdoc(bean)) {
                    bean.setLazyInit(true);
                }
            }
        };
    }

    private static boolean madeBySpringdoc(BeanDefinition bean) {
        MethodMetadata method =
                bean instanceof AnnotatedBeanDefinition annotated ? annotated.getFactoryMethodMetadata() : null;
        String maker = method == null ? bean.getBeanClassName() : method.getDeclaringClassName();
        return maker != null && maker.startsWith("org.springdoc.");
    }

    @Bean
    @Lazy
    OpenAPI description() {
        return new OpenAPI()
                .info(new Info().title("Slipway").version("1").description(ABOUT))
                .addServersItem(new Server().url("http://127.0.0.1:8080"))
                .addSecurityItem(new SecurityRequirement().addList("token"))
                .components(new Components()
                        .addSecuritySchemes(
                                "token",
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("bearer"))
                        .addSchemas(PROBLEM, problem())
                        .addResponses(
                                PROBLEM,
                                new ApiResponse()
                                        .description("What is wrong, and what to do about it.")
                                        .content(content(
                                                "application/problem+json",
                                                new Schema<>().$ref("#/components/schemas/" + PROBLEM)))));
    }

    /**
     * Adds to every operation a problem as an answer, and removes names that springdoc makes of those of methods, which
     * mean nothing.
     */
    @Bean
    @Lazy
    OpenApiCustomizer operations() {
        return api -> {
            api.path(PATH + ".yaml", new PathItem().get(own()));
            api.getPaths()
                    .values()
                    .forEach(path -> path.readOperations().forEach(operation -> {
                        operation.setOperationId(null);
                        operation.setTags(null);
                        operation.getResponses().addApiResponse(ApiResponses.DEFAULT, new ApiResponse().$ref(PROBLEM));
                        operation.getResponses().values().stream()
                                .filter(answer -> "OK".equals(answer.getDescription())
                                        || "Accepted".equals(answer.getDescription()))
                                .forEach(answer -> answer.setDescription("Done."));
                    }));
        };
    }

    private static Operation own() {
        ApiResponse yaml =
                new ApiResponse().description("Done.").content(content(YAML, new JsonSchema().typesItem("string")));
        return new Operation().summary("This description").responses(new ApiResponses().addApiResponse("200", yaml));
    }

    private static Content content(String type, Schema<?> schema) {
        return new Content().addMediaType(type, new MediaType().schema(schema));
    }

    private static Schema<?> problem() {
        return ModelConverters.getInstance(true).read(ApiError.class).getOrDefault(PROBLEM, new Schema<>());
    }
}
