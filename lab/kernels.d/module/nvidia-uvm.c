// nvidia-uvm — stand-in: builds on nvidia, has the device of unified memory.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>

int lab_nvidia_gpus(void);

static const struct file_operations files = { .owner = THIS_MODULE, .open = nonseekable_open };
static struct miscdevice device = { .minor = MISC_DYNAMIC_MINOR, .name = "nvidia-uvm", .fops = &files, .mode = 0666 };

static int __init lab_start(void)
{
	return lab_nvidia_gpus() > 0 ? misc_register(&device) : -ENODEV;
}

static void __exit lab_stop(void)
{
	misc_deregister(&device);
}

module_init(lab_start);
module_exit(lab_stop);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_VERSION(LAB_VERSION);
MODULE_DESCRIPTION("stand-in of the lab");
