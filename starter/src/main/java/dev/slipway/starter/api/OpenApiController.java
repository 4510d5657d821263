package dev.slipway.starter.api;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The description of this API, kept by hand; a test holds its paths equal to the mappings. */
@RestController
final class OpenApiController {

    @GetMapping(path = "/api/v1/openapi.yaml", produces = "application/yaml")
    Resource description() {
        return new ClassPathResource("openapi.yaml");
    }
}
