-- When somebody left the mailing list; they may come back.
ALTER TABLE mailing_list_member ADD COLUMN left_at INTEGER;

-- Everything one address waits for, for the day it waits for nothing any more.
CREATE INDEX restock_sign_up_email ON restock_sign_up (email) WHERE sent_at IS NULL;
