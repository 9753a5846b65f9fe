-- What tells gift cards apart at the desk, where their codes are not known: the last letters of the code and for whom a card is (an
-- address in lower case); cards from before show no letters. `closed_at`: it was voided by a person, and pays no more.
ALTER TABLE gift_card ADD COLUMN code_end TEXT NOT NULL DEFAULT '';
ALTER TABLE gift_card ADD COLUMN recipient TEXT NOT NULL DEFAULT '';
ALTER TABLE gift_card ADD COLUMN closed_at INTEGER;
CREATE INDEX gift_card_code_end ON gift_card (code_end);
CREATE INDEX gift_card_recipient ON gift_card (recipient);
CREATE INDEX gift_card_open ON gift_card (id) WHERE balance_cents > 0 AND closed_at IS NULL;
CREATE INDEX gift_card_closed ON gift_card (id) WHERE closed_at IS NOT NULL;
UPDATE gift_card SET recipient = COALESCE((SELECT lower(trim(json_extract(order_line.additional_fields, '$.recipientEmail'))) FROM order_line
    WHERE order_line.order_id = gift_card.order_id AND order_line.position = gift_card.position AND json_valid(order_line.additional_fields)), '');

-- Of a change that a person makes: who, and why.
ALTER TABLE gift_card_change ADD COLUMN actor_id TEXT;
ALTER TABLE gift_card_change ADD COLUMN note TEXT;

-- The orders that used a code.
CREATE INDEX coupon_use_code ON coupon_use (code_key, order_id);
