-- An SMS is hers whose order it is about: a telephone number alone proves nothing.
alter table sms add column order_id uuid;
alter table sms add constraint sms_order_id_fk foreign key (order_id) references orders (id) on delete cascade;
create index sms_order_index on sms (order_id) where order_id is not null;

-- What was sent to an address is told to whoever proved it, and goes with her account.
create index gift_cards_recipient_index on gift_cards (recipient_email) where recipient_email is not null;
create index mails_to_email_index on mails (to_email);

-- Before a row of users goes the database looks into each table that may name it.
create index audit_entries_actor_index on audit_entries (actor_id) where actor_id is not null;
create index credit_entries_actor_index on credit_entries (actor_id) where actor_id is not null;
create index customer_notes_author_index on customer_notes (author_id) where author_id is not null;
create index gift_card_entries_actor_index on gift_card_entries (actor_id) where actor_id is not null;
create index gift_cards_actor_index on gift_cards (actor_id) where actor_id is not null;
create index message_answers_actor_index on message_answers (actor_id) where actor_id is not null;
create index order_notes_author_index on order_notes (author_id) where author_id is not null;

-- Changes that name an address beside what they are about (shop/audit/forget.ts).
create index audit_entries_addressed_index on audit_entries (action) where action in (
  'customer.merge', 'consent.withdraw', 'campaign.create', 'campaign.update', 'campaign.delete', 'staff.invite', 'staff.withdraw');

-- The accountant's month.
create index orders_paid_at_index on orders (paid_at) where paid_at is not null;
create index orders_market_cancelled_index on orders (cancelled_at) where payment_method = 'MARKETPLACE' and paid_at is not null;

-- What names people in the history of changes, and should have gone with them before.
update audit_entries a
set subject_name = 'Silinmiş Hesap',
  before = before - array['mergedAccount', 'reason', 'note'], after = after - array['mergedAccount', 'reason', 'note']
from users u left join users kept on kept.id = u.merged_into
where a.subject_id = u.id::text and u.deleted_at is not null and (kept.id is null or kept.deleted_at is not null);
update audit_entries a set actor_name = 'Silinmiş Hesap'
from users u join orders o on o.user_id = u.id
where a.actor_id = u.id and a.subject_id = o.id::text and u.deleted_at is not null;
update audit_entries a set before = before - 'customer', after = after - 'customer'
from users u join campaigns c on c.customer_id = u.id
where a.subject_id = c.id::text and u.deleted_at is not null;
update audit_entries a
set subject_name = 'Silinmiş e-posta', before = before - array['to', 'error'], after = after - array['to', 'error']
where action = 'mail.resend' and not exists (select from mails m where m.id::text = a.subject_id);
update audit_entries a set subject_name = 'Silinmiş mesaj', before = before - 'answer', after = after - 'answer'
where action = 'message.change' and not exists (select from messages m where m.id::text = a.subject_id);
