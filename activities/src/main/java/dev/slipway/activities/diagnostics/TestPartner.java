package dev.slipway.activities.diagnostics;

import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.ssh.DetachedRun;
import dev.slipway.activities.ssh.DetachedRun.RunDirectory;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Represents the other node of a test, as far as the test may use it. */
interface TestPartner {
    /** Is the partner of a test on one node: there is none. */
    TestPartner NONE = new TestPartner() {
        @Override
        public void beforeTry(RunDirectory runDirectory) {}

        @Override
        public String afterTry() {
            return "";
        }

        @Override
        public void stillLent() {}
    };

    /**
     * Safe to repeat: reads only. Fails with {@link NotLent} if a try at {@code place} may not begin; one that did is
     * joined.
     */
    void beforeTry(RunDirectory runDirectory);

    /** Safe to repeat. Ends what a failed try left there; returns what could not be ended, empty if nothing is left. */
    String afterTry();

    /**
     * Safe to repeat: reads only. Fails with {@link NotLent} if the partner of a finished try does not run the boot
     * under which it was leased, or does not report its boot: the try then proves nothing.
     */
    void stillLent();

    /** Reports a partner that cannot be tested with. It proves nothing about the tested node. */
    final class NotLent extends RuntimeException {
        NotLent(String why) {
            super(why);
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }

    /** Represents a node that the run {@code lease} leases, under that boot, to the run of {@code act}. */
    record Lent(Act act, NodeRef partner, String lease, String boot, Guard guard, DetachedRun runs)
            implements TestPartner {
        @Override
        public void beforeTry(RunDirectory runDirectory) {
            if (runs.began(runDirectory)) {
                return;
            }
            asked("no test with ", guard::beforeTest);
        }

        @Override
        public String afterTry() {
            try {
                end(act, partner, runs);
                return "";
            } catch (ApplicationFailure left) {
                return "; " + left.getOriginalMessage();
            }
        }

        @Override
        public void stillLent() {
            asked("no result of the test with ", guard::afterTest);
        }

        private void asked(String otherwise, Consumer<Act> question) {
            try {
                question.accept(act.on(partner, lease).expecting(false, boot, Optional.empty()));
            } catch (ApplicationFailure refused) {
                FailureType.PART_AWAY.rethrow(refused);
                throw new NotLent(otherwise + partner + ": " + refused.getOriginalMessage());
            }
        }

        /**
         * Safe to repeat. Ends every process of a two-node test on {@code node}. Proof: none is left; fails if one is.
         */
        static void end(Act act, NodeRef node, DetachedRun runs) {
            runs.end(new RunDirectory(node, act.token(), act.directory()), PROGRAMS);
        }

        /** mpirun, the daemon that it starts on another node, by the names of Open MPI 4 and 5, and the ranks. */
        private static final List<String> PROGRAMS = List.of("mpirun", "prterun", "orted", "prted", "all_reduce_perf");
    }
}
