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
