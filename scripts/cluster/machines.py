"""Three machines of a cluster on this one: etcd, Patroni with PostgreSQL, haproxy, pgbouncer and servers of the shop, each a process
of its own with the files of deploy/cluster."""
import contextlib
import json
import os
import pathlib
import pwd
import signal
import socket
import string
import subprocess
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ROOT / "deploy/cluster"
NODES = ("one", "two", "three")
HERE = "127.0.0.1"
PASSWORD = "only-of-this-test"
SECRET = "cluster-test-1f8a7c6b5d4e3f2a1b0c9d8e"


def free_port():
    """A port that nobody has."""
    with socket.socket() as held:
        held.bind((HERE, 0))
        return held.getsockname()[1]


def asked(address, method="GET", body=None, timeout=2):
    """What a service says, or None when it says nothing."""
    try:
        call = urllib.request.Request(address, method=method, data=body)
        with urllib.request.urlopen(call, timeout=timeout) as answer:
            return answer.read()
    except (urllib.error.URLError, OSError):
        return None


def wait_for(what, condition, seconds=90):
    """Waits until something holds; fails with its name when it does not."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise SystemExit(f"cluster: after {seconds} seconds still not: {what}")


def children(parent):
    """The processes that a process started, with theirs."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[1]) == parent:
                    found += [int(entry.name), *children(int(entry.name))]
    return found


