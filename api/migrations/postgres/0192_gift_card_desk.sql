-- What tells gift cards apart at the desk, where their codes are not known: the last letters of the code and for whom a card is (an
-- address in lower case); cards from before show neither. `closed_at`: it was voided by a person, and pays no more.
ALTER TABLE gift_card ADD COLUMN code_end TEXT NOT NULL DEFAULT '';
ALTER TABLE gift_card ADD COLUMN recipient TEXT NOT NULL DEFAULT '';
ALTER TABLE gift_card ADD COLUMN closed_at BIGINT;
CREATE INDEX gift_card_code_end ON gift_card (code_end);
CREATE INDEX gift_card_recipient ON gift_card (recipient);
CREATE INDEX gift_card_open ON gift_card (id) WHERE balance_cents > 0 AND closed_at IS NULL;
CREATE INDEX gift_card_closed ON gift_card (id) WHERE closed_at IS NOT NULL;

-- Of a change that a person makes: who, and why.
ALTER TABLE gift_card_change ADD COLUMN actor_id TEXT;
ALTER TABLE gift_card_change ADD COLUMN note TEXT;

-- The orders that used a code.
CREATE INDEX coupon_use_code ON coupon_use (code_key, order_id);
