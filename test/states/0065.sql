-- After 0065_channels: a marketplace that was told of a size, and a package that waits for the owner.
insert into channels (name, lease_until) values ('trendyol', '2026-11-24');
insert into channel_packages (channel, package_id, order_number, state, status, package, changed_at, created_at)
  values ('trendyol', '1001', '9001', 'SHORT', 'Created', '{"lines": []}', '2026-11-24', '2026-11-24');
