-- Campaigns: reductions that a shopper gets by a code, or by itself where there is none. docs/campaigns.md has the rules.
create table campaigns (
  id uuid not null,
  code text,
  -- The code as shop/turkish.ts folds it: 'ŞUBAT10' and 'subat10' are one.
  code_key text,
  name text not null default '',
  kind text not null,
  -- Per cent; kuruş of an AMOUNT; of BUY_X_GET_Y what the cheapest pieces cost less, in per cent.
  value integer not null,
  buy_quantity integer,
  get_quantity integer,
  min_total_kurus integer not null default 0,
  starts_at timestamptz,
  ends_at timestamptz,
  total_limit integer,
  person_limit integer,
  category_ids uuid[] not null default '{}',
  product_ids uuid[] not null default '{}',
  first_order_only boolean not null default false,
  customer_id uuid,
  combinable boolean not null default false,
  -- Who spreads the code, such as an influencer.
  partner text not null default '',
  active boolean not null default true,
  -- Orders that hold it; kept up only while there is a total_limit.
  used integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint campaigns_id_pk primary key (id),
  constraint campaigns_customer_id_fk foreign key (customer_id) references users (id),
  constraint campaigns_kind_check check (kind in ('PERCENT', 'AMOUNT', 'FREE_DELIVERY', 'BUY_X_GET_Y')),
  constraint campaigns_code_check check ((code is null) = (code_key is null) and code <> ''),
  constraint campaigns_name_check check (code is not null or name <> ''),
  constraint campaigns_value_check check (case kind when 'PERCENT' then value between 1 and 99
    when 'AMOUNT' then value > 0 when 'BUY_X_GET_Y' then value between 1 and 100 else value = 0 end),
  constraint campaigns_quantity_check check (case kind when 'BUY_X_GET_Y' then buy_quantity > 0 and get_quantity > 0
    and buy_quantity is not null and get_quantity is not null else buy_quantity is null and get_quantity is null end),
  constraint campaigns_limit_check check (total_limit > 0 and person_limit > 0),
  constraint campaigns_used_check check (used >= 0 and min_total_kurus >= 0)
);
create unique index campaigns_code_key on campaigns (code_key) where code_key is not null;
create index campaigns_automatic_index on campaigns (id) where code is null and active;
create index campaigns_customer_index on campaigns (customer_id) where customer_id is not null;

-- How often a person used a campaign. A person is a hash of the campaign with her account, address or telephone.
create table campaign_people (
  campaign_id uuid not null,
  person text not null,
  used integer not null,
  constraint campaign_people_pk primary key (campaign_id, person),
  constraint campaign_people_campaign_id_fk foreign key (campaign_id) references campaigns (id) on delete cascade,
  constraint campaign_people_used_check check (used >= 0)
);

-- What an order got by a campaign; given back when the order ended without money.
create table campaign_uses (
  order_id uuid not null,
  campaign_id uuid not null,
  discount_kurus integer not null,
  -- What delivery cost less.
  delivery_kurus integer not null default 0,
  people text[] not null,
  given_back_at timestamptz,
  created_at timestamptz not null,
  constraint campaign_uses_pk primary key (order_id, campaign_id),
  constraint campaign_uses_order_id_fk foreign key (order_id) references orders (id),
  constraint campaign_uses_campaign_id_fk foreign key (campaign_id) references campaigns (id) on delete cascade,
  constraint campaign_uses_discount_check check (discount_kurus >= 0 and delivery_kurus >= 0)
);
create index campaign_uses_campaign_index on campaign_uses (campaign_id);

-- What a unit cost less than its price on the shelf; unit_price_kurus is what it was sold for.
alter table order_items
  add column discount_kurus integer not null default 0 constraint order_items_discount_check check (discount_kurus >= 0);
