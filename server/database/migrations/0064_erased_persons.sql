-- What is deleted with an erased person (decision 0019).
grant delete on sent_mails, idempotency_keys, reported_user_keys to steward_app;
