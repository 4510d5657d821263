package dev.slipway.starter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.starter.RunningStarter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.yaml.snakeyaml.Yaml;

class OpenApiTest {

    @TempDir
    Path folder;

    @Test
    void describesExactlyThePathsThatAreServed() {
        try (RunningStarter starter = RunningStarter.in(folder)) {
            Map<String, Map<String, Map<String, Object>>> description = new Yaml()
                    .load(starter.get("/api/v1/openapi.yaml").body().replaceFirst("(?s)^.*?\\npaths:", "paths:"));
            List<String> described = new ArrayList<>();
            description
                    .getOrDefault("paths", Map.of())
                    .forEach((path, methods) -> methods.keySet()
                            .forEach(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path)));
            List<String> served = new ArrayList<>();
            starter.running()
                    .context()
                    .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                    .getHandlerMethods()
                    .keySet()
                    .forEach(mapping -> served.addAll(lines(mapping)));
            assertThat(described).containsExactlyInAnyOrderElementsOf(served);
        }
    }

    private static List<String> lines(RequestMappingInfo mapping) {
        List<String> lines = new ArrayList<>();
        for (String pattern : mapping.getPatternValues()) {
            if (pattern.startsWith("/error") || pattern.startsWith("/actuator")) {
                continue;
            }
            for (RequestMethod method : mapping.getMethodsCondition().getMethods()) {
                lines.add(method + " " + pattern.replaceAll(":[^}]*}", "}"));
            }
        }
        return lines;
    }
}
