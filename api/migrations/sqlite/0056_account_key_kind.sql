-- Keys for a password and invitations end by different rules.
ALTER TABLE account_key ADD COLUMN kind TEXT NOT NULL DEFAULT 'password';
