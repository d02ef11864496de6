-- Each kind of message has a worker of its own, so due messages are found by their kind first: those for a silent mail server may be many.
create index message_due_kind on message (kind, next_try_at) where state = 'queued';
drop index message_due;
