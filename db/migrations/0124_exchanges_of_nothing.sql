-- Where the old pieces counted nothing no refund was waited for, and nothing said that they were taken back: their order could not be given back.
update orders o set exchanged_at = r.completed_at
from returns r
where r.replacement_id = o.id and r.status = 'COMPLETED' and o.exchange_kurus = 0 and o.exchanged_at is null and o.status <> 'CANCELLED';
