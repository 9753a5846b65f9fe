#!/usr/bin/env python3
"""Shows that the tests of what happens at once can fail.

Each mutation takes one guard away (the condition of an UPDATE, a row lock, a unique key, a signature check) and runs the tests
that must notice. A mutation whose tests still pass is reported, and ends the run with 1.

Guards that are SQL are taken out of a copy of the compiled tests, where the statement stands as text: seconds each. The others
are taken out of a copy of the sources, all in one build: none of them touches another's test.

    scripts/mutations.py              every mutation
    scripts/mutations.py stock lock   those whose name holds one of the words
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ["cargo", "test", "--quiet", "--locked", "-p", "loggia-api", "--test", "api", "--no-run", "--message-format=json"]

# name, what stands in the statement, what stands there without the guard (no longer than it), the tests that must notice
STATEMENTS = [
    ("stock-condition", "sku = $2 AND NOT unlimited AND quantity >= $3", "sku = $2 AND NOT unlimited AND $3 = $3",
     "a_046_sixty_buyers_share_twenty_pieces"),
    ("stock-adjustment-condition", "AND quantity = $3 AND NOT unlimited", "AND $3 = $3 AND NOT unlimited",
     "a_005_counts_at_once_are_not_mixed"),
    ("cart-lock", "UPDATE cart SET revision = revision + 1 WHERE token_hash = $1 AND expires_at > $2 AND NOT is_purchased RETURNING id",
     "SELECT id FROM cart WHERE token_hash = $1 AND expires_at > $2 AND NOT is_purchased",
     "a_034_changes_at_once_never_pass_the_stock"),
    ("cart-revision", "WHERE id = $1 AND revision = $2 AND NOT is_purchased RETURNING id", "WHERE id = $1 AND $2 = $2 RETURNING id",
     "a_023_adds_at_once_never_pass_the_stock::postgres"),
    ("cart-revision-in-one-file", "AND cart.revision = put.value ->> 2 AND NOT cart.is_purchased ON CONFLICT", "ON CONFLICT",
     "a_023_adds_at_once_never_pass_the_stock::sqlite"),
    ("cart-of-member-unique", "ON CONFLICT (site_user_id) WHERE site_user_id IS NOT NULL AND kind = 'cart' AND NOT is_purchased "
     "DO UPDATE SET updated_at = excluded.updated_at, expires_at = excluded.expires_at RETURNING id", "RETURNING id",
     "a_090_first_adds_of_a_member_make_one_cart"),
    ("entry-sum", "quantity = cart_entry.quantity + excluded.quantity", "quantity = excluded.quantity",
     "a_018_sixteen_adds_at_once_are_all_counted"),
    ("paid-once", "SET status = 'paid', paid_at = $2 WHERE id = $1 AND status = 'pending'", "SET status = 'paid', paid_at = $2 WHERE id = $1",
     "a_046_one_cart_paid_sixteen_times"),
    ("idempotency-first", "FROM idempotency WHERE scope = $1 AND key_hash = $2 AND expires_at > $3",
     "FROM idempotency WHERE scope = $1 AND key_hash = $2 AND expires_at < $3",
     "a_046_a_repeated_purchase_is_one_order"),
    ("gift-card-condition", "WHERE id = $1 AND balance_cents >= $2", "WHERE id = $1 AND $2 = $2",
     "a_048_a_gift_card_is_never_spent_twice"),
    ("refund-condition", "AND status = 'paid' AND refunded_cents + $2 <= grand_total_cents", "AND status = 'paid' AND $2 = $2",
     "a_046_refunds_at_once_never_pass_what_was_paid"),
    ("outbox-lease", "WHERE id = $1 AND due_at <= $2 AND done_at IS NULL AND failed_at IS NULL RETURNING", "WHERE id = $1 AND $2 = $2 RETURNING",
     "a_046_workers_at_once_send_each_letter_once"),
    ("renewal-claim", "WHERE id = $1 AND status = 'active' AND due_at <= $2 RETURNING id", "WHERE id = $1 AND $2 = $2 RETURNING id",
     "a_047_workers_at_once_renew_once"),
    ("form-key-spent", "DELETE FROM form_key WHERE key_hash = $1", "UPDATE form_key SET key_hash = $1",
     "a_051_a_form_key_is_spent_once_at_once"),
]

# name, file, what stands there, what stands there without the guard, the tests that must notice
SOURCES = [
    ("provider-key", "outbound/payment/stripe.rs",
     "let key = format!(\"payment-{}\", charge.order_id);",
     "let key = format!(\"payment-{:?}\", std::time::Instant::now());",
     "a_046_one_cart_paid_sixteen_times_through_stripe"),
    ("webhook-signature", "outbound/payment/stripe.rs",
     "check_signature(self.keys.webhook.as_bytes(), signature, body, now_ms.div_euclid(1000))?;",
     "let _ = check_signature(self.keys.webhook.as_bytes(), signature, body, now_ms.div_euclid(1000));",
     "a_046_a_forged_message_does_nothing"),
]


def build(tree):
    """Compiles the tests of a tree; where the program is."""
    done = subprocess.run(BUILD, cwd=tree, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"it does not compile\n{done.stderr}")
    told = (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))
    return next(m["executable"] for m in told if m.get("executable") and m["target"]["name"] == "api" and m["target"]["kind"] == ["test"])


def notices(program, name, test):
    """Runs the tests against a program that lacks a guard; whether they saw it."""
    # As cargo runs them: in the folder of the package. What meets by chance meets in ten rounds.
    environment = {**os.environ, "LOGGIA_ROUNDS": "10"}
    done = subprocess.run([program, test], cwd=ROOT / "api", env=environment, capture_output=True, text=True)
    if "running 0 tests" in done.stdout:
        sys.exit(f"{name}: there is no test {test}; change this list with it")
    seen = "test result: FAILED" in done.stdout
    print(f"{name}: {'noticed' if seen else 'NOT noticed'} by {test}", flush=True)
    return seen


def without_statement(program, name, guarded, bare, folder):
    """A copy of the compiled tests in which a statement lacks its guard."""
    guarded, bare = guarded.encode(), bare.encode()
    whole = pathlib.Path(program).read_bytes()
    if guarded not in whole:
        sys.exit(f"{name}: the guard is in no statement; change this list with it")
    copy = pathlib.Path(folder) / name
    copy.write_bytes(whole.replace(guarded, bare.ljust(len(guarded))))
    copy.chmod(0o755)
    return str(copy)


def without_sources(chosen, folder):
    """Copies the tree, takes the guards out, and compiles it."""
    tree = pathlib.Path(folder) / "tree"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_file():
            shutil.copy2(ROOT / name, tree / name)
    for name, file, guarded, bare, _ in chosen:
        path = tree / "api/src" / file
        whole = path.read_text()
        if whole.count(guarded) != 1:
            sys.exit(f"{name}: the guard stands {whole.count(guarded)} times in {file}; change this list with it")
        path.write_text(whole.replace(guarded, bare))
    return build(tree)


def main(words):
    def is_chosen(mutation):
        return not words or any(word in mutation[0] for word in words)

    statements, sources = list(filter(is_chosen, STATEMENTS)), list(filter(is_chosen, SOURCES))
    survivors = []
    with tempfile.TemporaryDirectory(prefix="loggia-mutations-") as folder:
        program = build(ROOT) if statements else None
        for name, guarded, bare, test in statements:
            copy = without_statement(program, name, guarded, bare, folder)
            if not notices(copy, name, test):
                survivors.append(name)
            os.remove(copy)
        program = without_sources(sources, folder) if sources else None
        for name, _, _, _, test in sources:
            if not notices(program, name, test):
                survivors.append(name)
    print(f"{len(statements) + len(sources) - len(survivors)} of {len(statements) + len(sources)} noticed")
    sys.exit(1 if survivors else 0)


main(sys.argv[1:])
