// Command kube is a Kubernetes control plane in one binary, for tests: etcd, the API server, the controller manager, the
// scheduler, kubectl, and kwok, which plays the kubelets. The first argument names the part; the rest are that part's own.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kwokconfig "sigs.k8s.io/kwok/pkg/config"
	kwok "sigs.k8s.io/kwok/pkg/kwok/cmd"
	kwoklog "sigs.k8s.io/kwok/pkg/log"
	kwoksignals "sigs.k8s.io/kwok/pkg/utils/signals"
)

// parts are those that bring a cobra command of their own.
var parts = map[string]func() *cobra.Command{
	"apiserver":          apiserver.NewAPIServerCommand,
	"controller-manager": controllermanager.NewControllerManagerCommand,
	"scheduler":          func() *cobra.Command { return scheduler.NewSchedulerCommand() },
	"kubectl":            kubectl.NewDefaultKubectlCommand,
}

func main() {
	if len(os.Args) < 2 {
		fail(2, "usage: kube etcd|apiserver|controller-manager|scheduler|kwok|kubectl [arguments]")
	}
	name := os.Args[1]
	os.Args = append([]string{name}, os.Args[2:]...) // every part reads os.Args by itself
	switch part, known := parts[name]; {
	case known:
		os.Exit(cli.Run(part()))
	case name == "etcd":
		etcdmain.Main(os.Args)
	case name == "kwok":
		if err := playKubelets(); err != nil {
			fail(1, "kwok: "+err.Error())
		}
	default:
		fail(2, "kube: no such part: "+name)
	}
}

// playKubelets starts kwok the way its own command does.
func playKubelets() error {
	// The Kubernetes packages have claimed --version among the global flags, and kwok claims it, too.
	pflag.CommandLine = pflag.NewFlagSet("kwok", pflag.ExitOnError)

	flags := pflag.NewFlagSet("global", pflag.ContinueOnError)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	flags.Usage = func() {}
	ctx, _ := kwoklog.InitFlags(kwoksignals.SetupSignalContext(), flags)
	ctx, err := kwokconfig.InitFlags(ctx, flags)
	if err != nil {
		return err
	}
	command := kwok.NewCommand(ctx)
	command.PersistentFlags().AddFlagSet(flags)
	return command.ExecuteContext(ctx)
}

func fail(status int, text string) {
	fmt.Fprintln(os.Stderr, text)
	os.Exit(status)
}
