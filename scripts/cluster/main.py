#!/usr/bin/env python3
"""A shop on a cluster whose machines are killed while it sells.

usage: main.py --api PROGRAM [--rounds 50] [--seed N] [--keep]

Three nodes of PostgreSQL under Patroni with synchronous replication, three etcd, haproxy to the leader, pgbouncer in transaction
mode and two servers of the shop, all on loopback, with the files of deploy/cluster. In each round two hundred buyers pay for ten
pieces at once while others buy all the time, and something is killed or hangs. After each round no acknowledged order may be lost,
none doubled, nothing sold twice, and the books must agree. Ends with 1 when one of that does not hold.

Held here: S-350 (rounds), S-351 (files of deploy/cluster), S-352 (transaction mode).
"""
import argparse
import json
import pathlib
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from buyers import SOLD_OUT, Regulars, Rush, Sales
from faults import plan
from machines import Cluster, wait_for

BUYERS, PIECES, REGULARS = 200, 10, 4


def catalog(rounds):
    """A loaf that never ends, and for each round a cake of ten pieces."""
    def product(name, stock):
        return {"id": name, "title": name, "fullUrl": f"/shop/{name}", "productType": 1,
                "variants": [{"sku": name, "attributes": {}, "price": 600, **stock}]}
    return {
        "version": 1, "buildId": "build-1",
        "website": {"id": "site-1", "title": "Shop", "baseUrl": "https://shop.example", "timeZone": "UTC"},
        "storeSettings": {"minimumOrderSubtotalCents": 0},
        "products": [product("loaf", {"qtyInStock": 0, "unlimited": True}),
                     *(product(f"cake-{number}", {"qtyInStock": PIECES, "unlimited": False}) for number in range(rounds))],
        "forms": [], "coupons": [], "shippingOptions": [{"id": "post", "name": "Post", "costCents": 500}], "taxRules": [],
        "merchandising": {}, "pages": [],
    }


def rows(cluster, text):
    return [line.split("\t") for line in cluster.sql(text).splitlines() if line and line != "none"]


def check(cluster, rush, sales, item):
    """What does not hold after a round, in words."""
    found = list(sales.failures)
    others = [words for words in rush.refused if words != SOLD_OUT]
    if others:
        found.append(f"refused with other words: {sorted(set(others))}")
    if len(rush.bought) + len(rush.refused) != BUYERS:
        found.append(f"{len(rush.bought)} bought, {len(rush.refused)} were refused, of {BUYERS}")
    kept = rows(cluster, f"SELECT o.email, o.id, l.quantity FROM shop_order o JOIN order_line l ON l.order_id = o.id "
                         f"WHERE l.item_id = '{item}' AND o.status <> 'cancelled'")
    if {email: order for email, order, _ in kept} != rush.bought or len(kept) != len(rush.bought):
        found.append(f"kept {kept}, acknowledged {rush.bought}")
    if len(kept) != PIECES or any(quantity != "1" for _, _, quantity in kept):
        found.append(f"{len(kept)} orders for {PIECES} pieces")
    if rows(cluster, f"SELECT quantity FROM stock WHERE item_id = '{item}'") != [["0"]]:
        found.append("the stock is not zero")
    # Of all rounds: whatever was acknowledged is there, once, and nobody has an order that was not acknowledged.
    everything = rows(cluster, "SELECT email, id, status FROM shop_order WHERE status <> 'cancelled'")
    if len({email for email, *_ in everything}) != len(everything):
        found.append("somebody has two orders")
    there = {email: order for email, order, _ in everything}
    lost = {email for email, order in sales.orders.items() if there.get(email) != order}
    if lost:
        found.append(f"acknowledged and lost: {sorted(lost)}")
    more = set(there) - set(sales.orders)
    if more:
        found.append(f"never acknowledged, though everybody asked until there was an answer: {sorted(more)}")
    if any(status != "paid" for *_, status in everything):
        found.append("an order is half done")
    return found


