-- What a notice says to somebody of the staff who may not see sums; null: the same as to all.
alter table notices add column plain_body text;
