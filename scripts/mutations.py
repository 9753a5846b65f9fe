#!/usr/bin/env python3
"""Shows that the tests of what happens at once can fail.

Each mutation takes one guard away (the condition of an UPDATE, a row lock, a unique key, a signature check) in a copy of the
tree, builds the tests there, and runs those that must notice. A mutation whose tests still pass is reported, and ends the run
with 1.

    scripts/mutations.py              every mutation
    scripts/mutations.py stock lock   those whose name holds one of the words
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = "api/src"

# name, file, what stands there, what stands there without the guard, the tests that must notice
MUTATIONS = [
    ("stock-condition", "repository/catalog.rs",
     "sku = $2 AND NOT unlimited AND quantity >= $3\"", "sku = $2 AND NOT unlimited AND $3 = $3\"",
     "a_046_sixty_buyers_share_twenty_pieces"),
    ("stock-adjustment-condition", "repository/catalog.rs",
     "AND quantity = $3 AND NOT unlimited\"", "AND $3 = $3 AND NOT unlimited\"",
     "a_005_adjustments_at_once_lose_nothing"),
    ("cart-lock", "repository/cart/mod.rs",
     "if connection.has_row_locks() {", "if false {",
     "a_023_adds_at_once_never_pass_the_stock"),
    ("cart-of-member-unique", "repository/cart/mod.rs",
     "(Some(member), Kind::Cart) => change!", "(Some(member), Kind::Cart) if member.is_empty() => change!",
     "a_090_first_adds_of_a_member_make_one_cart"),
    ("entry-sum", "repository/cart/entries.rs",
     "quantity = cart_entry.quantity + excluded.quantity", "quantity = excluded.quantity",
     "a_018_sixteen_adds_at_once_are_all_counted"),
    ("paid-once", "repository/order.rs",
     "SET status = 'paid', paid_at = $2 WHERE id = $1 AND status = 'pending'\"", "SET status = 'paid', paid_at = $2 WHERE id = $1\"",
     "a_046_one_cart_paid_sixteen_times"),
    ("idempotency-first", "routes/checkout.rs",
     "&& let Some((order_id, same)) = idempotency::earlier(connection, call, purchase.now).await?", "&& let Some((order_id, same)) = None::<(String, bool)>",
     "a_046_a_repeated_purchase_is_one_order"),
    ("gift-card-condition", "repository/gift_card.rs",
     "WHERE id = $1 AND balance_cents >= $2\"", "WHERE id = $1 AND $2 = $2\"",
     "a_048_a_gift_card_is_never_spent_twice"),
    ("refund-condition", "repository/refund.rs",
     "AND status = 'paid' AND refunded_cents + $2 <= grand_total_cents\"", "AND status = 'paid' AND $2 = $2\"",
     "a_046_refunds_at_once_never_pass_what_was_paid"),
    ("outbox-lease", "repository/outbox.rs",
     "WHERE id = $1 AND due_at <= $2 AND done_at IS NULL AND failed_at IS NULL \\", "WHERE id = $1 AND $2 = $2 \\",
     "a_046_workers_at_once_send_each_letter_once"),
    ("renewal-claim", "repository/subscription.rs",
     "WHERE id = $1 AND status = 'active' AND due_at <= $2 RETURNING id\"", "WHERE id = $1 AND $2 = $2 RETURNING id\"",
     "a_047_workers_at_once_renew_once"),
    ("form-key-spent", "repository/form.rs",
     "DELETE FROM form_key WHERE key_hash = $1", "DELETE FROM form_key WHERE key_hash = $1 AND FALSE",
     "a_051_a_form_key_is_spent_once_at_once"),
    ("provider-key", "outbound/payment/stripe.rs",
     "let key = format!(\"payment-{}\", charge.order_id);",
     "let key = format!(\"payment-{:?}\", std::time::Instant::now());",
     "a_046_one_cart_paid_sixteen_times_through_stripe"),
    ("webhook-signature", "outbound/payment/stripe.rs",
     "check_signature(self.keys.webhook.as_bytes(), signature, body, now_ms.div_euclid(1000))?;",
     "let _ = check_signature(self.keys.webhook.as_bytes(), signature, body, now_ms.div_euclid(1000));",
     "a_046_a_forged_message_does_nothing"),
]


def run(tree, test):
    command = ["cargo", "test", "--quiet", "-p", "loggia-api", "--test", "api", test]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True)


def main(words):
    chosen = [m for m in MUTATIONS if not words or any(word in m[0] for word in words)]
    tree = pathlib.Path(tempfile.mkdtemp(prefix="loggia-mutations-"))
    survivors = []
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_file():
                shutil.copy2(ROOT / name, tree / name)
        for name, file, guarded, bare, test in chosen:
            path = tree / SOURCE / file
            whole = path.read_text()
            if whole.count(guarded) != 1:
                sys.exit(f"{name}: the guard stands {whole.count(guarded)} times in {file}; change this list with it")
            path.write_text(whole.replace(guarded, bare))
            done = run(tree, test)
            path.write_text(whole)
            told = done.stdout + done.stderr
            if "error: could not compile" in told:
                sys.exit(f"{name}: the mutation does not compile\n{told}")
            if "test result: FAILED" in told:
                print(f"{name}: noticed by {test}")
            else:
                survivors.append(name)
                print(f"{name}: NOT noticed by {test}")
    finally:
        shutil.rmtree(tree)
    sys.exit(1 if survivors else 0)


main(sys.argv[1:])
