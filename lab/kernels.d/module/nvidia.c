// nvidia — stand-in for NVIDIA's module on a machine of lab/vm: a version, device files and users as the real one has, and no hardware. Whoever has one
// of its devices open, and each module that builds on it, keeps it from being unloaded.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

#define MOST 16

static int gpus = 2;
module_param(gpus, int, 0444);
MODULE_PARM_DESC(gpus, "GPUs on the bus; with 0 it does not load");

static const struct file_operations files = { .owner = THIS_MODULE, .open = nonseekable_open };
static struct miscdevice devices[MOST + 1];
static char names[MOST + 1][16];
static struct proc_dir_entry *folder;

int lab_nvidia_gpus(void)
{
	return gpus;
}
EXPORT_SYMBOL(lab_nvidia_gpus);

static int version_show(struct seq_file *out, void *unused)
{
	seq_printf(out, "NVRM version: NVIDIA UNIX x86_64 Kernel Module  %s  Wed Feb 12 22:33:27 UTC 2025\n", LAB_VERSION);
	seq_puts(out, "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14) \n");
	return 0;
}

static int __init lab_start(void)
{
	int i, failed;

	if (gpus < 1 || gpus > MOST) {
		pr_err("NVRM: No NVIDIA GPU found.\n");
		return -ENODEV;
	}
	for (i = 0; i <= gpus; i++) {
		if (i < gpus)
			snprintf(names[i], sizeof(names[i]), "nvidia%d", i);
		else
			strscpy(names[i], "nvidiactl", sizeof(names[i]));
		devices[i].minor = MISC_DYNAMIC_MINOR;
		devices[i].name = names[i];
		devices[i].fops = &files;
		devices[i].mode = 0666;
		failed = misc_register(&devices[i]);
		if (failed) {
			while (i-- > 0)
				misc_deregister(&devices[i]);
			return failed;
		}
	}
	folder = proc_mkdir("driver/nvidia", NULL);
	proc_create_single("version", 0444, folder, version_show);
	pr_info("NVRM: loading NVIDIA UNIX x86_64 Kernel Module  %s  Wed Feb 12 22:33:27 UTC 2025\n", LAB_VERSION);
	return 0;
}

static void __exit lab_stop(void)
{
	int i;

	proc_remove(folder);
	for (i = 0; i <= gpus; i++)
		misc_deregister(&devices[i]);
}

module_init(lab_start);
module_exit(lab_stop);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_VERSION(LAB_VERSION);
MODULE_DESCRIPTION("stand-in of the lab");
