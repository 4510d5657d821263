package dev.slipway.simulator.node;

import java.util.List;
import java.util.Optional;

/** Puts a node into a condition. */
final class Conditions {
    private static final ModuleTable.Refusal KEY_REJECTED = new ModuleTable.Refusal(
            "Key was rejected by service", "Loading of module with unavailable key is rejected", false);

    private final SimulatedNode node;

    Conditions(SimulatedNode node) {
        this.node = node;
    }

    /** Installs the complete pinned set, with both sets on offer. */
    void furnish() {
        Family family = node.packages().family();
        for (SoftwareSet set : List.of(SoftwareSet.previous(), SoftwareSet.pinned())) {
            set.on(family).packages().forEach(node.packages()::offer);
        }
        family.others().forEach((name, version) -> {
            node.packages().offer(name, version);
            node.packages().put(name, version, false);
        });
        family.offerHeaders(node.packages());
        install(SoftwareSet.pinned().on(family));
    }

    private void install(SoftwareSet set) {
        if (set.family() != node.packages().family()) {
            node.packages().become(set.family());
            furnish();
        }
        set.packages().forEach((name, version) -> {
            node.packages().offer(name, version);
            node.packages().put(name, version, true);
        });
        node.manifest(Optional.of(set.manifest()));
    }

    /** Installs what an image of that set leaves behind: the complete set, held, and nothing of the previous state. */
    void imaged(SoftwareSet set) {
        install(set);
        node.packages().interrupted(false);
        node.driver().initramfsRenewed();
        node.driver().modules().imaged();
        node.driver().firmware().restore(set.driver());
        node.kernels().imaged();
        node.power().nextKernel(set.kernel());
    }

    void apply(Condition condition) {
        switch (condition) {
            case Condition.Runs c -> runs(c.set());
            case Condition.UpgradedWithoutReboot c -> upgraded(c.set());
            case Condition.Manifest c ->
                node.manifest(node.manifest()
                        .map(t -> t.replaceFirst(
                                "\"image_version\": \"[^\"]*\"", "\"image_version\": \"" + c.imageVersion() + "\"")));
            case Condition.NoManifest c -> node.manifest(Optional.empty());
            case Condition.GpuLost c -> loseGpu(c.slot());
            case Condition.GpuAils c -> node.machine().ails(c.ailment());
            case Condition.ResetsTogether c -> node.machine().resetsTogether();
            case Condition.Xid c -> xid(c.code(), c.slot());
            case Condition.DiagFails c -> node.proving().failOn(c.driver(), c.test());
            case Condition.DiagIsolates c -> node.proving().isolate(c.test());
            case Condition.CommandHangs c -> node.proving().hang(c);
            case Condition.BusBandwidth c -> node.proving().peak(c.peak());
            case Condition.ProgramMissing c -> node.proving().remove(c.name());
            case Condition.OtherMpi c -> node.proving().otherMpi();
            case Condition.ForeignProcess c ->
                node.addProcess(new GpuProcess(c.pid(), c.command(), c.slot(), "foreign"));
            case Condition.ServiceBroken c -> node.services().breakDown(c.unit());
            case Condition.ServiceStopped c -> node.services().stop(c.unit());
            case Condition.Settings c -> node.settings(c.now());
            case Condition.StaleInitramfs c -> node.driver().initramfsHolds(c.driver());
            case Condition.HoldLost c -> node.packages().hold(c.name(), false);
            case Condition.PackageAt c -> packageAt(c.name(), c.version());
            case Condition.HalfConfigured c -> node.packages().family().leaveHalfDone(node.packages(), c.name());
            case Condition.DpkgLocked c ->
                node.packages()
                        .lockedBy(new PackageDatabase.Lock(
                                c.pid(),
                                "unattended-upgr",
                                node.clock().now().plus(node.clock().real(c.span()))));
            default -> applyToApt(condition);
        }
    }

    private void applyToApt(Condition condition) {
        switch (condition) {
            case Condition.DpkgInterrupted c -> node.packages().interrupted(true);
            case Condition.DiskFull c -> node.packages().fullDisk(Optional.of(c.path()));
            case Condition.DiskFreed c -> node.packages().fullDisk(Optional.empty());
            case Condition.PostinstFails c -> node.packages().failToConfigure(c.name(), true);
            case Condition.PostinstRepaired c -> node.packages().failToConfigure(c.name(), false);
            case Condition.MirrorGone c -> node.packages().mirrorGone(true);
            case Condition.UnknownKey c -> node.packages().unknownKey(true);
            case Condition.NoPackageLists c -> node.packages().listsPresent(false);
            default -> applyToModules(condition);
        }
    }