class Cluster:
    """All of it; `stop` ends what was started, by its number."""

    def __init__(self, folder, api):
        self.folder, self.api = pathlib.Path(folder), api
        self.running = {}
        self.user = None
        if os.getuid() == 0:
            # PostgreSQL does not run as root.
            self.user = pwd.getpwnam("postgres")
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.ports = {(kind, node): free_port() for node in NODES for kind in ("postgres", "patroni", "etcd", "etcd_peer")}
        self.haproxy, self.pgbouncer = free_port(), free_port()
        self.shops = [free_port(), free_port()]
        programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))
        self.programs = programs[-1].parent

    def values(self, node):
        """What stands in the files of deploy/cluster for a machine."""
        port = lambda kind, of=node: self.ports[(kind, of)]
        values = {
            "NODE": node, "ADDRESS": HERE, "DATA": self.data(node), "WATCHDOG": "off", "NETWORK": "127.0.0.1/32",
            "POSTGRES_PROGRAMS": self.programs, "SHARED_BUFFERS": "64MB", "POSTGRES_PORT": port("postgres"),
            "PATRONI_PORT": port("patroni"), "ETCD_PORT": port("etcd"), "ETCD_PEER_PORT": port("etcd_peer"),
            "ETCD_MEMBERS": ",".join(f"{of}=http://{HERE}:{port('etcd_peer', of)}" for of in NODES),
            "ETCD_HOSTS": ",".join(f"{HERE}:{port('etcd', of)}" for of in NODES),
            "SUPERUSER_PASSWORD": PASSWORD, "REPLICATION_PASSWORD": PASSWORD, "SHOP_PASSWORD": PASSWORD,
            "PROXY_ADDRESS": HERE, "HAPROXY_PORT": self.haproxy, "PGBOUNCER_PORT": self.pgbouncer,
        }
        for number, of in enumerate(NODES, 1):
            values |= {f"NODE_{number}": of, f"ADDRESS_{number}": HERE, f"POSTGRES_PORT_{number}": port("postgres", of),
                       f"PATRONI_PORT_{number}": port("patroni", of)}
        return {name: str(value) for name, value in values.items()}

    def data(self, node):
        return self.folder / node

    def write(self, name, node):
        """Fills a file in for a machine."""
        text = string.Template((FILES / name).read_text()).substitute(self.values(node))
        file = self.data(node) / name
        file.write_text(text)
        file.chmod(0o600)
        if self.user:
            os.chown(file, self.user.pw_uid, self.user.pw_gid)
        return file

    def run(self, name, words, env=None):
        """Starts a program in the background, as PostgreSQL's user."""
        if self.user:
            words = ["setpriv", f"--reuid={self.user.pw_uid}", f"--regid={self.user.pw_gid}", "--clear-groups", "--", *words]
        with open(self.folder / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen(
                [str(word) for word in words], env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8", **(env or {})},
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    # The parts, each started by itself.

    def start_etcd(self, node):
        lines = self.write("etcd.env", node).read_text().splitlines()
        self.run(f"etcd-{node}", ["/usr/bin/etcd"], dict(line.split("=", 1) for line in lines if line.startswith("ETCD_")))

    def start_patroni(self, node):
        self.run(f"patroni-{node}", ["/usr/bin/patroni", self.write("patroni.yml", node)])

    def start_shop(self, number):
        shop = self.folder / f"shop-{number}"
        shop.mkdir(exist_ok=True)
        if self.user:
            os.chown(shop, self.user.pw_uid, self.user.pw_gid)
        limits = {f"LOGGIA_LIMIT_{name}": "1000000" for name in ("ADD_ENTRY", "CHECKOUT", "FORM", "FORM_KEY", "CODE")}
        self.run(f"shop-{number}", [self.api, "serve", "--bind", f"{HERE}:{self.shops[number]}", "--workers", "2", "--data-folder", shop,
                                    "--catalog", self.folder / "catalog.json"],
                 {"DATABASE_URL": self.address(), "LOGGIA_SECRET": SECRET, "LOGGIA_LOG": "error", "LOGGIA_MAIL": "files", **limits})

    def address(self):
        """Where the shop finds its database: pgbouncer."""
        return f"postgres://loggia:{PASSWORD}@{HERE}:{self.pgbouncer}/loggia?sslmode=disable&pooler=transaction"

    def start(self):
        """Everything, until the shop answers."""
        for node in NODES:
            self.data(node).mkdir(mode=0o700)
            if self.user:
                os.chown(self.data(node), self.user.pw_uid, self.user.pw_gid)
            self.start_etcd(node)
        wait_for("etcd has a leader", self.etcd_leader)
        for node in NODES:
            self.start_patroni(node)
        wait_for("PostgreSQL has a leader and two that follow", self.is_whole, 180)
        self.sql(f"CREATE ROLE loggia LOGIN PASSWORD '{PASSWORD}'", superuser=True)
        self.sql("CREATE DATABASE loggia OWNER loggia", superuser=True)
        self.run("haproxy", ["/usr/sbin/haproxy", "-db", "-f", self.write("haproxy.cfg", "one")])
        self.write("userlist.txt", "one")
        self.run("pgbouncer", ["/usr/sbin/pgbouncer", self.write("pgbouncer.ini", "one")])
        # haproxy believes in every machine until it has asked them once.
        time.sleep(3)
        wait_for("pgbouncer leads to the leader", lambda: self.psql("SELECT pg_is_in_recovery()", self.pgbouncer) == "f")
        for number in range(len(self.shops)):
            self.start_shop(number)
        wait_for("both servers of the shop answer", lambda: all(map(self.shop_answers, range(len(self.shops)))))

    def shop_answers(self, number):
        """Whether a server of the shop is ready; one that ended by itself is started again, as a service manager does."""
        if self.running[f"shop-{number}"].poll() is not None:
            self.start_shop(number)
        return asked(f"http://{HERE}:{self.shops[number]}/health/ready") is not None

    # Who is who.

    def etcd_leader(self):
        """The machine whose etcd leads."""
        for node in NODES:
            said = asked(f"http://{HERE}:{self.ports[('etcd', node)]}/v3/maintenance/status", "POST", b"{}")
            status = json.loads(said) if said else {}
            if status.get("leader") and status["leader"] == status["header"]["member_id"]:
                return node
        return None

    def members(self):
        """What Patroni says of the machines, by name; empty when nobody says it."""
        for node in NODES:
            said = asked(f"http://{HERE}:{self.ports[('patroni', node)]}/cluster")
            if said:
                return {member["name"]: member for member in json.loads(said)["members"]}
        return {}

    def leader(self):
        """The machine that says itself that it leads."""
        for node in NODES:
            if asked(f"http://{HERE}:{self.ports[('patroni', node)]}/primary") is not None:
                return node
        return None

    def is_whole(self):
        """Whether one leads and both others follow, one of them for every commit: what Patroni says, and the leader's PostgreSQL."""
        members, leader = self.members(), self.leader()
        roles = sorted(member["role"] for member in members.values())
        if not leader or roles != ["leader", "replica", "sync_standby"] or members[leader]["role"] != "leader":
            return False
        if any(member["state"] not in ("running", "streaming") for member in members.values()):
            return False
        waits_for = "SELECT application_name FROM pg_stat_replication WHERE sync_state = 'sync'"
        return members.get(self.psql(waits_for, self.ports[("postgres", leader)], "postgres", "postgres"), {}).get("role") == "sync_standby"

    def sql(self, text, superuser=False):
        """What the leader answers; the row's columns by tabs."""
        leader = wait_for("somebody leads", self.leader)
        user, database = ("postgres", "postgres") if superuser else ("loggia", "loggia")
        return wait_for(f"an answer to {text}", lambda: self.psql(text, self.ports[("postgres", leader)], user, database), 30)

    def psql(self, text, port, user="loggia", database="loggia"):
        done = subprocess.run(
            ["psql", "-XAtq", "-F", "\t", "-h", HERE, "-p", str(port), "-U", user, "-d", database, "-c", text, "-c", "SELECT ''"],
            env={"PATH": os.environ["PATH"], "PGPASSWORD": PASSWORD, "PGCONNECT_TIMEOUT": "5"}, capture_output=True, text=True, check=False)
        return done.stdout.strip() or "none" if done.returncode == 0 else None

    # What happens to them.

    def processes(self, node):
        """Patroni of a machine and all of its PostgreSQL."""
        found = [self.running[f"patroni-{node}"].pid]
        with contextlib.suppress(OSError, ValueError, IndexError):
            postmaster = int((self.data(node) / "postgres/postmaster.pid").read_text().split()[0])
            found += [postmaster, *children(postmaster)]
        return found

    def signal(self, processes, what):
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, what)

    def kill(self, name):
        """`kill -9` of a part that is one process."""
        self.running[name].kill()
        self.running[name].wait()

    def kill_machine(self, node):
        """`kill -9` of Patroni and PostgreSQL of a machine, as if its power went."""
        self.signal(self.processes(node), signal.SIGKILL)
        self.running[f"patroni-{node}"].wait()

    def stop(self):
        for node in NODES:
            if f"patroni-{node}" in self.running:
                self.signal(self.processes(node), signal.SIGKILL)
        for process in self.running.values():
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait()
