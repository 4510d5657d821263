package dev.slipway.model.rollout;

import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.util.Optional;

/**
 * Holds the result of one member when its fleet was read: its facts, or why there are none. {@code said} is a sentence
 * for a person, {@code next} what that person can do; both are blank if there are facts. {@code identity} is present if
 * the machine reported it.
 */
public record MemberAnswer(NodeRef node, Kind kind, String said, String next, Optional<Identity> identity) {

    /** Lists the results of a reading. */
    public enum Outcome {
        FACTS("facts"),
        /** The network brought no answer, or not all of it. */
        UNREACHABLE("unreachable"),
        /** The node would not have us, or what it gave cannot be believed. */
        REFUSED("refused");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        /** Returns the outcome for a person. */
        public String words() {
            return words;
        }
    }

    /** Facts, or the reason why there are none, in the words of who looks after networks. */
    public enum Kind {
        FACTS(Outcome.FACTS, "answered"),
        REFUSED(Outcome.UNREACHABLE, "connection refused"),
        TIMED_OUT(Outcome.UNREACHABLE, "timed out"),
        NO_ROUTE(Outcome.UNREACHABLE, "no route to host"),
        UNREACHABLE(Outcome.UNREACHABLE, "cannot be reached"),
        LOST(Outcome.UNREACHABLE, "connection lost while it was read"),
        HOST_KEY(Outcome.REFUSED, "host key is not the known one"),
        KEY_NOT_ACCEPTED(Outcome.REFUSED, "key not accepted"),
        /** Without root the node does not even report which machine it is. */
        SUDO_PASSWORD(Outcome.REFUSED, "sudo requires a password"),
        REBOOTED(Outcome.REFUSED, "rebooted while it was read"),
        NO_FACTS(Outcome.REFUSED, "answered without facts"),
        /** Two names lead to one machine, so neither name shows which one was read. */
        TWICE(Outcome.REFUSED, "one machine under two names"),
        /** SSH reaches another machine than the scheduler, or earlier facts, know under the name. */
        MACHINE_MISMATCH(Outcome.REFUSED, "another machine answers"),
        /** It became a member after the others were read. */
        NOT_ASKED(Outcome.REFUSED, "not asked, became a member meanwhile");

        private final Outcome outcome;
        private final String words;

        Kind(Outcome outcome, String words) {
            this.outcome = outcome;
            this.words = words;
        }

        /** Returns whether nothing answered at the node's address. */
        public boolean silent() {
            return this == REFUSED || this == TIMED_OUT || this == NO_ROUTE || this == UNREACHABLE;
        }

        /** Returns the outcome of an answer of this kind. */
        public Outcome outcome() {
            return outcome;
        }

        /** Returns the reason for a person. */
        public String words() {
            return words;
        }
    }

    /** Returns a member whose facts were read. */
    public static MemberAnswer facts(NodeRef node, Optional<Identity> identity) {
        return new MemberAnswer(node, Kind.FACTS, "", "", identity);
    }

    /** Returns a member without usable facts. */
    public static MemberAnswer without(NodeRef node, Kind kind, String said, String next) {
        return new MemberAnswer(node, kind, said, next, Optional.empty());
    }

    /** Returns the same, with more words after it. */
    public MemberAnswer besides(String more) {
        return new MemberAnswer(node, kind, said + "; " + more, next, identity);
    }

    /** Returns whether its facts were read. */
    public boolean read() {
        return kind == Kind.FACTS;
    }

    /** Returns whether the machine answered at all. */
    public boolean answered() {
        return switch (kind) {
            case FACTS, SUDO_PASSWORD, REBOOTED, NO_FACTS, TWICE, MACHINE_MISMATCH -> true;
            default -> false;
        };
    }
}
