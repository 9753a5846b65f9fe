-- What visitors say may be called spam, too.

ALTER TABLE review DROP CONSTRAINT review_status_check;
ALTER TABLE review ADD CONSTRAINT review_status_check CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED', 'SPAM'));
CREATE INDEX review_status ON review (status, id);

ALTER TABLE visitor_comment DROP CONSTRAINT visitor_comment_status_check;
ALTER TABLE visitor_comment ADD CONSTRAINT visitor_comment_status_check CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED', 'SPAM'));
CREATE INDEX visitor_comment_status ON visitor_comment (status, id);
