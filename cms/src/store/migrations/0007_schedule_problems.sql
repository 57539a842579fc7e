-- Why something planned was not done when it was due: codes by field in JSON, as in the answer to a request that cannot be
-- done. It stays until someone plans anew, cancels, or does it by hand.
ALTER TABLE schedules ADD COLUMN problem TEXT;
