package dev.slipway.fake;

import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.GateResult;
import dev.slipway.model.Verdict;
import dev.slipway.model.node.BootRecord;
import dev.slipway.model.node.NodeRef;
import dev.slipway.port.Kernels;
import java.util.List;
import java.util.function.Function;

/** The kernels of a {@link FakeNode}: what is built or booted next is its packages, what runs is what was booted. */
record FakeKernels(Function<NodeRef, FakeNode> find) implements Kernels {
    @Override
    public List<String> headers(Act act, BaselineRef goal) {
        changes(act, "Kernels.headers", goal);
        return List.of("headers");
    }

    @Override
    public boolean denyNouveau(Act act) {
        FakeNode node = find.apply(act.node());
        return node.call("Kernels.denyNouveau", () -> {
            node.mutate(act, "denyNouveau");
            return node.nouveau;
        });
    }

    @Override
    public List<String> build(Act act, BaselineRef goal) {
        changes(act, "Kernels.build", goal);
        find.apply(act.node()).driver.unbuilt.remove(goal.id());
        return List.of("module");
    }

    @Override
    public List<String> modulePackage(Act act, BaselineRef goal) {
        changes(act, "Kernels.modulePackage", goal);
        return List.of("linux-modules-nvidia");
    }

    @Override
    public void unbuild(Act act, BaselineRef goal, BaselineRef keeping) {
        changes(act, "Kernels.unbuild", keeping);
    }

    @Override
    public void drop(Act act, BaselineRef goal) {
        FakeNode node = find.apply(act.node());
        node.call("Kernels.drop", () -> {
            node.mutate(act, "drop");
            node.bootable.remove(goal.id());
            if (node.sameKernel) {
                node.bootable.clear();
            }
            return true;
        });
    }

    @Override
    public void initramfs(Act act, BaselineRef goal) {
        changes(act, "Kernels.initramfs", goal);
    }

    @Override
    public BootRecord bootState(Act act) {
        FakeNode node = find.apply(act.node());
        return node.call(
                "Kernels.bootState", () -> new BootRecord("saved", node.bootDefault, node.bootDefault, List.of()));
    }

    @Override
    public void bootOnce(Act act, BaselineRef goal) {
        FakeNode node = find.apply(act.node());
        if (!node.bootable.contains(goal.id())) {
            throw FailureType.STEP_FAILED.of(
                    goal.id() + " cannot be booted: no module of the driver is installed for it");
        }
        changes(act, "Kernels.bootOnce", goal);
    }

    @Override
    public void booted(Act act, BaselineRef goal) {
        FakeNode node = find.apply(act.node());
        node.call("Kernels.booted", () -> {
            if (!node.running.equals(goal.id())) {
                throw FailureType.STEP_FAILED.of("it fell back to " + node.running);
            }
            return true;
        });
    }

    @Override
    public void bootAlways(Act act, BaselineRef goal) {
        FakeNode node = find.apply(act.node());
        node.call("Kernels.bootAlways", () -> {
            node.mutate(act, "bootAlways");
            if (!node.running.equals(goal.id())) {
                node.violations.add("a kernel that does not run became the default");
            }
            node.bootDefault = goal.id();
            return true;
        });
    }

    @Override
    public void holdKernel(Act act, BaselineRef goal) {
        FakeNode node = find.apply(act.node());
        node.call("Kernels.holdKernel", () -> {
            node.mutate(act, "holdKernel");
            return true;
        });
    }

    @Override
    public void restoreBoot(Act act, BootRecord recorded) {
        FakeNode node = find.apply(act.node());
        node.call("Kernels.restoreBoot", () -> {
            node.mutate(act, "restoreBoot");
            node.bootDefault = recorded.savedEntry();
            return true;
        });
    }

    @Override
    public GateResult verify(Act act, BaselineRef goal) {
        FakeNode node = find.apply(act.node());
        boolean wrong = node.driver.unbuilt.contains(goal.id())
                || (goal.equals(FakeNode.PREVIOUS) && !node.bootDefault.equals(goal.id()));
        return node.call(
                "Kernels.verify",
                () -> wrong
                        ? new GateResult(
                                "K", Verdict.FAIL, node.bootDefault + " may boot next: no module", node.bootId())
                        : new GateResult("K", Verdict.PASS, "every kernel has its module", node.bootId()));
    }

    private void changes(Act act, String method, BaselineRef goal) {
        FakeNode node = find.apply(act.node());
        node.call(method, () -> {
            node.mutate(act, method);
            node.transactions.putIfAbsent(act.token() + "/" + act.directory(), goal);
            node.packages = goal.id();
            return true;
        });
    }
}
