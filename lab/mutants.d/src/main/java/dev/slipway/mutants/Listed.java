package dev.slipway.mutants;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.plugin.Feature;

/**
 * Takes out the mutants that are listed: every test of the entry would run for each, and none kills it. Where a line of
 * code has more mutants of one kind than are listed, all of them are judged.
 */
public final class Listed implements MutationInterceptorFactory {
    @Override
    public MutationInterceptor createInterceptor(InterceptorParameters parameters) {
        return new Filter(new Keys(parameters.data().getSourcePaths()), Keys.listed());
    }

    @Override
    public Feature provides() {
        return Feature.named("LISTED").withOnByDefault(false).withDescription(description());
    }

    @Override
    public String description() {
        return "Takes out the mutants that are listed as survivors";
    }

    private record Filter(Keys keys, Map<String, Long> listed) implements MutationInterceptor {
        @Override
        public InterceptorType type() {
            return InterceptorType.FILTER;
        }

        @Override
        public void begin(ClassTree type) {}

        @Override
        public Collection<MutationDetails> intercept(Collection<MutationDetails> mutants, Mutater mutater) {
            Map<String, List<MutationDetails>> ofKey = mutants.stream().collect(Collectors.groupingBy(keys::of));
            return mutants.stream()
                    .filter(mutant -> {
                        String key = keys.of(mutant);
                        if (ofKey.get(key).size() > listed.getOrDefault(key, 0L)) {
                            return true;
                        }
                        Outcomes.note("LISTED", key);
                        return false;
                    })
                    .toList();
        }

        @Override
        public void end() {}
    }
}
