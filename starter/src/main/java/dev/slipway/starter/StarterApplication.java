package dev.slipway.starter;

import dev.slipway.starter.tokens.AccessTokens;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.core.Ordered;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Configures Spring. {@link Installation} comes from outside. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ComponentScan({
    "dev.slipway.starter.api",
    "dev.slipway.starter.alerts",
    "dev.slipway.starter.doctor",
    "dev.slipway.starter.page",
    "dev.slipway.starter.schedules",
    "dev.slipway.starter.triage"
})
class StarterApplication {

    /**
     * Disables Bean Validation: controllers check their input. springdoc brings Bean Validation, and a validator would
     * cost start-up.
     */
    @Bean
    WebMvcConfigurer withoutBeanValidation() {
        return new WebMvcConfigurer() {
            @Override
            public Validator getValidator() {
                return new NoValidation();
            }
        };
    }

    private static final class NoValidation implements Validator {
        @Override
        public boolean supports(Class<?> type) {
            return false;
        }

        @Override
        public void validate(Object target, Errors errors) {
            throw new UnsupportedOperationException("nothing is validated");
        }
    }

    @Bean
    Refusals refusals(@Qualifier("handlerExceptionResolver") ObjectProvider<HandlerExceptionResolver> resolvers) {
        return new Refusals(resolvers);
    }

    @Bean
    FilterRegistrationBean<RequestLimits> limits(Refusals refusals) {
        FilterRegistrationBean<RequestLimits> filter = new FilterRegistrationBean<>(new RequestLimits(refusals));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }

    @Bean
    FilterRegistrationBean<BearerFilter> bearerFilter(AccessTokens tokens, Refusals refusals) {
        FilterRegistrationBean<BearerFilter> filter = new FilterRegistrationBean<>(new BearerFilter(tokens, refusals));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return filter;
    }
}
