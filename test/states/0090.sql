-- After 0090_setting_versions: two menus, the second one in force, and a draft that is looked at.
insert into settings (key, value, version, updated_at) values ('menu', '{"items": [{"to": "/elbise", "label": "Elbise"}]}', 2, '2026-11-24 10:00:00+00');
insert into setting_versions values ('menu', 1, '{"items": [{"to": "/etek", "label": "Etek"}]}', null, '2026-11-23 10:00:00+00');
insert into setting_versions values ('menu', 2, '{"items": [{"to": "/elbise", "label": "Elbise"}]}', null, '2026-11-24 10:00:00+00');
insert into setting_drafts values ('01a21383-6be0-707a-be63-0b8e0aa0c41b', '{"menu": {"items": [{"to": "/yeni", "label": "Yeni"}]}}', '2026-11-24 11:00:00+00');
