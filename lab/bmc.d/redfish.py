#!/usr/bin/env python3
"""redfish.py DIR PORT HOOK NAME=UUID… — the Redfish service of the lab: sushy-tools on 127.0.0.1:PORT, over TLS and with basic authentication.

Each NAME is a ComputerSystem with that UUID and that Id. A reset runs `HOOK power NAME on|off|cycle` (HOOK ssh NAME for the graceful ones),
so that it really ends and starts the node; the power state is what `HOOK power NAME status` prints. DIR holds tls.crt, tls.key and htpasswd;
a file DIR/NAME-slow, -refuse or -lies makes its BMC bad: slow holds seconds, refuse answers 409, lies answers 204 and does nothing.
"""
import os
import shlex
import subprocess
import sys
import time

from sushy_tools import error
from sushy_tools.emulator import main as emulator
from sushy_tools.emulator.resources.systems import fakedriver

folder, port, hook = os.path.realpath(sys.argv[1]), int(sys.argv[2]), shlex.split(sys.argv[3])
machines = dict(word.split("=", 1) for word in sys.argv[4:])
POWER = {"On": ["power", "on"], "ForceOn": ["power", "on"], "ForceOff": ["power", "off"], "ForceRestart": ["power", "cycle"],
         "GracefulShutdown": ["ssh", "poweroff"], "GracefulRestart": ["ssh", "reboot"]}


def run(verb, name, word):
    result = subprocess.run(hook + [verb, name, word], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, timeout=60)
    return result.stdout.strip()


def fault(name, kind):
    try:
        with open(f"{folder}/{name}-{kind}") as found:
            return found.read().strip() or "1"
    except FileNotFoundError:
        return None


class Driver(fakedriver.FakeDriver):
    def get_power_state(self, identity):
        return "On" if run("power", self.name(identity), "status") == "on" else "Off"

    def set_power_state(self, identity, state):
        name = self.name(identity)
        time.sleep(float(fault(name, "slow") or 0))
        if fault(name, "refuse"):
            raise error.Conflict("a firmware update is in progress")
        if state not in POWER:
            raise error.BadRequest(f"ResetType {state} is not supported")
        if not fault(name, "lies"):
            verb, word = POWER[state]
            run(verb, name, word)


fakedriver.FakeDriver = Driver
with open(f"{folder}/redfish.conf", "w") as out:
    out.write(f"""
SUSHY_EMULATOR_FAKE_DRIVER = True
SUSHY_EMULATOR_LISTEN_IP = '127.0.0.1'
SUSHY_EMULATOR_LISTEN_PORT = {port}
SUSHY_EMULATOR_STATE_DIR = {folder!r}
SUSHY_EMULATOR_AUTH_FILE = '{folder}/htpasswd'
SUSHY_EMULATOR_SSL_CERT = '{folder}/tls.crt'
SUSHY_EMULATOR_SSL_KEY = '{folder}/tls.key'
SUSHY_EMULATOR_FAKE_SYSTEMS = {[dict(uuid=u, name=n, power_state='On', nics=[]) for n, u in machines.items()]!r}
""")
sys.argv = ["sushy-emulator", "--fake", "--config", f"{folder}/redfish.conf"]
sys.exit(emulator.main())