    private void applyToModules(Condition condition) {
        ModuleTable modules = node.driver().modules();
        switch (condition) {
            case Condition.DriverNotLoaded c -> {
                List.of(Services.DCGM, Services.FABRIC_MANAGER, Services.PERSISTENCED)
                        .forEach(node.services()::stop);
                ModuleTable.OWN.reversed().forEach(node.driver()::unload);
            }
            case Condition.LoadFails c -> {
                modules.refuses(new ModuleTable.Refusal(c.said(), c.logged(), c.untilBoot()));
                node.logKernel(c.logged());
            }
            case Condition.ModuleLeaked c -> modules.leaks();
            case Condition.StrayModule c -> modules.strayCopy(Optional.empty());
            case Condition.StrayModulePackage c -> {
                node.packages().put(c.name(), c.version(), false);
                modules.strayCopy(Optional.of(c.name()));
            }
            case Condition.ModuleDamaged c -> modules.fileDamaged();
            default -> applyToFirmware(condition);
        }
    }

    private void applyToFirmware(Condition condition) {
        Firmware firmware = node.driver().firmware();
        switch (condition) {
            case Condition.FirmwareDamaged c ->
                firmware.damage(node.driver().packaged().orElse(""), c.what());
            case Condition.FirmwareLost c -> {
                String version = node.driver().packaged().orElse("");
                firmware.damage(version, c.what());
                node.driver().resident(version);
                node.logSilentGpus();
            }
            case Condition.FirmwareRuns c -> node.driver().runsFirmware(c.version());
            case Condition.FirmwareBeside c -> firmware.leave(c.version());
            case Condition.OtherBranch c ->
                List.of("libnvidia-compute-%s-server", "nvidia-dkms-%s-server", "nvidia-driver-%s-server")
                        .forEach(name -> node.packages().put(name.formatted(c.branch()), c.version(), false));
            case Condition.GspSetting c -> firmware.set(c.value());
            case Condition.CdiSpec c -> node.cdi().write(c.path(), c.driver());
            case Condition.CdiToolFails c -> node.cdi().refusing();
            case Condition.NoCdiTool c -> node.cdi().withoutTool();
            default -> applyToFabric(condition);
        }
    }

    private void applyToFabric(Condition condition) {
        switch (condition) {
            case Condition.FabricManagerKilled c -> {
                node.services().crash(Services.FABRIC_MANAGER);
                node.fabric().ended("signal");
            }
            case Condition.FabricManagerWedged c -> node.fabric().wedges();
            case Condition.FabricManagerAt c -> {
                packageAt(node.packages().family().names().fabricManager(), c.version() + "-1");
                node.services().start(Services.FABRIC_MANAGER);
            }
            case Condition.GpuNotRegistered c -> node.fabric().forgets(c.slot());
            case Condition.SwitchesMissing c -> {
                node.fabric().loses(c.switches());
                node.services().start(Services.FABRIC_MANAGER);
            }
            case Condition.SwitchFatal c -> node.fabric().fails(c.code(), c.untilBoot());
            default -> applyToPersistence(condition);
        }
    }

    private void applyToPersistence(Condition condition) {
        switch (condition) {
            case Condition.ServiceDisabled c -> {
                node.services().enable(c.unit(), false);
                node.services().stop(c.unit());
                node.persistenceFollows(c.unit());
            }
            case Condition.ServiceMissing c -> {
                node.services().remove(c.unit());
                node.persistenceFollows(c.unit());
            }
            case Condition.PersistenceFlagged c -> {
                node.services().flagged(true);
                node.persistenceFollows(Services.PERSISTENCED);
            }
            case Condition.HeldDown c -> node.heldDown(c.reason());
            case Condition.SlurmdUnit c -> node.services().add("slurmd");
            case Condition.MpsRuns c -> node.addProcess(new GpuProcess(4010, GpuProcess.MPS, 0, c.owner()));
            case Condition.JournalVacuumed c ->
                node.log().vacuum(node.clock().now().minus(c.kept()));
            case Condition.ClockMoved c -> node.log().clockAhead(c.ahead());
            default -> applyToPower(condition);
        }
    }

