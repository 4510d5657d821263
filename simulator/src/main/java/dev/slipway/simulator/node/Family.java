package dev.slipway.simulator.node;

import dev.slipway.facts.DebVersion;
import dev.slipway.facts.RpmVersion;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Knows how a family of systems names packages, orders their versions, and remembers its kernels. */
public enum Family {
    UBUNTU("ubuntu-24.04", "6.8.0-60-generic", DriverPackages.UBUNTU) {
        private static final String IMAGE = "linux-image-";

        @Override
        Map<String, String> packages(SoftwareSet set) {
            Map<String, String> packages = new TreeMap<>();
            for (String name : DriverPackages.VERSIONED) {
                packages.put(name, set.driver() + DriverPackages.SUFFIX);
            }
            packages.put(IMAGE + set.kernel(), "6.8.0-60.63");
            return packages;
        }

        @Override
        Map<String, String> others() {
            return Map.of(
                    "dkms", "3.0.11-1ubuntu13",
                    "initramfs-tools", "0.142ubuntu25.5",
                    "libc6", "2.39-0ubuntu8.4",
                    "openssh-server", "1:9.6p1-3ubuntu13.9",
                    "python3", "3.12.3-0ubuntu2",
                    "systemd", "255.4-1ubuntu8.6");
        }

        @Override
        int compare(String a, String b) {
            return DebVersion.of(a).compareTo(DebVersion.of(b));
        }

        // apt-mark holds a name, whatever its version is.
        @Override
        String held(String version) {
            return PackageDatabase.ANY;
        }

        @Override
        void leaveHalfDone(PackageDatabase packages, String name) {
            packages.set(name, packages.version(name), PackageEntry.HALF_CONFIGURED);
            packages.hold(name, false);
        }

        @Override
        void addKernel(PackageDatabase packages, String release) {
            packages.put(IMAGE + release, "6.8.0-55.57", true);
        }

        @Override
        String modulePackage(String driver, String release) {
            return "linux-modules-nvidia-570-server-open-" + release;
        }

        @Override
        String modulePackageVersion(String driver) {
            return "6.8.0-60.63";
        }

        @Override
        String earlierKernel() {
            return "6.8.0-58-generic";
        }

        @Override
        void offerHeaders(PackageDatabase packages) {
            packages.offer("linux-headers-" + kernel(), "6.8.0-60.63");
        }

        @Override
        public List<String> kernels(PackageDatabase packages) {
            return packages.all().stream()
                    .map(PackageEntry::name)
                    .filter(name -> name.startsWith(IMAGE))
                    .map(name -> name.substring(IMAGE.length()))
                    .toList();
        }
    },

    ROCKY("rocky-9.5", "5.14.0-503.11.1.el9_5.x86_64", DriverPackages.ROCKY) {
        private static final String KERNEL = "kernel-core";
        private static final String ARCH = ".x86_64";

        @Override
        Map<String, String> packages(SoftwareSet set) {
            Map<String, String> packages = new TreeMap<>();
            for (String name : DriverPackages.VERSIONED_RPM) {
                packages.put(name, "3:" + set.driver() + "-1.el9");
            }
            packages.put(KERNEL, version(set.kernel()));
            return packages;
        }

        @Override
        Map<String, String> others() {
            return Map.of(
                    "dkms", "3.1.5-1.el9",
                    "dnf", "4.14.0-17.el9",
                    "dracut", "057-70.git20240819.el9",
                    "glibc", "2.34-125.el9_5.1",
                    "openssh-server", "8.7p1-43.el9",
                    "python3-dnf-plugin-versionlock", "4.3.0-16.el9",
                    "rpm", "4.16.1.3-34.el9",
                    "systemd", "252-46.el9_5.2");
        }

        @Override
        int compare(String a, String b) {
            return RpmVersion.of(a).compareTo(RpmVersion.of(b));
        }

        // A lock is of one version; another version of the same name is not held by it.
        @Override
        String held(String version) {
            return version;
        }

        // rpm puts the new version in place first; what is cut then stays there beside the old one.
        @Override
        void leaveHalfDone(PackageDatabase packages, String name) {
            packages.offers(name).stream()
                    .filter(version -> !version.equals(packages.version(name)))
                    .findFirst()
                    .ifPresent(version -> packages.leaveBeside(name, version));
        }

        @Override
        void addKernel(PackageDatabase packages, String release) {
            packages.leaveBeside(KERNEL, version(release));
        }

        @Override
        String modulePackage(String driver, String release) {
            return "kmod-nvidia-" + driver + "-" + release.substring(0, release.indexOf(".el9"));
        }

        @Override
        String modulePackageVersion(String driver) {
            return "3:" + driver + "-1.el9";
        }

        @Override
        String earlierKernel() {
            return "5.14.0-427.13.1.el9_4.x86_64";
        }

        @Override
        void offerHeaders(PackageDatabase packages) {
            packages.offer("kernel-devel", version(kernel()));
        }

        @Override
        public List<String> kernels(PackageDatabase packages) {
            return packages.versions(KERNEL).stream()
                    .map(version -> version + ARCH)
                    .toList();
        }

        @Override
        public boolean keepsMany(String name) {
            return name.equals(KERNEL);
        }

        private static String version(String release) {
            return release.substring(0, release.length() - ARCH.length());
        }
    };

    private final String osImage;
    private final String kernel;
    private final DriverPackages names;

    Family(String osImage, String kernel, DriverPackages names) {
        this.osImage = osImage;
        this.kernel = kernel;
        this.names = names;
    }

    /** Returns distribution and release, as facts name it. */
    public String osImage() {
        return osImage;
    }

    /** Returns the release of the kernel that its images hold. */
    public String kernel() {
        return kernel;
    }

    /** Returns the names of this family's packages for a node's driver. */
    public DriverPackages names() {
        return names;
    }

    /** Releases of the kernels that are installed. */
    public abstract List<String> kernels(PackageDatabase packages);

    /** Returns whether several versions of that name are installed side by side on purpose. */
    public boolean keepsMany(String name) {
        return false;
    }

    /** Returns the packages of a set that only this family has. */
    abstract Map<String, String> packages(SoftwareSet set);

    /** Returns what else is on every node. */
    abstract Map<String, String> others();

    abstract int compare(String a, String b);

    /** Returns what a hold on a package with this version holds. */
    abstract String held(String version);

    /** A transaction was cut when it had just changed this package. */
    abstract void leaveHalfDone(PackageDatabase packages, String name);

    abstract void addKernel(PackageDatabase packages, String release);

    /** Makes the headers of the kernel that its images hold available. */
    abstract void offerHeaders(PackageDatabase packages);

    /** Returns the package with the driver's compiled module for one kernel. */
    abstract String modulePackage(String driver, String release);

    abstract String modulePackageVersion(String driver);

    /** Returns a kernel before that of its images. */
    abstract String earlierKernel();
}
