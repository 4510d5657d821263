package dev.slipway.starter;

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
    FilterRegistrationBean<BearerFilter> door(Installation installation) {
        FilterRegistrationBean<BearerFilter> filter = new FilterRegistrationBean<>(
                new BearerFilter(Token.in(installation.config().site().starter().tokenFile())));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return filter;
    }
}
