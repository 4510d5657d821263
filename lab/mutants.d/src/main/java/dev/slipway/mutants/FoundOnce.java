package dev.slipway.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TestIdentifier;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.help.PitHelpError;
import org.pitest.junit5.JUnit5TestPluginFactory;
import org.pitest.junit5.JUnit5TestUnit;
import org.pitest.testapi.Configuration;
import org.pitest.testapi.Description;
import org.pitest.testapi.ResultCollector;
import org.pitest.testapi.TestGroupConfig;
import org.pitest.testapi.TestPluginFactory;
import org.pitest.testapi.TestSuiteFinder;
import org.pitest.testapi.TestUnit;
import org.pitest.testapi.TestUnitExecutionListener;
import org.pitest.testapi.TestUnitFinder;

/**
 * Finds tests as PIT's plugin for JUnit does, which runs all tests of a class to learn what they are: once, when
 * coverage is measured. The processes that judge mutants, dozens of them, take the ids that it found from the folder
 * {@code slipway.mutants.tests}.
 */
public final class FoundOnce implements TestPluginFactory {
    @Override
    public Configuration createTestFrameworkConfiguration(
            TestGroupConfig groups,
            ClassByteArraySource source,
            Collection<String> excludedRunners,
            Collection<String> includedMethods) {
        return new Once(new JUnit5TestPluginFactory()
                .createTestFrameworkConfiguration(groups, source, excludedRunners, includedMethods));
    }

    @Override
    public String name() {
        return "found-once";
    }

    @Override
    public String description() {
        return "Runs JUnit's tests, and looks for them once";
    }

    private record Once(Configuration junit) implements Configuration {
        /** Comes before the plugin itself. */
        @Override
        public int priority() {
            return junit.priority() - 1;
        }

        @Override
        public TestUnitFinder testUnitFinder() {
            return this::found;
        }

        @Override
        public TestSuiteFinder testSuiteFinder() {
            return junit.testSuiteFinder();
        }

        @Override
        public Optional<PitHelpError> verifyEnvironment() {
            return junit.verifyEnvironment();
        }

        private List<TestUnit> found(Class<?> type, TestUnitExecutionListener listener) {
            Path ids = Path.of(System.getProperty("slipway.mutants.tests"), type.getName());
            try {
                if (!Files.exists(ids)) {
                    List<TestUnit> found = junit.testUnitFinder().findTestUnits(type, listener);
                    Files.write(
                            ids,
                            found.stream()
                                    .map(test -> test.getDescription().getName())
                                    .toList());
                    return found;
                }
                List<TestUnit> found = Files.readAllLines(ids).stream()
                        .<TestUnit>map(id -> new JUnit5TestUnit(type, TestIdentifier.from(new Test(id))))
                        .toList();
                found.stream().findFirst().ifPresent(test -> test.execute(new Unheard()));
                return found;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A test of which only the id is known. */
    private static final class Test extends AbstractTestDescriptor {
        Test(String id) {
            super(UniqueId.parse(id), id);
        }

        @Override
        public TestDescriptor.Type getType() {
            return TestDescriptor.Type.TEST;
        }
    }

    /** Of the first test of a class, which loads what the others need, and so could miss its time limit. */
    private static final class Unheard implements ResultCollector {
        @Override
        public void notifyEnd(Description test, Throwable failure) {}

        @Override
        public void notifyEnd(Description test) {}

        @Override
        public void notifyStart(Description test) {}

        @Override
        public void notifySkipped(Description test) {}

        @Override
        public boolean shouldExit() {
            return false;
        }
    }
}
