-- Why a program may have sent a submission: in the words of the list of submissions.
ALTER TABLE form_submission ADD COLUMN suspicion TEXT NOT NULL DEFAULT '';
