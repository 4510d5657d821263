package dev.slipway.fake;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.StageResult;
import dev.slipway.port.Diagnostics;
import dev.slipway.port.Image;
import dev.slipway.port.Packages;
import dev.slipway.port.Power;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ports that change and prove a {@link FakeNode}. */
final class FakeWork {
    private FakeWork() {}

    record PackagesPort(Function<NodeRef, FakeNode> find) implements Packages {
        @Override
        public List<String> preview(Act act, BaselineRef goal) {
            return find.apply(act.node()).call("Packages.preview", () -> List.of("driver"));
        }

        @Override
        public List<String> commands(Act act, BaselineRef goal) {
            return find.apply(act.node()).call("Packages.commands", () -> List.of("install driver"));
        }

        @Override
        public List<String> converge(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call("Packages.converge", () -> {
                node.underTheBootThatIsKnown(act);
                node.converge(act, goal);
                return List.of("driver");
            });
        }

        @Override
        public List<String> reinstall(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call("Packages.reinstall", () -> {
                node.underTheBootThatIsKnown(act);
                node.converge(act, goal);
                return List.of("driver installed anew");
            });
        }

        @Override
        public List<String> purge(Act act, BaselineRef goal, List<String> stray) {
            FakeNode node = find.apply(act.node());
            return node.call("Packages.purge", () -> {
                node.mutate(act, "purge");
                node.purged.addAll(stray);
                return stray;
            });
        }

        @Override
        public void prove(Act act, BaselineRef goal) {
            find.apply(act.node()).call("Packages.prove", () -> true);
        }

        @Override
        public void services(Act act, BaselineRef goal) {
            touch(act, "Packages.services");
        }

        @Override
        public void settings(Act act, BaselineRef goal) {
            touch(act, "Packages.settings");
        }

        @Override
        public void hold(Act act, BaselineRef goal) {
            touch(act, "Packages.hold");
        }

        private void touch(Act act, String method) {
            FakeNode node = find.apply(act.node());
            node.call(method, () -> {
                node.underTheBootThatIsKnown(act);
                node.mutate(act, method);
                return true;
            });
        }
    }

    record PowerPort(Function<NodeRef, FakeNode> find) implements Power {
        @Override
        public String reboot(Act act, String leavingBootId) {
            FakeNode node = find.apply(act.node());
            return node.call("Power.reboot", () -> {
                String boot = node.reboot(act, leavingBootId);
                node.gpus.taken("reboot");
                return boot;
            });
        }

        @Override
        public StageResult cycle(Act act, String leavingBootId) {
            FakeNode node = find.apply(act.node());
            return node.call("Power.cycle", () -> {
                if (!node.gpus.mayCycle) {
                    return StageResult.not("not power-cycled: no BMC is configured for it");
                }
                node.reboot(act, leavingBootId);
                node.gpus.taken("cycle");
                return StageResult.DONE;
            });
        }
    }

    record ImagePort(Function<NodeRef, FakeNode> find) implements Image {
        @Override
        public String reimage(Act act, BaselineRef goal, String leavingBootId) {
            FakeNode node = find.apply(act.node());
            return node.call("Image.reimage", () -> {
                node.converge(act, goal);
                node.machineId = "machine-" + node.ref.name() + "-" + goal.id();
                String boot = node.reboot(act, leavingBootId);
                node.driver.imaged();
                return boot;
            });
        }
    }

    record DiagnosticsPort(Function<NodeRef, FakeNode> find) implements Diagnostics {
        @Override
        public GateResult diag(Act act, BaselineRef goal, int level) {
            FakeNode node = find.apply(act.node());
            return node.call(
                    "Diagnostics.diag" + level,
                    () -> new GateResult(
                            "G" + (4 + level),
                            node.badDiag.contains(goal.id()) ? Verdict.FAIL : Verdict.PASS,
                            "-r " + level,
                            node.bootId()));
        }

        @Override
        public GateResult nccl(Act act, BaselineRef goal) {
            FakeNode node = find.apply(act.node());
            return node.call("Diagnostics.nccl", () -> new GateResult("G8", Verdict.PASS, "470 GB/s", node.bootId()));
        }

        @Override
        public GateResult ncclPair(Act act, BaselineRef goal, NodeRef partner, String loan, @Nullable String boot) {
            FakeNode node = find.apply(act.node());
            FakeNode other = find.apply(partner);
            if (!other.unschedulable || !other.owner.equals(loan)) {
                return new GateResult("G9", Verdict.NOT_RUN, partner + " is not lent");
            }
            node.computing = true;
            other.computing = true;
            try {
                GateResult result = node.call(
                        "Diagnostics.ncclPair",
                        () -> new GateResult("G9", node.pair, "with " + partner, node.bootId()));
                return other.bootId().equals(boot)
                        ? result
                        : new GateResult("G9", Verdict.NOT_RUN, partner + " crashed while it was leased");
            } finally {
                node.computing = node.ranksStay;
                other.computing = node.ranksStay;
            }
        }

        @Override
        public void endPair(Act act, NodeRef partner) {
            find.apply(act.node()).call("Diagnostics.endPair", () -> {
                find.apply(act.node()).computing = false;
                find.apply(partner).computing = false;
                return true;
            });
        }

        @Override
        public String suspension(Act act) {
            FakeNode node = find.apply(act.node());
            return node.call("Diagnostics.suspension", () -> {
                if (node.heatLooks == 0) {
                    return "";
                }
                node.heatLooks--;
                return "Fleet fleet is frozen for heat: coolant (oncall)";
            });
        }
    }
}