def audit(cluster):
    """What the program itself says of the books; nothing when they agree."""
    done = subprocess.run([cluster.api, "audit", "--data-folder", cluster.folder / "audit"], capture_output=True, text=True, check=False,
                          env={"DATABASE_URL": cluster.address(), "LOGGIA_LOG": "error", "PATH": "/usr/bin:/bin"})
    return [] if done.returncode == 0 else [f"audit: {done.stdout}{done.stderr}"]


def one_round(cluster, number, fault, chance, sales):
    """Sells and kills; what happened, how long nothing was sold, and what does not hold."""
    item = f"cake-{number}"
    regulars = Regulars(cluster.shops, number, REGULARS, sales)
    rush = Rush(cluster.shops, item, BUYERS, sales)
    since, told = time.monotonic(), []

    def befall():
        # Some faults come before the first order, some among the ten, some after.
        time.sleep(chance.uniform(0, 2.0))
        try:
            told.append(fault(cluster, chance))
        except (Exception, SystemExit) as failed:  # pylint: disable=broad-exception-caught
            told.append(f"{fault.__name__} failed")
            sales.failures.append(f"{fault.__name__}: {failed}")
    killing = threading.Thread(target=befall)
    killing.start()
    rush.begin.set()
    killing.join()
    rush.wait()
    wait_for("the cluster is whole again", cluster.is_whole, 180)
    wait_for("both servers answer", lambda: all(map(cluster.shop_answers, range(len(cluster.shops)))))
    # The regulars buy on: the last pause has an end.
    ends = len(sales.moments) + 2 * REGULARS
    wait_for("loaves are sold again", lambda: len(sales.moments) >= ends or sales.failures, 120)
    regulars.stop()
    pause = sales.longest_pause(since)
    return told[0], pause, check(cluster, rush, sales, item) + audit(cluster)


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def report(pauses, sales):
    """The figures."""
    print(f"orders acknowledged: {len(sales.orders)}; lost 0, doubled 0, oversold 0; the books agree after each round")
    print(f"calls without an answer, by status (0: the connection broke): {dict(sorted(sales.faults.items()))}")
    for words, times in sorted(sales.words.items(), key=lambda entry: -entry[1])[:5]:
        print(f"  {times} times {words}")
    every = [pause for some in pauses.values() for pause in some]
    for name, some in [*sorted(pauses.items()), ("all", every)]:
        print(f"time without sales, {name}: {len(some)} rounds, p50 {statistics.median(some):.1f} s, p99 {quantile(some, 0.99):.1f} s")


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--api", required=True, type=pathlib.Path)
    words.add_argument("--rounds", type=int, default=50)
    words.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    words.add_argument("--keep", action="store_true", help="leaves the folder with the logs")
    chosen = words.parse_args()
    faults, chance = plan(chosen.rounds, chosen.seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="loggia-cluster-"))
    folder.chmod(0o755)
    program = folder / "loggia-api"
    # PostgreSQL's user runs it too, and may not look into every folder.
    shutil.copy(chosen.api.resolve(), program)
    (folder / "catalog.json").write_text(json.dumps(catalog(chosen.rounds)))
    cluster, sales, pauses, ended = Cluster(folder, program), Sales(), {}, 1
    print(f"{chosen.rounds} rounds, seed {chosen.seed}, in {folder}", flush=True)
    # Whoever ends this ends the cluster too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        cluster.start()
        for number, fault in enumerate(faults):
            begun = time.monotonic()
            told, pause, found = one_round(cluster, number, fault, chance, sales)
            pauses.setdefault(fault.__name__, []).append(pause)
            print(f"round {number + 1}: {told}: {pause:.1f} s without sales; {time.monotonic() - begun:.0f} s in all", flush=True)
            if found:
                raise SystemExit("\n".join(f"  does not hold: {fault}" for fault in found))
        report(pauses, sales)
        ended = 0
    finally:
        cluster.stop()
        if ended == 0 and not chosen.keep:
            shutil.rmtree(folder)
        else:
            print(f"the logs are in {folder}")


main()
