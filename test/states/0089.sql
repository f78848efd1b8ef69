-- After 0089_logos: a logo, and the look that names it.
insert into logos values ('0123456789abcdef0123456789abcdef', 'image/png', 400, 100, false, '\x89504e47', '\x89504e47', '\x89504e47', '\x89504e47', '\x89504e47', '\x89504e47', '2026-11-24 10:00:00+00');
insert into settings (key, value, updated_at) values ('look', '{"accent": "#1f4e79", "logo": null, "onDark": null, "icon": null}', '2026-11-24 10:00:00+00');