    private void applyToPower(Condition condition) {
        switch (condition) {
            case Condition.SlowReboot c -> node.power().slower(c.more());
            case Condition.GpusOfferedLater c -> node.power().pluginLater(c.more());
            case Condition.HangsAtReboot c -> node.power().hangsOnce();
            case Condition.GpuLostAtReboot c -> node.power().surpriseAtBoot(() -> loseGpu(c.slot()));
            case Condition.AnotherMachineAtReboot c -> node.power().surpriseAtBoot(node.machine()::replace);
            case Condition.AnotherMachine c -> node.machine().replace();
            case Condition.GpuSwapped c -> node.machine().swap(c.slot());
            case Condition.Kernel c -> kernel(c.running());
            default -> applyToKernels(condition);
        }
    }

    private void applyToKernels(Condition condition) {
        String running = node.power().kernel();
        switch (condition) {
            case Condition.NewerKernel c -> {
                kernel(c.release());
                node.kernels().notBuilt(c.release(), false);
            }
            case Condition.ModuleNotBuilt c -> node.kernels().notBuilt(running, c.headers());
            case Condition.BuildFails c -> node.kernels().failing(running, c.error(), c.tried());
            case Condition.SecureBoot c -> {
                node.kernels().secureBoot(true);
                if (!c.enrolled()) {
                    node.driver().modules().refuses(KEY_REJECTED);
                }
            }
            case Condition.Precompiled c ->
                node.kernels().precompiled(node.driver().packaged().orElse(""), c.onOffer());
            case Condition.NouveauBound c -> node.kernels().nouveauBound();
            case Condition.OneShotFails c -> node.kernels().onceFails();
            case Condition.BootFull c -> node.kernels().bootFills();
            case Condition.JournalLost c -> node.kernels().journalIsLost();
            case Condition.NoDkms c -> node.kernels().dkmsIsMissing();
            case Condition.FirstEntryBoots c -> node.kernels().defaultIsFirst();
            default -> new DriverConditions(node).apply(condition);
        }
        node.driver().load();
        node.services().boot();
    }

    private void runs(SoftwareSet set) {
        install(set);
        node.power().runs(set.kernel());
        node.driver().resident(set.driver());
        node.services().boot();
    }

    private void upgraded(SoftwareSet set) {
        set.packages().forEach((name, version) -> {
            if (!node.packages().version(name).equals(version)) {
                packageAt(name, version);
            }
        });
        node.services().start(Services.FABRIC_MANAGER);
    }

    private void packageAt(String name, String version) {
        node.packages().offer(name, version);
        node.packages().set(name, version, PackageEntry.INSTALLED);
        node.packages().hold(name, false);
    }

    private void kernel(String release) {
        node.packages().family().addKernel(node.packages(), release);
        node.power().runs(release);
    }

    private void loseGpu(int slot) {
        GpuUnit gpu = node.machine().slots().get(slot);
        node.machine().lose(slot);
        node.logKernel("NVRM: GPU at PCI:" + gpu.bdf().substring(0, 10) + ": " + gpu.uuid());
        node.logKernel("NVRM: Xid (PCI:" + gpu.bdf().substring(0, 10)
                + "): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.");
    }

    private void xid(int code, int slot) {
        String bus = node.machine().slots().get(slot).bdf().substring(0, 10);
        String text = switch (code) {
            case 48 -> "An uncorrectable double bit error (DBE) has been detected on GPU in the framebuffer.";
            case 79 -> "GPU has fallen off the bus.";
            case 119 -> "Timeout after 6s of waiting for RPC response from GPU" + slot + " GSP!";
            case 31 -> "Ch 00000008, intr 00000000. MMU Fault: ENGINE GRAPHICS GPC1 GPCCLIENT_T1_0 faulted";
            default -> "event " + code;
        };
        node.logKernel("NVRM: Xid (PCI:" + bus + "): " + code + ", pid=" + onSlot(slot) + ", name=python3, " + text);
    }

    /** Returns the process on that GPU; an ownerless program if there is none. */
    private long onSlot(int slot) {
        return node.processes().stream()
                .filter(process -> process.slot() == slot)
                .mapToLong(GpuProcess::pid)
                .findFirst()
                .orElse(2841);
    }
}
