-- What the owner published of her shop's face, with who and when, to go back to. The version is that of the settings' row.
create table setting_versions (
  key text not null,
  version integer not null,
  value jsonb not null,
  -- Null: before versions were kept, or the shop itself.
  actor_id uuid,
  created_at timestamptz not null,
  constraint setting_versions_pk primary key (key, version),
  constraint setting_versions_actor_id_fk foreign key (actor_id) references users (id)
);
create index setting_versions_actor_index on setting_versions (actor_id) where actor_id is not null;

insert into setting_versions
select s.key, s.version,
  case when s.key = 'landing' then s.value || jsonb_build_object('scenes', coalesce(scenes.value, '[]')) else s.value end,
  null, s.updated_at
from settings s
left join settings scenes on scenes.key = 'landing-scenes'
where s.key in ('landing', 'look', 'announcement', 'menu', 'links', 'size-charts');

-- What staff look at before it is published; their address is signed (shop/settings/face/drafts.ts) and lives an hour.
create table setting_drafts (
  id uuid not null,
  -- Values by the keys of settings.
  values jsonb not null,
  expires_at timestamptz not null,
  constraint setting_drafts_id_pk primary key (id)
);
create index setting_drafts_expires_index on setting_drafts (expires_at);
