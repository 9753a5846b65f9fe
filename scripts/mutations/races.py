"""Guards of what happens at once, for mutations.py: conditions of statements, locks, keys, signatures."""

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
     "s_010_a_refund_made_elsewhere_takes_the_card_back"),
    ("outbox-lease", "WHERE id = $1 AND due_at <= $2 AND done_at IS NULL AND failed_at IS NULL RETURNING", "WHERE id = $1 AND $2 = $2 RETURNING",
     "a_046_workers_at_once_send_each_email_once"),
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
