-- After 0065_channels: a marketplace that was told of a size, and a package that waits for the owner.
insert into channels (name, lease_until) values ('trendyol', '2026-11-24');
insert into channel_packages (channel, package_id, order_number, state, status, package, changed_at, created_at)
  values ('trendyol', '1001', '9001', 'SHORT', 'Created', '{"lines": []}', '2026-11-24', '2026-11-24');
insert into channel_listings (channel, variant_id, barcode, quantity, price_kurus, list_kurus, sent_at)
  select 'trendyol', id, '8690000000005', 1, price_kurus, price_kurus, '2026-11-24' from variants limit 1;
