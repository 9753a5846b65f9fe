"""What befalls the cluster while it sells. Each ends by itself, and says what it did."""
import os
import random
import signal
import subprocess
import time

from machines import NODES, wait_for


def leader_machine(cluster, chance):
    """The leader's power goes; it comes back when another leads."""
    node = cluster.leader() or chance.choice(NODES)
    cluster.kill_machine(node)
    wait_for("another leads", lambda: cluster.leader() not in (None, node), 120)
    cluster.start_patroni(node)
    return f"kill -9 of the leader's machine ({node})"


def leader_process(cluster, chance):
    """PostgreSQL of the leader is killed, its Patroni is not."""
    node = cluster.leader() or chance.choice(NODES)
    cluster.signal([process for process in cluster.processes(node) if process != cluster.running[f"patroni-{node}"].pid], signal.SIGKILL)
    return f"kill -9 of the leader's PostgreSQL ({node})"


def replica(cluster, chance):
    """A machine that follows goes: the one that every commit waits for, as often as the other."""
    members = cluster.members()
    followers = sorted(name for name, member in members.items() if member["role"] != "leader") or list(NODES[1:])
    node = chance.choice(followers)
    role = members.get(node, {}).get("role", "unknown")
    cluster.kill_machine(node)
    time.sleep(chance.uniform(0, 10))
    cluster.start_patroni(node)
    return f"kill -9 of a replica's machine ({node}, {role})"


def etcd_leader(cluster, chance):
    """The etcd that leads goes."""
    node = cluster.etcd_leader() or chance.choice(NODES)
    cluster.kill(f"etcd-{node}")
    time.sleep(chance.uniform(0, 10))
    cluster.start_etcd(node)
    return f"kill -9 of etcd's leader ({node})"


def server(cluster, chance):
    """A server of the shop goes, and is started again as a service manager does."""
    number = chance.randrange(len(cluster.shops))
    cluster.kill(f"shop-{number}")
    time.sleep(chance.uniform(0, 2))
    cluster.start_shop(number)
    return f"kill -9 of a server of the shop ({number})"


def pause(cluster, chance):
    """The leader's machine hangs: it answers nobody, and goes on later as if nothing had been."""
    node = cluster.leader() or chance.choice(NODES)
    seconds = chance.uniform(3, 40)
    stopped = cluster.processes(node)
    cluster.signal(stopped, signal.SIGSTOP)
    time.sleep(seconds)
    cluster.signal(stopped, signal.SIGCONT)
    return f"SIGSTOP of the leader's machine for {seconds:.0f} s ({node})"


def switchover(cluster, chance):
    """The leader is asked to hand over, as before work on its machine."""
    node = cluster.leader() or chance.choice(NODES)
    words = ["/usr/bin/patronictl", "-c", str(cluster.data(node) / "patroni.yml"), "switchover", "--force"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})
    if done.returncode != 0:
        raise RuntimeError(f"patronictl switchover: {done.stdout}{done.stderr}")
    return f"a planned hand-over ({node})"


FAULTS = (leader_machine, leader_process, replica, etcd_leader, server, pause, switchover)


def plan(rounds, seed):
    """Each fault as often as the others, in an order by chance."""
    chance = random.Random(seed)
    faults = []
    while len(faults) < rounds:
        faults += chance.sample(FAULTS, len(FAULTS))
    only = os.environ.get("LOGGIA_CLUSTER_ONLY")
    if only:
        faults = [fault for fault in FAULTS if fault.__name__ == only] * rounds
    return faults[:rounds], chance
