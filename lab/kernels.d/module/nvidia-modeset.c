// nvidia-modeset — stand-in: builds on nvidia, and has nothing of its own.
#include <linux/module.h>

int lab_nvidia_gpus(void);

static int __init lab_start(void)
{
	return lab_nvidia_gpus() > 0 ? 0 : -ENODEV;
}

static void __exit lab_stop(void)
{
}

module_init(lab_start);
module_exit(lab_stop);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_VERSION(LAB_VERSION);
MODULE_DESCRIPTION("stand-in of the lab");
