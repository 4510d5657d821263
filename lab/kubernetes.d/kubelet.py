"""A small kubelet for a node of lab/nodes: says to a real API server what is true of the node it runs on, and plays its pods.

python3 kubelet.py FOLDER   with FOLDER/{server,token,ca.crt}. It runs on the node itself as a service, so it falls silent when the node does
and speaks again, of another boot, when the node is back. Pods run without containers: a pod that is bound is reported Running, one that is
deleted ends after FOLDER/linger seconds (1 where there is no such file), never before the API server marked it.
"""
import datetime
import json
import pathlib
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request

LOOK_SECONDS = 1
REPORT_SECONDS = 5
LEASE_SECONDS = 40
STRATEGIC = "application/strategic-merge-patch+json"

folder = pathlib.Path(sys.argv[1])
name = socket.gethostname()
server = (folder / "server").read_text().strip()
token = (folder / "token").read_text().strip()
trust = ssl.create_default_context(cafile=str(folder / "ca.crt"))


def call(method, path, body=None, kind="application/json"):
    """The answer of the API server as JSON; HTTPError where it refuses."""
    request = urllib.request.Request(
        server + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + token, "Content-Type": kind},
    )
    with urllib.request.urlopen(request, context=trust, timeout=10) as answer:
        return json.load(answer)


def now(micro=False):
    moment = datetime.datetime.now(datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ" if micro else "%Y-%m-%dT%H:%M:%SZ")


def said(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.decode().strip()


def present(path, kind, body):
    """Makes the object where it is not there yet."""
    try:
        call("POST", path, dict(body, **kind))
    except urllib.error.HTTPError as refused:
        if refused.code != 409:
            raise


def system_uuid():
    """The product UUID of the node's DMI, as a kubelet reads it; empty where there is none."""
    try:
        return pathlib.Path("/sys/class/dmi/id/product_uuid").read_text().strip()
    except OSError:
        return ""


def status():
    room = {"cpu": "64", "memory": "256Gi", "pods": "110", "nvidia.com/gpu": str(len(said("lspci", "-d", "10de:").splitlines()))}
    return {
        "capacity": room,
        "allocatable": room,
        "addresses": [{"type": "Hostname", "address": name}],
        "conditions": [
            {"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "the node's own report", "lastHeartbeatTime": now(), "lastTransitionTime": now()}
        ],
        "nodeInfo": {
            "architecture": "amd64",
            "bootID": pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip(),
            "containerRuntimeVersion": "none",
            "kernelVersion": said("uname", "-r"),
            "kubeProxyVersion": "none",
            "kubeletVersion": "lab",
            "machineID": pathlib.Path("/etc/machine-id").read_text().strip(),
            "operatingSystem": "linux",
            "osImage": "Debian GNU/Linux 12 (bookworm)",
            "systemUUID": system_uuid(),
        },
    }


def report():
    """The node's object, its state, and its lease."""
    labels = {"kubernetes.io/hostname": name, "nvidia.com/gpu.present": "true"}
    present("/api/v1/nodes", {"apiVersion": "v1", "kind": "Node"}, {"metadata": {"name": name, "labels": labels}})
    call("PATCH", f"/api/v1/nodes/{name}/status", {"status": status()}, STRATEGIC)
    leases = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases"
    held = {"holderIdentity": name, "leaseDurationSeconds": LEASE_SECONDS, "renewTime": now(micro=True)}
    present(leases, {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease"}, {"metadata": {"name": name}, "spec": held})
    call("PATCH", f"{leases}/{name}", {"spec": held}, "application/merge-patch+json")


def running(pod):
    container = [
        {"name": c["name"], "image": c["image"], "imageID": "", "ready": True, "restartCount": 0, "state": {"running": {"startedAt": now()}}}
        for c in pod["spec"]["containers"]
    ]
    conditions = [{"type": t, "status": "True", "lastTransitionTime": now()} for t in ("Initialized", "Ready", "ContainersReady")]
    return {"status": {"phase": "Running", "startTime": now(), "conditions": conditions, "containerStatuses": container}}


def play(since):
    """Pods that are bound start, pods that are deleted end. SINCE remembers when each deletion was seen first."""
    linger = folder / "linger"
    wait = float(linger.read_text()) if linger.exists() else 1
    for pod in call("GET", f"/api/v1/pods?fieldSelector=spec.nodeName%3D{name}")["items"]:
        meta = pod["metadata"]
        path = f"/api/v1/namespaces/{meta['namespace']}/pods/{meta['name']}"
        try:
            if "deletionTimestamp" in meta:
                if time.monotonic() - since.setdefault(meta["uid"], time.monotonic()) >= wait:
                    call("DELETE", path, {"apiVersion": "v1", "kind": "DeleteOptions", "gracePeriodSeconds": 0, "preconditions": {"uid": meta["uid"]}})
            elif pod["status"].get("phase") == "Pending":
                call("PATCH", path + "/status", running(pod), STRATEGIC)
        except urllib.error.HTTPError as refused:
            if refused.code not in (404, 409):
                raise


def main():
    reported, since = float("-inf"), {}
    while True:
        try:
            if time.monotonic() - reported >= REPORT_SECONDS:
                report()
                reported = time.monotonic()
            play(since)
        except (urllib.error.URLError, OSError, ValueError) as failed:
            print("kubelet:", failed, getattr(failed, "url", ""), file=sys.stderr, flush=True)
        time.sleep(LOOK_SECONDS)


main()
