package dev.slipway.starter;

import dev.slipway.starter.tokens.AccessTokens;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.core.Ordered;

/** What Spring puts together. {@link Installation} comes from outside. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ComponentScan({
    "dev.slipway.starter.api",
    "dev.slipway.starter.alerts",
    "dev.slipway.starter.page",
    "dev.slipway.starter.schedules"
})
class StarterApplication {

    @Bean
    FilterRegistrationBean<RequestLimits> limits() {
        FilterRegistrationBean<RequestLimits> filter = new FilterRegistrationBean<>(new RequestLimits());
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }

    @Bean
    FilterRegistrationBean<BearerFilter> door(AccessTokens tokens) {
        FilterRegistrationBean<BearerFilter> filter = new FilterRegistrationBean<>(new BearerFilter(tokens));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return filter;
    }
}
