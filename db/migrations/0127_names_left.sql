-- What names people and should have gone with them before. It locks rows of the past, which nobody who buys writes to. What was
-- done under an account that was merged goes with the account that it became part of.
update audit_entries a
set subject_name = 'Silinmiş Hesap',
  before = before - array['mergedAccount', 'reason', 'note'], after = after - array['mergedAccount', 'reason', 'note']
from users u join users holder on holder.id = coalesce(u.merged_into, u.id)
where a.subject_id = u.id::text and holder.deleted_at is not null;
update audit_entries a set actor_name = 'Silinmiş Hesap'
from users u join users holder on holder.id = coalesce(u.merged_into, u.id) join orders o on o.user_id = holder.id
where a.actor_id = u.id and a.subject_id = o.id::text and holder.deleted_at is not null;
update audit_entries a set before = before - 'customer', after = after - 'customer'
from campaigns c join users u on u.id = c.customer_id join users holder on holder.id = coalesce(u.merged_into, u.id)
where a.subject_id = c.id::text and holder.deleted_at is not null;
update audit_entries a
set subject_name = 'Silinmiş e-posta', before = before - array['to', 'error'], after = after - array['to', 'error']
where action = 'mail.resend' and not exists (select from mails m where m.id::text = a.subject_id);
update audit_entries a set subject_name = 'Silinmiş mesaj', before = before - 'answer', after = after - 'answer'
where action = 'message.change' and not exists (select from messages m where m.id::text = a.subject_id);

-- Orders that an earlier version forgot name nobody themselves, but what was written beside them may.
update audit_entries a
set before = before - array['recipient', 'address', 'phone', 'iban', 'note', 'adminNotes', 'reason', 'discount'],
  after = after - array['recipient', 'address', 'phone', 'iban', 'note', 'adminNotes', 'reason', 'discount']
from orders o where a.subject_id = o.id::text and o.email = 'silindi@silindi.invalid';
update order_events e set note = ''
from orders o where e.order_id = o.id and o.email = 'silindi@silindi.invalid' and e.note <> '';
delete from order_notes n using orders o where n.order_id = o.id and o.email = 'silindi@silindi.invalid';
update refunds r set iban = null, iban_holder = null
from orders o where r.order_id = o.id and o.email = 'silindi@silindi.invalid' and r.iban is not null;
update transfer_receipts t set note = ''
from payment_attempts p join orders o on o.id = p.order_id
where t.attempt_id = p.id and o.email = 'silindi@silindi.invalid' and t.note <> '';
update channel_packages c
set package = package || '{"firstName": "Silinmiş", "lastName": "Hesap", "phone": "", "address": "", "district": ""}'
from orders o where c.order_id = o.id and o.email = 'silindi@silindi.invalid';
