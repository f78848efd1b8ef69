-- The database after all migrations: tables with their indexes and triggers, then functions, each sorted by name.
-- Generated from db/migrations by "npm run schema", for reading only. Extension and collation are in 0001_base.sql.

CREATE TABLE audit_entries (
  id uuid NOT NULL,
  actor_id uuid,
  actor_name text NOT NULL,
  action text NOT NULL,
  subject_id text NOT NULL,
  subject_name text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_entries_id_pk PRIMARY KEY (id),
  CONSTRAINT audit_entries_actor_id_fk FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT audit_entries_action_check CHECK ((action <> ''::text))
);
CREATE INDEX audit_entries_actor_index ON public.audit_entries USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_entries_addressed_index ON public.audit_entries USING btree (action) WHERE (action = ANY (ARRAY['customer.merge'::text, 'consent.withdraw'::text, 'campaign.create'::text, 'campaign.update'::text, 'campaign.delete'::text, 'staff.invite'::text, 'staff.withdraw'::text]));
CREATE INDEX audit_entries_newest_index ON public.audit_entries USING btree (created_at DESC, id DESC);
CREATE INDEX audit_entries_subject_index ON public.audit_entries USING btree (subject_id, created_at DESC);

CREATE TABLE bank_pages (
  token_hash text NOT NULL,
  content bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT bank_pages_token_hash_pk PRIMARY KEY (token_hash)
);

CREATE TABLE bank_statements (
  id uuid NOT NULL,
  name text NOT NULL,
  lines jsonb NOT NULL,
  actor_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT bank_statements_id_pk PRIMARY KEY (id)
);
CREATE INDEX bank_statements_created_at_index ON public.bank_statements USING btree (created_at);

CREATE TABLE bounces (
  email text NOT NULL,
  hard boolean NOT NULL,
  status text NOT NULL,
  reason text NOT NULL,
  bounced_at timestamp with time zone NOT NULL,
  CONSTRAINT bounces_pkey PRIMARY KEY (email)
);

CREATE TABLE bulk_changes (
  id uuid NOT NULL,
  state text NOT NULL,
  title text NOT NULL,
  change jsonb NOT NULL,
  filter jsonb,
  counts jsonb NOT NULL,
  warnings text[] NOT NULL,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  undone integer NOT NULL DEFAULT 0,
  kept integer NOT NULL DEFAULT 0,
  actor_id uuid,
  created_at timestamp with time zone NOT NULL,
  applied_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT bulk_changes_id_pk PRIMARY KEY (id),
  CONSTRAINT bulk_changes_state_check CHECK ((state = ANY (ARRAY['PREPARING'::text, 'READY'::text, 'RUNNING'::text, 'STOPPED'::text, 'DONE'::text, 'UNDOING'::text])))
);
CREATE INDEX bulk_changes_created_at_index ON public.bulk_changes USING btree (created_at);

CREATE TABLE bulk_units (
  bulk_id uuid NOT NULL,
  "position" integer NOT NULL,
  product_id uuid NOT NULL,
  plan text NOT NULL,
  name text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  changes jsonb NOT NULL,
  notes jsonb NOT NULL,
  applied_at timestamp with time zone,
  refused text,
  undo_asked_at timestamp with time zone,
  undone_at timestamp with time zone,
  kept text,
  CONSTRAINT bulk_units_pk PRIMARY KEY (bulk_id, "position"),
  CONSTRAINT bulk_units_bulk_id_fk FOREIGN KEY (bulk_id) REFERENCES bulk_changes(id) ON DELETE CASCADE,
  CONSTRAINT bulk_units_plan_check CHECK ((plan = ANY (ARRAY['CHANGED'::text, 'SAME'::text, 'FAILED'::text])))
);
CREATE INDEX bulk_units_undo_index ON public.bulk_units USING btree (bulk_id, "position") WHERE ((undo_asked_at IS NOT NULL) AND (undone_at IS NULL) AND (kept IS NULL));
CREATE INDEX bulk_units_waiting_index ON public.bulk_units USING btree (bulk_id, "position") WHERE ((applied_at IS NULL) AND (plan = 'CHANGED'::text));

CREATE TABLE campaign_people (
  campaign_id uuid NOT NULL,
  person text NOT NULL,
  used integer NOT NULL,
  CONSTRAINT campaign_people_pk PRIMARY KEY (campaign_id, person),
  CONSTRAINT campaign_people_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  CONSTRAINT campaign_people_used_check CHECK ((used >= 0))
);

CREATE TABLE campaign_uses (
  order_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  discount_kurus integer NOT NULL,
  delivery_kurus integer NOT NULL DEFAULT 0,
  people text[] NOT NULL,
  given_back_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT campaign_uses_pk PRIMARY KEY (order_id, campaign_id),
  CONSTRAINT campaign_uses_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  CONSTRAINT campaign_uses_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT campaign_uses_discount_check CHECK (((discount_kurus >= 0) AND (delivery_kurus >= 0)))
);
CREATE INDEX campaign_uses_campaign_index ON public.campaign_uses USING btree (campaign_id);
CREATE TRIGGER campaign_uses_counted AFTER INSERT OR DELETE OR UPDATE ON public.campaign_uses FOR EACH ROW EXECUTE FUNCTION campaign_use_counted();

CREATE TABLE campaigns (
  id uuid NOT NULL,
  code text,
  code_key text,
  name text NOT NULL DEFAULT ''::text,
  kind text NOT NULL,
  value integer NOT NULL,
  buy_quantity integer,
  get_quantity integer,
  min_total_kurus integer NOT NULL DEFAULT 0,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  total_limit integer,
  person_limit integer,
  category_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  product_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  first_order_only boolean NOT NULL DEFAULT false,
  customer_id uuid,
  combinable boolean NOT NULL DEFAULT false,
  partner text NOT NULL DEFAULT ''::text,
  active boolean NOT NULL DEFAULT true,
  used integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT campaigns_id_pk PRIMARY KEY (id),
  CONSTRAINT campaigns_customer_id_fk FOREIGN KEY (customer_id) REFERENCES users(id),
  CONSTRAINT campaigns_code_check CHECK ((((code IS NULL) = (code_key IS NULL)) AND (code <> ''::text))),
  CONSTRAINT campaigns_kind_check CHECK ((kind = ANY (ARRAY['PERCENT'::text, 'AMOUNT'::text, 'FREE_DELIVERY'::text, 'BUY_X_GET_Y'::text]))),
  CONSTRAINT campaigns_limit_check CHECK (((total_limit > 0) AND (person_limit > 0))),
  CONSTRAINT campaigns_name_check CHECK (((code IS NOT NULL) OR (name <> ''::text))),
  CONSTRAINT campaigns_quantity_check CHECK (
CASE kind
    WHEN 'BUY_X_GET_Y'::text THEN ((buy_quantity > 0) AND (get_quantity > 0) AND (buy_quantity IS NOT NULL) AND (get_quantity IS NOT NULL))
    ELSE ((buy_quantity IS NULL) AND (get_quantity IS NULL))
END),
  CONSTRAINT campaigns_used_check CHECK (((used >= 0) AND (min_total_kurus >= 0))),
  CONSTRAINT campaigns_value_check CHECK (
CASE kind
    WHEN 'PERCENT'::text THEN ((value >= 1) AND (value <= 99))
    WHEN 'AMOUNT'::text THEN (value > 0)
    WHEN 'BUY_X_GET_Y'::text THEN ((value >= 1) AND (value <= 100))
    ELSE (value = 0)
END)
);
CREATE INDEX campaigns_automatic_index ON public.campaigns USING btree (id) WHERE ((code IS NULL) AND active);
CREATE UNIQUE INDEX campaigns_code_key ON public.campaigns USING btree (code_key) WHERE (code_key IS NOT NULL);
CREATE INDEX campaigns_customer_index ON public.campaigns USING btree (customer_id) WHERE (customer_id IS NOT NULL);

CREATE TABLE categories (
  id uuid NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  area text NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT categories_id_pk PRIMARY KEY (id),
  CONSTRAINT categories_slug_key UNIQUE (slug),
  CONSTRAINT categories_area_check CHECK ((area = ANY (ARRAY['ust-giyim'::text, 'alt-giyim'::text, 'aksesuar'::text, 'special'::text]))),
  CONSTRAINT categories_name_check CHECK ((name <> ''::text))
);
CREATE TRIGGER categories_words_changed AFTER UPDATE OF name, area ON public.categories FOR EACH ROW WHEN (((old.name <> new.name) OR (old.area <> new.area))) EXECUTE FUNCTION categories_words_changed();

CREATE TABLE changed_totals (
  change_id uuid NOT NULL,
  order_id uuid NOT NULL,
  rate integer NOT NULL,
  kurus integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT changed_totals_pk PRIMARY KEY (change_id, rate),
  CONSTRAINT changed_totals_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT changed_totals_kurus_check CHECK ((kurus <> 0))
);
CREATE INDEX changed_totals_created_at_index ON public.changed_totals USING btree (created_at);
CREATE INDEX changed_totals_order_id_index ON public.changed_totals USING btree (order_id);

CREATE TABLE channel_categories (
  channel text NOT NULL,
  category_id uuid NOT NULL,
  market_id bigint NOT NULL,
  market_name text NOT NULL,
  attributes jsonb NOT NULL,
  CONSTRAINT channel_categories_pk PRIMARY KEY (channel, category_id),
  CONSTRAINT channel_categories_category_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE
);

CREATE TABLE channel_listings (
  channel text NOT NULL,
  variant_id uuid NOT NULL,
  barcode text NOT NULL,
  quantity integer NOT NULL,
  price_kurus integer NOT NULL,
  list_kurus integer NOT NULL,
  batch_id text,
  error text NOT NULL DEFAULT ''::text,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT channel_listings_pk PRIMARY KEY (channel, variant_id),
  CONSTRAINT channel_listings_variant_id_fk FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE
);
CREATE INDEX channel_listings_batch_index ON public.channel_listings USING btree (channel, batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX channel_listings_variant_index ON public.channel_listings USING btree (variant_id);

CREATE TABLE channel_packages (
  channel text NOT NULL,
  package_id text NOT NULL,
  order_number text NOT NULL,
  state text NOT NULL,
  status text NOT NULL,
  told text NOT NULL DEFAULT ''::text,
  order_id uuid,
  package jsonb NOT NULL,
  reason text NOT NULL DEFAULT ''::text,
  changed_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT channel_packages_pk PRIMARY KEY (channel, package_id),
  CONSTRAINT channel_packages_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT channel_packages_order_check CHECK (((state <> 'TAKEN'::text) OR (order_id IS NOT NULL))),
  CONSTRAINT channel_packages_state_check CHECK ((state = ANY (ARRAY['TAKEN'::text, 'SHORT'::text, 'REFUSED'::text, 'GONE'::text])))
);
CREATE UNIQUE INDEX channel_packages_order_key ON public.channel_packages USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX channel_packages_short_index ON public.channel_packages USING btree (channel, created_at) WHERE (state = 'SHORT'::text);

CREATE TABLE channel_products (
  channel text NOT NULL,
  variant_id uuid NOT NULL,
  state text NOT NULL,
  batch_id text,
  error text NOT NULL DEFAULT ''::text,
  asked_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  CONSTRAINT channel_products_pk PRIMARY KEY (channel, variant_id),
  CONSTRAINT channel_products_variant_id_fk FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE,
  CONSTRAINT channel_products_batch_check CHECK (((state = 'SENT'::text) = (batch_id IS NOT NULL))),
  CONSTRAINT channel_products_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'SENT'::text, 'MADE'::text, 'FAILED'::text])))
);
CREATE INDEX channel_products_open_index ON public.channel_products USING btree (channel, state) WHERE (state = ANY (ARRAY['WAITING'::text, 'SENT'::text]));
CREATE INDEX channel_products_variant_index ON public.channel_products USING btree (variant_id);

CREATE TABLE channels (
  name text NOT NULL,
  lease_until timestamp with time zone NOT NULL,
  push_after timestamp with time zone,
  orders_after timestamp with time zone,
  orders_until timestamp with time zone,
  pushed_at timestamp with time zone,
  read_at timestamp with time zone,
  last_error text NOT NULL DEFAULT ''::text,
  CONSTRAINT channels_name_pk PRIMARY KEY (name)
);

CREATE TABLE consent_events (
  id uuid NOT NULL,
  recipient text NOT NULL,
  channel text NOT NULL,
  status text NOT NULL,
  user_id uuid,
  form text NOT NULL,
  source text NOT NULL,
  text_version text,
  text text,
  address text NOT NULL,
  actor_id uuid,
  actor_name text,
  note text NOT NULL DEFAULT ''::text,
  happened_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT consent_events_id_pk PRIMARY KEY (id),
  CONSTRAINT consent_events_channel_check CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text]))),
  CONSTRAINT consent_events_form_check CHECK ((form = ANY (ARRAY['settings'::text, 'application'::text, 'email-change'::text, 'mail-link'::text, 'account-deletion'::text, 'merge'::text, 'staff'::text, 'iys'::text]))),
  CONSTRAINT consent_events_recipient_check CHECK (((channel = 'EMAIL'::text) = (POSITION(('@'::text) IN (recipient)) > 0))),
  CONSTRAINT consent_events_status_check CHECK ((status = ANY (ARRAY['GIVEN'::text, 'WITHDRAWN'::text])))
);
CREATE INDEX consent_events_recipient_index ON public.consent_events USING btree (recipient, happened_at);
CREATE INDEX consent_events_user_id_index ON public.consent_events USING btree (user_id, happened_at) WHERE (user_id IS NOT NULL);
CREATE TRIGGER consent_events_kept BEFORE DELETE OR UPDATE ON public.consent_events FOR EACH ROW EXECUTE FUNCTION consent_events_kept();

CREATE TABLE consent_states (
  recipient text NOT NULL,
  channel text NOT NULL,
  status text NOT NULL,
  since timestamp with time zone NOT NULL,
  event_id uuid NOT NULL,
  user_id uuid,
  iys_status text,
  CONSTRAINT consent_states_pk PRIMARY KEY (recipient, channel),
  CONSTRAINT consent_states_iys_status_check CHECK ((iys_status = ANY (ARRAY['ONAY'::text, 'RET'::text])))
);
CREATE INDEX consent_states_untold_index ON public.consent_states USING btree (since) WHERE (((status = 'GIVEN'::text) AND (iys_status IS DISTINCT FROM 'ONAY'::text)) OR ((status = 'WITHDRAWN'::text) AND (iys_status = 'ONAY'::text)));
CREATE INDEX consent_states_user_id_index ON public.consent_states USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE TABLE credit_accounts (
  user_id uuid NOT NULL,
  balance_kurus integer NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT credit_accounts_user_id_pk PRIMARY KEY (user_id),
  CONSTRAINT credit_accounts_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT credit_accounts_balance_check CHECK ((balance_kurus >= 0))
);

CREATE TABLE credit_entries (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  amount_kurus integer NOT NULL,
  cause text NOT NULL,
  order_id uuid,
  refund_id uuid,
  actor_id uuid,
  note text NOT NULL DEFAULT ''::text,
  request_key text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT credit_entries_id_pk PRIMARY KEY (id),
  CONSTRAINT credit_entries_actor_id_fk FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT credit_entries_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT credit_entries_refund_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT credit_entries_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT credit_entries_amount_check CHECK (((amount_kurus <> 0) AND ((amount_kurus < 0) = (cause = ANY (ARRAY['taken-back'::text, 'spent'::text, 'moved-out'::text]))))),
  CONSTRAINT credit_entries_cause_check CHECK ((cause = ANY (ARRAY['gift'::text, 'taken-back'::text, 'refund'::text, 'spent'::text, 'returned'::text, 'moved-out'::text, 'moved-in'::text])))
);
CREATE INDEX credit_entries_actor_index ON public.credit_entries USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX credit_entries_order_index ON public.credit_entries USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX credit_entries_refund_key ON public.credit_entries USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE UNIQUE INDEX credit_entries_request_key ON public.credit_entries USING btree (user_id, request_key) WHERE (request_key IS NOT NULL);
CREATE INDEX credit_entries_user_index ON public.credit_entries USING btree (user_id, created_at DESC, id DESC);
CREATE TRIGGER credit_entries_kept BEFORE DELETE OR UPDATE ON public.credit_entries FOR EACH ROW EXECUTE FUNCTION credit_entries_kept();

CREATE TABLE customer_changes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id uuid NOT NULL,
  CONSTRAINT customer_changes_id_pk PRIMARY KEY (id)
);

CREATE TABLE customer_counts (
  bought text NOT NULL,
  n integer NOT NULL
);

CREATE TABLE customer_notes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  text text NOT NULL,
  author_id uuid,
  author_name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT customer_notes_id_pk PRIMARY KEY (id),
  CONSTRAINT customer_notes_author_id_fk FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT customer_notes_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX customer_notes_author_index ON public.customer_notes USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX customer_notes_user_id_index ON public.customer_notes USING btree (user_id, created_at);

CREATE TABLE customers (
  user_id uuid NOT NULL,
  guest boolean NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  city text NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  orders integer NOT NULL,
  spent_kurus bigint NOT NULL,
  last_order_at timestamp with time zone,
  open_returns integer NOT NULL,
  phones text NOT NULL,
  search_line text GENERATED ALWAYS AS (tr_fold(((((((first_name || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || phones))) STORED,
  CONSTRAINT customers_user_id_pk PRIMARY KEY (user_id),
  CONSTRAINT customers_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX customers_email_index ON public.customers USING btree (email);
CREATE INDEX customers_joined_index ON public.customers USING btree (joined_at DESC, user_id);
CREATE INDEX customers_last_order_index ON public.customers USING btree (last_order_at DESC NULLS LAST, user_id);
CREATE INDEX customers_returning_index ON public.customers USING btree (user_id) WHERE (open_returns > 0);
CREATE INDEX customers_search_line_index ON public.customers USING gin (search_line gin_trgm_ops);
CREATE INDEX customers_spent_index ON public.customers USING btree (spent_kurus DESC, user_id);
CREATE TRIGGER customers_added AFTER INSERT ON public.customers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION customers_counted();
CREATE TRIGGER customers_removed AFTER DELETE ON public.customers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION customers_counted();

CREATE TABLE demo_bank.charges (
  payment_id uuid NOT NULL,
  conversation_id text NOT NULL,
  order_id uuid NOT NULL,
  amount_kurus integer NOT NULL,
  refunded_kurus integer NOT NULL DEFAULT 0,
  status text NOT NULL,
  decline_code text,
  three_ds_ok boolean,
  callback_url text,
  created_at timestamp with time zone NOT NULL,
  on_page boolean NOT NULL DEFAULT false,
  CONSTRAINT charges_payment_id_pk PRIMARY KEY (payment_id),
  CONSTRAINT charges_conversation_id_key UNIQUE (conversation_id),
  CONSTRAINT charges_refunded_check CHECK (((refunded_kurus >= 0) AND (refunded_kurus <= amount_kurus))),
  CONSTRAINT charges_status_check CHECK ((status = ANY (ARRAY['CHARGED'::text, 'DECLINED'::text, 'AWAITING_3DS'::text])))
);
CREATE INDEX charges_created_at_index ON demo_bank.charges USING btree (created_at);

CREATE TABLE demo_bank.refunds (
  refund_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount_kurus integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT refunds_refund_id_pk PRIMARY KEY (refund_id),
  CONSTRAINT refunds_payment_id_fk FOREIGN KEY (payment_id) REFERENCES demo_bank.charges(payment_id)
);

CREATE TABLE demo_rows (
  kind text NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT demo_rows_pk PRIMARY KEY (kind, id),
  CONSTRAINT demo_rows_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'category'::text, 'group'::text, 'order'::text, 'customer'::text])))
);

CREATE TABLE door_codes (
  attempt_id uuid NOT NULL,
  code_hash text NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  sent_times integer NOT NULL DEFAULT 1,
  sent_at timestamp with time zone NOT NULL,
  sent_by text NOT NULL DEFAULT 'EMAIL'::text,
  CONSTRAINT door_codes_attempt_id_pk PRIMARY KEY (attempt_id),
  CONSTRAINT door_codes_attempt_id_fk FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id) ON DELETE CASCADE,
  CONSTRAINT door_codes_sent_by_check CHECK ((sent_by = ANY (ARRAY['EMAIL'::text, 'SMS'::text]))),
  CONSTRAINT door_codes_sent_times_check CHECK (((sent_times >= 1) AND (sent_times <= 3))),
  CONSTRAINT door_codes_wrong_tries_check CHECK (((wrong_tries >= 0) AND (wrong_tries <= 5)))
);

CREATE TABLE email_codes (
  email_hash text NOT NULL,
  code_hash text NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT email_codes_pk PRIMARY KEY (email_hash),
  CONSTRAINT email_codes_wrong_tries_check CHECK (((wrong_tries >= 0) AND (wrong_tries <= 5)))
);
CREATE INDEX email_codes_expires_at_index ON public.email_codes USING btree (expires_at);

CREATE TABLE faulty_stock (
  variant_id uuid NOT NULL,
  units integer NOT NULL,
  CONSTRAINT faulty_stock_variant_id_pk PRIMARY KEY (variant_id),
  CONSTRAINT faulty_stock_variant_id_fk FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE,
  CONSTRAINT faulty_stock_units_check CHECK ((units >= 0))
);

CREATE TABLE favorite_lists (
  user_id uuid NOT NULL,
  token text NOT NULL,
  title text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT favorite_lists_user_id_pk PRIMARY KEY (user_id),
  CONSTRAINT favorite_lists_token_key UNIQUE (token),
  CONSTRAINT favorite_lists_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE favorites (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  product_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  price_kurus integer,
  CONSTRAINT favorites_id_pk PRIMARY KEY (id),
  CONSTRAINT favorites_user_product_key UNIQUE (user_id, product_id),
  CONSTRAINT favorites_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT favorites_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX favorites_product_id_index ON public.favorites USING btree (product_id);

CREATE TABLE first_purchases (
  user_id uuid NOT NULL,
  order_id uuid NOT NULL,
  CONSTRAINT first_purchases_pk PRIMARY KEY (user_id),
  CONSTRAINT first_purchases_order_key UNIQUE (order_id),
  CONSTRAINT first_purchases_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);

CREATE TABLE gift_card_entries (
  id uuid NOT NULL,
  card_id uuid NOT NULL,
  amount_kurus integer NOT NULL,
  cause text NOT NULL,
  order_id uuid,
  refund_id uuid,
  actor_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT gift_card_entries_id_pk PRIMARY KEY (id),
  CONSTRAINT gift_card_entries_actor_id_fk FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT gift_card_entries_card_id_fk FOREIGN KEY (card_id) REFERENCES gift_cards(id),
  CONSTRAINT gift_card_entries_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT gift_card_entries_refund_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT gift_card_entries_amount_check CHECK (((amount_kurus <> 0) AND ((amount_kurus < 0) = (cause = 'spent'::text)))),
  CONSTRAINT gift_card_entries_cause_check CHECK ((cause = ANY (ARRAY['issued'::text, 'spent'::text, 'returned'::text, 'refund'::text])))
);
CREATE INDEX gift_card_entries_actor_index ON public.gift_card_entries USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX gift_card_entries_card_index ON public.gift_card_entries USING btree (card_id, created_at DESC, id DESC);
CREATE INDEX gift_card_entries_order_index ON public.gift_card_entries USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX gift_card_entries_refund_key ON public.gift_card_entries USING btree (refund_id, card_id) WHERE (refund_id IS NOT NULL);
CREATE TRIGGER gift_card_entries_kept BEFORE DELETE OR UPDATE ON public.gift_card_entries FOR EACH ROW EXECUTE FUNCTION gift_card_entries_kept();

CREATE TABLE gift_card_uses (
  order_id uuid NOT NULL,
  card_id uuid NOT NULL,
  "position" integer NOT NULL,
  kurus integer NOT NULL,
  back_kurus integer NOT NULL DEFAULT 0,
  CONSTRAINT gift_card_uses_pk PRIMARY KEY (order_id, card_id),
  CONSTRAINT gift_card_uses_card_id_fk FOREIGN KEY (card_id) REFERENCES gift_cards(id),
  CONSTRAINT gift_card_uses_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT gift_card_uses_kurus_check CHECK (((kurus >= 0) AND ((back_kurus >= 0) AND (back_kurus <= kurus))))
);
CREATE INDEX gift_card_uses_card_index ON public.gift_card_uses USING btree (card_id);

CREATE TABLE gift_cards (
  id uuid NOT NULL,
  code_hash text NOT NULL,
  code_tail text NOT NULL,
  initial_kurus integer NOT NULL,
  balance_kurus integer NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  recipient_email text,
  recipient_name text NOT NULL DEFAULT ''::text,
  message text NOT NULL DEFAULT ''::text,
  blocked_at timestamp with time zone,
  actor_id uuid,
  request_key text,
  "position" integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT gift_cards_id_pk PRIMARY KEY (id),
  CONSTRAINT gift_cards_actor_id_fk FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT gift_cards_balance_check CHECK (((balance_kurus >= 0) AND (initial_kurus > 0)))
);
CREATE INDEX gift_cards_actor_index ON public.gift_cards USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE UNIQUE INDEX gift_cards_code_key ON public.gift_cards USING btree (code_hash);
CREATE INDEX gift_cards_created_index ON public.gift_cards USING btree (created_at DESC, id DESC);
CREATE INDEX gift_cards_recipient_index ON public.gift_cards USING btree (recipient_email) WHERE (recipient_email IS NOT NULL);
CREATE UNIQUE INDEX gift_cards_request_key ON public.gift_cards USING btree (request_key, "position") WHERE (request_key IS NOT NULL);
CREATE INDEX gift_cards_tail_index ON public.gift_cards USING btree (code_tail);

CREATE TABLE guest_keys (
  token_hash text NOT NULL,
  user_id uuid NOT NULL,
  order_id uuid,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT guest_keys_pk PRIMARY KEY (token_hash),
  CONSTRAINT guest_keys_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT guest_keys_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX guest_keys_expires_at_index ON public.guest_keys USING btree (expires_at);
CREATE INDEX guest_keys_order_id_index ON public.guest_keys USING btree (order_id);
CREATE INDEX guest_keys_user_id_index ON public.guest_keys USING btree (user_id);

CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  attempt_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pk PRIMARY KEY (user_id, key),
  CONSTRAINT idempotency_keys_attempt_id_fk FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id)
);

CREATE TABLE images (
  id text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  tone text NOT NULL,
  avif_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT images_id_pk PRIMARY KEY (id),
  CONSTRAINT images_id_check CHECK ((id ~ '^[0-9a-f]{32}$'::text)),
  CONSTRAINT images_tone_check CHECK ((tone ~ '^#[0-9a-f]{6}$'::text))
);
CREATE INDEX images_without_avif_index ON public.images USING btree (created_at) WHERE (avif_at IS NULL);

CREATE TABLE import_files (
  import_id uuid NOT NULL,
  image_id text NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT import_files_pk PRIMARY KEY (import_id, image_id),
  CONSTRAINT import_files_import_id_fk FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);

CREATE TABLE import_mappings (
  header_key text NOT NULL,
  mapping jsonb NOT NULL,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT import_mappings_header_key_pk PRIMARY KEY (header_key)
);

CREATE TABLE import_pictures (
  source text NOT NULL,
  image_id text NOT NULL,
  fetched_at timestamp with time zone NOT NULL,
  CONSTRAINT import_pictures_source_pk PRIMARY KEY (source)
);

CREATE TABLE import_units (
  import_id uuid NOT NULL,
  "position" integer NOT NULL,
  plan text NOT NULL,
  name text NOT NULL,
  first_row integer NOT NULL,
  product_id uuid,
  draft jsonb NOT NULL,
  changes jsonb NOT NULL,
  errors jsonb NOT NULL,
  notes text[] NOT NULL,
  lines jsonb,
  applied_at timestamp with time zone,
  CONSTRAINT import_units_pk PRIMARY KEY (import_id, "position"),
  CONSTRAINT import_units_import_id_fk FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  CONSTRAINT import_units_plan_check CHECK ((plan = ANY (ARRAY['NEW'::text, 'CHANGED'::text, 'SAME'::text, 'FAILED'::text])))
);
CREATE INDEX import_units_waiting_index ON public.import_units USING btree (import_id, "position") WHERE ((applied_at IS NULL) AND (plan = ANY (ARRAY['NEW'::text, 'CHANGED'::text])));

CREATE TABLE imports (
  id uuid NOT NULL,
  name text NOT NULL,
  format text NOT NULL,
  state text NOT NULL,
  header text[] NOT NULL,
  mapping jsonb NOT NULL,
  rows integer NOT NULL,
  counts jsonb NOT NULL,
  warnings text[] NOT NULL,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  actor_id uuid,
  created_at timestamp with time zone NOT NULL,
  applied_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT imports_id_pk PRIMARY KEY (id),
  CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['READY'::text, 'RUNNING'::text, 'STOPPED'::text, 'DONE'::text])))
);
CREATE INDEX imports_created_at_index ON public.imports USING btree (created_at);

CREATE TABLE item_refunds (
  refund_id uuid NOT NULL,
  order_id uuid NOT NULL,
  restock boolean NOT NULL,
  note text NOT NULL,
  request_key text,
  as_credit boolean NOT NULL DEFAULT false,
  CONSTRAINT item_refunds_refund_id_pk PRIMARY KEY (refund_id),
  CONSTRAINT item_refunds_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT item_refunds_refund_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE UNIQUE INDEX item_refunds_request_key ON public.item_refunds USING btree (order_id, request_key) WHERE (request_key IS NOT NULL);

CREATE TABLE iys_files (
  id uuid NOT NULL,
  event_ids uuid[] NOT NULL,
  made_by text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  uploaded_at timestamp with time zone,
  CONSTRAINT iys_files_id_pk PRIMARY KEY (id)
);

CREATE TABLE kept_carts (
  user_id uuid NOT NULL,
  lines jsonb NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  told_at timestamp with time zone,
  mail_id uuid,
  token_hash text,
  CONSTRAINT kept_carts_user_id_pk PRIMARY KEY (user_id),
  CONSTRAINT kept_carts_token_hash_key UNIQUE (token_hash),
  CONSTRAINT kept_carts_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX kept_carts_changed_at_index ON public.kept_carts USING btree (changed_at) WHERE (told_at IS NULL);

CREATE TABLE known_devices (
  user_id uuid NOT NULL,
  device text NOT NULL,
  first_used_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  CONSTRAINT known_devices_pk PRIMARY KEY (user_id, device),
  CONSTRAINT known_devices_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE line_places (
  place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  person uuid NOT NULL,
  network text NOT NULL,
  variant_ids uuid[] NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  called_at timestamp with time zone,
  order_id uuid,
  CONSTRAINT line_places_pkey PRIMARY KEY (place),
  CONSTRAINT line_places_person_key UNIQUE (person),
  CONSTRAINT line_places_person_fkey FOREIGN KEY (person) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX line_places_network ON public.line_places USING btree (network) WHERE (called_at IS NULL);
CREATE INDEX line_places_waiting ON public.line_places USING btree (place) WHERE (called_at IS NULL);

CREATE TABLE line_wishes (
  variant_id uuid NOT NULL,
  CONSTRAINT line_wishes_pkey PRIMARY KEY (variant_id),
  CONSTRAINT line_wishes_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE
);

CREATE TABLE link_requests (
  id uuid NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT link_requests_id_pk PRIMARY KEY (id),
  CONSTRAINT link_requests_purpose_check CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'reset-password'::text])))
);

CREATE TABLE login_attempts (
  key text NOT NULL,
  count integer NOT NULL,
  wait_until timestamp with time zone NOT NULL,
  CONSTRAINT login_attempts_key_pk PRIMARY KEY (key)
);
CREATE INDEX login_attempts_wait_until_index ON public.login_attempts USING btree (wait_until);

CREATE TABLE logos (
  id text NOT NULL,
  type text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  opaque boolean NOT NULL,
  image bytea NOT NULL,
  png bytea NOT NULL,
  icon_64 bytea NOT NULL,
  icon_180 bytea NOT NULL,
  icon_512 bytea NOT NULL,
  icon_maskable bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT logos_id_pk PRIMARY KEY (id),
  CONSTRAINT logos_type_check CHECK ((type = ANY (ARRAY['image/svg+xml'::text, 'image/png'::text, 'image/webp'::text])))
);

CREATE TABLE look_pieces (
  look_id uuid NOT NULL,
  product_id uuid NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT look_pieces_pk PRIMARY KEY (look_id, product_id),
  CONSTRAINT look_pieces_look_id_fk FOREIGN KEY (look_id) REFERENCES looks(id) ON DELETE CASCADE,
  CONSTRAINT look_pieces_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX look_pieces_product_id_index ON public.look_pieces USING btree (product_id);

CREATE TABLE looks (
  id uuid NOT NULL,
  title text NOT NULL,
  image_id text,
  "position" integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT looks_id_pk PRIMARY KEY (id),
  CONSTRAINT looks_image_id_fk FOREIGN KEY (image_id) REFERENCES images(id)
);

CREATE TABLE mails (
  id uuid NOT NULL,
  kind text NOT NULL,
  to_email text NOT NULL,
  subject text NOT NULL,
  html text NOT NULL,
  text text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  sent_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  reply_to text,
  unsubscribe_url text,
  contracts_of uuid,
  file_key text,
  file_name text,
  order_link_of uuid,
  to_folder boolean NOT NULL DEFAULT false,
  returned text,
  CONSTRAINT mails_id_pk PRIMARY KEY (id)
);
CREATE INDEX mails_newest_index ON public.mails USING btree (created_at DESC, id DESC);
CREATE INDEX mails_sent_at_index ON public.mails USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX mails_to_email_index ON public.mails USING btree (to_email);
CREATE INDEX mails_unsent_index ON public.mails USING btree (created_at) WHERE (sent_at IS NULL);

CREATE TABLE message_answers (
  id uuid NOT NULL,
  message_id uuid NOT NULL,
  actor_id uuid,
  subject text NOT NULL,
  text text NOT NULL,
  mail_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT message_answers_id_pk PRIMARY KEY (id),
  CONSTRAINT message_answers_actor_id_fk FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT message_answers_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE SET NULL,
  CONSTRAINT message_answers_message_id_fk FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
);
CREATE INDEX message_answers_actor_index ON public.message_answers USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX message_answers_message_index ON public.message_answers USING btree (message_id, created_at);

CREATE TABLE message_templates (
  id uuid NOT NULL,
  name text NOT NULL,
  subject text NOT NULL DEFAULT ''::text,
  text text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT message_templates_id_pk PRIMARY KEY (id),
  CONSTRAINT message_templates_name_key UNIQUE (name)
);

CREATE TABLE messages (
  id uuid NOT NULL,
  kind text NOT NULL,
  email text NOT NULL,
  body jsonb NOT NULL,
  file_name text,
  file_type text,
  file_key text,
  read_at timestamp with time zone,
  answered_at timestamp with time zone,
  archived_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  forwarded_at timestamp with time zone,
  CONSTRAINT messages_id_pk PRIMARY KEY (id),
  CONSTRAINT messages_kind_check CHECK ((kind = ANY (ARRAY['problem-report'::text, 'stock-notice'::text, 'application'::text, 'letter'::text])))
);
CREATE INDEX messages_email_index ON public.messages USING btree (email, created_at);
CREATE INDEX messages_newest_index ON public.messages USING btree (kind, created_at DESC);
CREATE INDEX messages_unread_index ON public.messages USING btree (created_at) WHERE ((read_at IS NULL) AND (archived_at IS NULL));

CREATE TABLE newsletter_mails (
  id uuid NOT NULL,
  newsletter_id uuid NOT NULL,
  recipient text NOT NULL,
  state text NOT NULL DEFAULT 'WAITING'::text,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  claimed_at timestamp with time zone,
  sent_at timestamp with time zone,
  error text,
  unsubscribed_at timestamp with time zone,
  CONSTRAINT newsletter_mails_id_pk PRIMARY KEY (id),
  CONSTRAINT newsletter_mails_once_key UNIQUE (newsletter_id, recipient),
  CONSTRAINT newsletter_mails_newsletter_id_fk FOREIGN KEY (newsletter_id) REFERENCES newsletters(id) ON DELETE CASCADE,
  CONSTRAINT newsletter_mails_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'CLAIMED'::text, 'SENT'::text, 'FAILED'::text, 'SKIPPED'::text])))
);
CREATE INDEX newsletter_mails_claimed_index ON public.newsletter_mails USING btree (claimed_at) WHERE (claimed_at IS NOT NULL);
CREATE INDEX newsletter_mails_recipient_index ON public.newsletter_mails USING btree (recipient);
CREATE INDEX newsletter_mails_waiting_index ON public.newsletter_mails USING btree (newsletter_id, due_at) WHERE (state = 'WAITING'::text);

CREATE TABLE newsletters (
  id uuid NOT NULL,
  subject text NOT NULL,
  preheader text NOT NULL,
  blocks jsonb NOT NULL,
  audience jsonb NOT NULL,
  state text NOT NULL DEFAULT 'DRAFT'::text,
  send_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  filled_to text NOT NULL DEFAULT ''::text,
  filled_at timestamp with time zone,
  lease_until timestamp with time zone,
  trouble text,
  total integer NOT NULL DEFAULT 0,
  sent integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  unsubscribed integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT newsletters_id_pk PRIMARY KEY (id),
  CONSTRAINT newsletters_send_at_check CHECK (((state = 'DRAFT'::text) OR (send_at IS NOT NULL))),
  CONSTRAINT newsletters_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'SCHEDULED'::text, 'SENDING'::text, 'STOPPED'::text, 'SENT'::text])))
);
CREATE INDEX newsletters_due_index ON public.newsletters USING btree (send_at) WHERE (state = ANY (ARRAY['SCHEDULED'::text, 'SENDING'::text]));
CREATE INDEX newsletters_newest_index ON public.newsletters USING btree (created_at DESC, id DESC);

CREATE TABLE notice_choices (
  user_id uuid NOT NULL,
  kinds jsonb NOT NULL,
  summary boolean NOT NULL DEFAULT false,
  quiet_from smallint,
  quiet_to smallint,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT notice_choices_user_id_pk PRIMARY KEY (user_id),
  CONSTRAINT notice_choices_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT notice_choices_quiet_check CHECK ((((quiet_from IS NULL) = (quiet_to IS NULL)) AND ((quiet_from >= 0) AND (quiet_from <= 23)) AND ((quiet_to >= 0) AND (quiet_to <= 23))))
);

CREATE TABLE notice_deliveries (
  id uuid NOT NULL,
  notice_key text NOT NULL,
  user_id uuid NOT NULL,
  channel text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  CONSTRAINT notice_deliveries_id_pk PRIMARY KEY (id),
  CONSTRAINT notice_deliveries_once_key UNIQUE (notice_key, user_id, channel),
  CONSTRAINT notice_deliveries_notice_key_fk FOREIGN KEY (notice_key) REFERENCES notices(key) ON DELETE CASCADE,
  CONSTRAINT notice_deliveries_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT notice_deliveries_channel_check CHECK ((channel = ANY (ARRAY['push'::text, 'mail'::text])))
);
CREATE INDEX notice_deliveries_due_idx ON public.notice_deliveries USING btree (due_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));
CREATE INDEX notice_deliveries_user_idx ON public.notice_deliveries USING btree (user_id);

CREATE TABLE notices (
  key text NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  url text NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  plain_body text,
  CONSTRAINT notices_key_pk PRIMARY KEY (key)
);
CREATE INDEX notices_created_idx ON public.notices USING btree (created_at);

CREATE TABLE order_contracts (
  order_id uuid NOT NULL,
  kind text NOT NULL,
  version text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  parts jsonb NOT NULL,
  sha256 text NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  address text NOT NULL,
  revision integer NOT NULL DEFAULT 0,
  CONSTRAINT order_contracts_pk PRIMARY KEY (order_id, kind, revision),
  CONSTRAINT order_contracts_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_contracts_kind_check CHECK ((kind = ANY (ARRAY['pre-information'::text, 'distance-sales'::text]))),
  CONSTRAINT order_contracts_sha256_check CHECK ((sha256 = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'::text)))
);
CREATE TRIGGER order_contracts_kept BEFORE DELETE OR UPDATE ON public.order_contracts FOR EACH ROW EXECUTE FUNCTION order_contracts_kept();

CREATE TABLE order_counts (
  day date NOT NULL,
  status text NOT NULL,
  payment_status text NOT NULL,
  n integer NOT NULL,
  kurus bigint NOT NULL
);
CREATE INDEX order_counts_day_index ON public.order_counts USING btree (day);

CREATE TABLE order_events (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  type text NOT NULL,
  status text,
  note text NOT NULL DEFAULT ''::text,
  actor_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT order_events_id_pk PRIMARY KEY (id),
  CONSTRAINT order_events_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_events_order_id_index ON public.order_events USING btree (order_id, created_at);

CREATE TABLE order_invoices (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  number text NOT NULL,
  file_key text NOT NULL,
  attached_by uuid,
  created_at timestamp with time zone NOT NULL,
  replaced_at timestamp with time zone,
  CONSTRAINT order_invoices_id_pk PRIMARY KEY (id),
  CONSTRAINT order_invoices_file_key_key UNIQUE (file_key),
  CONSTRAINT order_invoices_attached_by_fk FOREIGN KEY (attached_by) REFERENCES users(id),
  CONSTRAINT order_invoices_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_invoices_number_check CHECK ((number ~ '^[A-Za-z0-9/-]{1,40}$'::text))
);
CREATE INDEX order_invoices_attached_by_idx ON public.order_invoices USING btree (attached_by);
CREATE UNIQUE INDEX order_invoices_current_key ON public.order_invoices USING btree (order_id) WHERE (replaced_at IS NULL);
CREATE UNIQUE INDEX order_invoices_number_key ON public.order_invoices USING btree (number) WHERE (replaced_at IS NULL);
CREATE INDEX order_invoices_order_idx ON public.order_invoices USING btree (order_id, created_at);

CREATE TABLE order_items (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  "position" integer NOT NULL,
  product_id uuid,
  variant_id uuid,
  quantity integer NOT NULL,
  unit_price_kurus integer NOT NULL,
  product_name text NOT NULL,
  product_slug text NOT NULL,
  color text NOT NULL,
  size text NOT NULL,
  sku text NOT NULL,
  image_id text,
  refunded_quantity integer NOT NULL DEFAULT 0,
  vat_rate integer NOT NULL DEFAULT 10,
  returning_quantity integer NOT NULL DEFAULT 0,
  withdrawal_exemption text,
  discount_kurus integer NOT NULL DEFAULT 0,
  sale_id uuid,
  sale_kurus integer NOT NULL DEFAULT 0,
  CONSTRAINT order_items_id_pk PRIMARY KEY (id),
  CONSTRAINT order_items_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_items_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL,
  CONSTRAINT order_items_variant_id_fk FOREIGN KEY (variant_id) REFERENCES variants(id),
  CONSTRAINT order_items_discount_check CHECK ((discount_kurus >= 0)),
  CONSTRAINT order_items_quantity_check CHECK ((quantity > 0)),
  CONSTRAINT order_items_refunded_check CHECK (((refunded_quantity >= 0) AND (refunded_quantity <= quantity))),
  CONSTRAINT order_items_returning_check CHECK (((returning_quantity >= 0) AND ((refunded_quantity + returning_quantity) <= quantity))),
  CONSTRAINT order_items_unit_price_check CHECK ((unit_price_kurus > 0)),
  CONSTRAINT order_items_vat_rate_check CHECK ((vat_rate = ANY (ARRAY[1, 10, 20])))
);
CREATE INDEX order_items_order_id_index ON public.order_items USING btree (order_id);
CREATE INDEX order_items_product_id_index ON public.order_items USING btree (product_id);
CREATE INDEX order_items_variant_id_index ON public.order_items USING btree (variant_id);
CREATE TRIGGER order_items_counted AFTER INSERT OR DELETE ON public.order_items FOR EACH ROW EXECUTE FUNCTION piece_counted();
CREATE TRIGGER order_items_in_sale BEFORE INSERT ON public.order_items FOR EACH ROW EXECUTE FUNCTION order_item_in_sale();
CREATE TRIGGER order_items_recounted AFTER UPDATE OF product_id, quantity, refunded_quantity, unit_price_kurus, variant_id, color, size ON public.order_items FOR EACH ROW WHEN ((((((((old.product_id IS DISTINCT FROM new.product_id) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.refunded_quantity IS DISTINCT FROM new.refunded_quantity)) OR (old.unit_price_kurus IS DISTINCT FROM new.unit_price_kurus)) OR (old.variant_id IS DISTINCT FROM new.variant_id)) OR (old.color IS DISTINCT FROM new.color)) OR (old.size IS DISTINCT FROM new.size))) EXECUTE FUNCTION piece_counted();

CREATE TABLE order_link_requests (
  id uuid NOT NULL,
  email text NOT NULL,
  number text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT order_link_requests_pk PRIMARY KEY (id)
);

CREATE TABLE order_notes (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  text text NOT NULL,
  author_id uuid,
  author_name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT order_notes_id_pk PRIMARY KEY (id),
  CONSTRAINT order_notes_author_id_fk FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT order_notes_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_notes_text_check CHECK ((text <> ''::text))
);
CREATE INDEX order_notes_author_index ON public.order_notes USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX order_notes_order_id_index ON public.order_notes USING btree (order_id, created_at);

CREATE TABLE orders (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'PENDING'::text,
  payment_status text NOT NULL DEFAULT 'PENDING'::text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  city text NOT NULL,
  postal_code text,
  total_kurus integer NOT NULL,
  accepted_contracts jsonb,
  admin_notes text NOT NULL DEFAULT ''::text,
  paid_at timestamp with time zone,
  stock_returned_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  carrier text,
  tracking_number text,
  search_line text GENERATED ALWAYS AS (tr_fold(((((((((((first_name || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || phone) || ' '::text) || (id)::text) || ' '::text) || COALESCE(tracking_number, ''::text)))) STORED,
  payment_method text NOT NULL DEFAULT 'CARD'::text,
  placed_at timestamp with time zone,
  delivery_kurus integer NOT NULL DEFAULT 0,
  method_fee_kurus integer NOT NULL DEFAULT 0,
  district text,
  neighbourhood text,
  invoice jsonb,
  invoice_address jsonb,
  refused_at timestamp with time zone,
  guest boolean NOT NULL DEFAULT false,
  credit_kurus integer NOT NULL DEFAULT 0,
  credit_returned_at timestamp with time zone,
  credit_back_kurus integer NOT NULL DEFAULT 0,
  manual boolean NOT NULL DEFAULT false,
  discount_kurus integer NOT NULL DEFAULT 0,
  discount_reason text NOT NULL DEFAULT ''::text,
  exchange_of uuid,
  exchange_kurus integer NOT NULL DEFAULT 0,
  exchange_back_kurus integer NOT NULL DEFAULT 0,
  exchanged_at timestamp with time zone,
  moved_kurus integer NOT NULL DEFAULT 0,
  waits_for_return boolean NOT NULL DEFAULT false,
  gift_kurus integer NOT NULL DEFAULT 0,
  gift_back_kurus integer NOT NULL DEFAULT 0,
  CONSTRAINT orders_id_pk PRIMARY KEY (id),
  CONSTRAINT orders_exchange_of_fk FOREIGN KEY (exchange_of) REFERENCES orders(id),
  CONSTRAINT orders_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT orders_credit_check CHECK ((((credit_kurus >= 0) AND (credit_kurus <= total_kurus)) AND (credit_back_kurus >= 0))),
  CONSTRAINT orders_discount_check CHECK ((discount_kurus >= 0)),
  CONSTRAINT orders_exchange_check CHECK (((exchange_back_kurus >= 0) AND (exchange_back_kurus <= exchange_kurus) AND (moved_kurus >= 0) AND ((exchange_of IS NOT NULL) OR ((exchange_kurus = 0) AND (exchanged_at IS NULL) AND (NOT waits_for_return))))),
  CONSTRAINT orders_fees_check CHECK (((delivery_kurus >= 0) AND (method_fee_kurus >= 0) AND ((delivery_kurus + method_fee_kurus) < total_kurus))),
  CONSTRAINT orders_gift_check CHECK ((((gift_kurus >= 0) AND (gift_kurus <= credit_kurus)) AND ((gift_back_kurus >= 0) AND (gift_back_kurus <= gift_kurus)))),
  CONSTRAINT orders_payment_method_check CHECK ((payment_method = ANY (ARRAY['CARD'::text, 'HOSTED'::text, 'BANK_TRANSFER'::text, 'CASH_ON_DELIVERY'::text, 'STORE_CREDIT'::text, 'MARKETPLACE'::text]))),
  CONSTRAINT orders_payment_status_check CHECK ((payment_status = ANY (ARRAY['PENDING'::text, 'SUCCESS'::text, 'FAILED'::text, 'REFUNDED'::text, 'AWAITING_TRANSFER'::text, 'CASH_ON_DELIVERY'::text]))),
  CONSTRAINT orders_placed_check CHECK (((paid_at IS NULL) OR (placed_at IS NOT NULL))),
  CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'CONFIRMED'::text, 'PREPARED'::text, 'SHIPPED'::text, 'DELIVERED'::text, 'CANCELLED'::text]))),
  CONSTRAINT orders_total_check CHECK ((total_kurus > 0)),
  CONSTRAINT orders_tracking_number_check CHECK ((tracking_number ~ '^[A-Za-z0-9-]{1,40}$'::text))
);
CREATE INDEX orders_at_door_index ON public.orders USING btree (created_at DESC, id DESC) WHERE ((placed_at IS NOT NULL) AND (payment_status = 'CASH_ON_DELIVERY'::text));
CREATE INDEX orders_credit_back_index ON public.orders USING btree (created_at) WHERE (credit_back_kurus > 0);
CREATE INDEX orders_delivered_index ON public.orders USING btree (delivered_at) WHERE (status = 'DELIVERED'::text);
CREATE INDEX orders_exchange_cancelled_index ON public.orders USING btree (cancelled_at) WHERE ((exchange_of IS NOT NULL) AND (paid_at IS NOT NULL));
CREATE INDEX orders_exchange_of_idx ON public.orders USING btree (exchange_of) WHERE (exchange_of IS NOT NULL);
CREATE INDEX orders_guest_index ON public.orders USING btree (created_at) WHERE guest;
CREATE INDEX orders_market_cancelled_index ON public.orders USING btree (cancelled_at) WHERE ((payment_method = 'MARKETPLACE'::text) AND (paid_at IS NOT NULL));
CREATE INDEX orders_newest_index ON public.orders USING btree (created_at DESC, id DESC) WHERE (placed_at IS NOT NULL);
CREATE INDEX orders_on_the_way_index ON public.orders USING btree (shipped_at) WHERE ((placed_at IS NOT NULL) AND (status = 'SHIPPED'::text));
CREATE INDEX orders_paid_at_index ON public.orders USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_phone_index ON public.orders USING btree (phone) WHERE (placed_at IS NOT NULL);
CREATE INDEX orders_refunded_index ON public.orders USING btree (created_at DESC, id DESC) WHERE ((placed_at IS NOT NULL) AND (payment_status = 'REFUNDED'::text));
CREATE INDEX orders_search_line_index ON public.orders USING gin (search_line gin_trgm_ops) WHERE (placed_at IS NOT NULL);
CREATE INDEX orders_shown_id_idx ON public.orders USING btree ("right"((id)::text, 8));
CREATE INDEX orders_status_index ON public.orders USING btree (status, created_at DESC) WHERE (placed_at IS NOT NULL);
CREATE INDEX orders_to_send_index ON public.orders USING btree (COALESCE(paid_at, placed_at)) WHERE ((placed_at IS NOT NULL) AND (status = ANY (ARRAY['PENDING'::text, 'CONFIRMED'::text, 'PREPARED'::text])));
CREATE INDEX orders_total_index ON public.orders USING btree (total_kurus DESC, id DESC) WHERE (placed_at IS NOT NULL);
CREATE INDEX orders_tracking_number_index ON public.orders USING btree (tracking_number text_pattern_ops) WHERE (tracking_number IS NOT NULL);
CREATE INDEX orders_user_created_index ON public.orders USING btree (user_id, created_at DESC);
CREATE INDEX orders_user_index ON public.orders USING btree (user_id, created_at DESC) WHERE (placed_at IS NOT NULL);
CREATE TRIGGER orders_added AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.placed_at IS NOT NULL)) EXECUTE FUNCTION order_counted();
CREATE TRIGGER orders_changed_for AFTER UPDATE OF user_id, placed_at, cancelled_at, first_name, last_name, phone, city ON public.orders FOR EACH ROW WHEN ((new.placed_at IS NOT NULL)) EXECUTE FUNCTION orders_of_customer();
CREATE TRIGGER orders_changed_hands AFTER UPDATE OF user_id ON public.orders FOR EACH ROW WHEN ((old.user_id <> new.user_id)) EXECUTE FUNCTION order_changed_hands();
CREATE TRIGGER orders_follow_merge BEFORE INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION orders_follow_merge();
CREATE TRIGGER orders_forget_cart AFTER UPDATE OF placed_at ON public.orders FOR EACH ROW WHEN (((new.placed_at IS NOT NULL) AND (old.placed_at IS NULL))) EXECUTE FUNCTION forget_kept_cart();
CREATE TRIGGER orders_forget_cart_added AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.placed_at IS NOT NULL)) EXECUTE FUNCTION forget_kept_cart();
CREATE TRIGGER orders_lost_by AFTER DELETE ON public.orders FOR EACH ROW WHEN ((old.placed_at IS NOT NULL)) EXECUTE FUNCTION orders_of_customer();
CREATE TRIGGER orders_placed_by AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.placed_at IS NOT NULL)) EXECUTE FUNCTION orders_of_customer();
CREATE TRIGGER orders_recounted AFTER UPDATE OF placed_at, status, payment_status, total_kurus, created_at ON public.orders FOR EACH ROW WHEN ((((old.placed_at IS NULL) <> (new.placed_at IS NULL)) OR (old.status <> new.status) OR (old.payment_status <> new.payment_status) OR (old.total_kurus <> new.total_kurus) OR (old.created_at <> new.created_at))) EXECUTE FUNCTION order_counted();
CREATE TRIGGER orders_removed AFTER DELETE ON public.orders FOR EACH ROW WHEN ((old.placed_at IS NOT NULL)) EXECUTE FUNCTION order_counted();
CREATE TRIGGER orders_reported AFTER INSERT OR DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION order_in_reports();
CREATE TRIGGER orders_reported_again AFTER UPDATE OF placed_at, status, payment_status, total_kurus, discount_kurus, created_at ON public.orders FOR EACH ROW WHEN (((is_sold(old.*) <> is_sold(new.*)) OR (is_sold(new.*) AND (((old.total_kurus IS DISTINCT FROM new.total_kurus) OR (old.discount_kurus IS DISTINCT FROM new.discount_kurus)) OR (old.created_at IS DISTINCT FROM new.created_at))))) EXECUTE FUNCTION order_in_reports();

CREATE TABLE own_sizes (
  user_id uuid NOT NULL,
  sizes jsonb NOT NULL,
  bust smallint,
  waist smallint,
  hips smallint,
  height smallint,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT own_sizes_pk PRIMARY KEY (user_id),
  CONSTRAINT own_sizes_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT own_sizes_bust_check CHECK (((bust >= 60) AND (bust <= 180))),
  CONSTRAINT own_sizes_height_check CHECK (((height >= 120) AND (height <= 220))),
  CONSTRAINT own_sizes_hips_check CHECK (((hips >= 60) AND (hips <= 190))),
  CONSTRAINT own_sizes_waist_check CHECK (((waist >= 45) AND (waist <= 180)))
);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  synced boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pk PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_unique UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user_id_index ON public.passkeys USING btree (user_id);

CREATE TABLE payment_attempts (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  provider text NOT NULL,
  conversation_id text NOT NULL,
  status text NOT NULL,
  amount_kurus integer NOT NULL,
  installments integer NOT NULL DEFAULT 1,
  card_bin text,
  card_last4 text,
  provider_payment_id text,
  decline_code text,
  decline_message text,
  lease_until timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  held_reason text,
  three_ds_url text,
  three_ds_data text,
  recheck_at timestamp with time zone,
  fee_kurus integer NOT NULL DEFAULT 0,
  refund_kurus integer NOT NULL DEFAULT 0,
  charged_kurus integer,
  settled_note text,
  network text,
  page_reference text,
  link_of uuid,
  CONSTRAINT payment_attempts_id_pk PRIMARY KEY (id),
  CONSTRAINT payment_attempts_conversation_id_key UNIQUE (conversation_id),
  CONSTRAINT payment_attempts_link_of_fk FOREIGN KEY (link_of) REFERENCES payment_attempts(id),
  CONSTRAINT payment_attempts_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT payment_attempts_amount_check CHECK ((amount_kurus >= 0)),
  CONSTRAINT payment_attempts_charged_check CHECK ((charged_kurus >= 0)),
  CONSTRAINT payment_attempts_fee_check CHECK (((fee_kurus >= 0) AND (fee_kurus <= amount_kurus))),
  CONSTRAINT payment_attempts_refund_check CHECK (((refund_kurus >= 0) AND (refund_kurus <= COALESCE(charged_kurus, amount_kurus)))),
  CONSTRAINT payment_attempts_status_check CHECK ((status = ANY (ARRAY['STARTED'::text, 'AWAITING_3DS'::text, 'PENDING'::text, 'UNKNOWN'::text, 'AWAITING_TRANSFER'::text, 'AWAITING_CODE'::text, 'AWAITING_COLLECTION'::text, 'AWAITING_LINK'::text, 'SUCCEEDED'::text, 'DECLINED'::text, 'EXPIRED'::text, 'REFUNDED'::text])))
);
CREATE INDEX payment_attempts_created_index ON public.payment_attempts USING btree (created_at);
CREATE INDEX payment_attempts_given_back_index ON public.payment_attempts USING btree (created_at) WHERE (status = 'REFUNDED'::text);
CREATE INDEX payment_attempts_held_idx ON public.payment_attempts USING btree (updated_at) WHERE ((status = 'PENDING'::text) AND (held_reason IS NOT NULL));
CREATE INDEX payment_attempts_link_of_index ON public.payment_attempts USING btree (link_of) WHERE (link_of IS NOT NULL);
CREATE INDEX payment_attempts_open_index ON public.payment_attempts USING btree (lease_until) WHERE (status = ANY (ARRAY['STARTED'::text, 'AWAITING_3DS'::text, 'PENDING'::text, 'UNKNOWN'::text]));
CREATE INDEX payment_attempts_order_id_index ON public.payment_attempts USING btree (order_id);
CREATE INDEX payment_attempts_provider_payment_index ON public.payment_attempts USING btree (provider_payment_id) WHERE (provider_payment_id IS NOT NULL);
CREATE INDEX payment_attempts_recheck_index ON public.payment_attempts USING btree (recheck_at) WHERE (recheck_at IS NOT NULL);
CREATE INDEX payment_attempts_refunded_index ON public.payment_attempts USING btree (order_id) WHERE (refund_kurus > 0);
CREATE INDEX payment_attempts_waiting_index ON public.payment_attempts USING btree (lease_until) WHERE (status = ANY (ARRAY['AWAITING_TRANSFER'::text, 'AWAITING_CODE'::text, 'AWAITING_COLLECTION'::text, 'AWAITING_LINK'::text]));
CREATE TRIGGER payment_attempts_added AFTER INSERT ON public.payment_attempts FOR EACH ROW WHEN ((new.status = 'SUCCEEDED'::text)) EXECUTE FUNCTION sale_counted();
CREATE TRIGGER payment_attempts_changed_for AFTER UPDATE OF status, amount_kurus, charged_kurus, refund_kurus ON public.payment_attempts FOR EACH ROW WHEN (((old.status = 'SUCCEEDED'::text) OR (new.status = 'SUCCEEDED'::text))) EXECUTE FUNCTION money_of_customer();
CREATE TRIGGER payment_attempts_paid_by AFTER INSERT ON public.payment_attempts FOR EACH ROW WHEN ((new.status = 'SUCCEEDED'::text)) EXECUTE FUNCTION money_of_customer();
CREATE TRIGGER payment_attempts_recounted AFTER UPDATE OF status, amount_kurus, charged_kurus, refund_kurus ON public.payment_attempts FOR EACH ROW WHEN ((((old.status = 'SUCCEEDED'::text) OR (new.status = 'SUCCEEDED'::text)) AND ((old.status <> new.status) OR (COALESCE(old.charged_kurus, old.amount_kurus) <> COALESCE(new.charged_kurus, new.amount_kurus)) OR (old.refund_kurus <> new.refund_kurus)))) EXECUTE FUNCTION sale_counted();
CREATE TRIGGER payment_attempts_removed AFTER DELETE ON public.payment_attempts FOR EACH ROW WHEN ((old.status = 'SUCCEEDED'::text)) EXECUTE FUNCTION sale_counted();

CREATE TABLE payment_events (
  id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  from_status text,
  to_status text NOT NULL,
  cause text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_events_id_pk PRIMARY KEY (id),
  CONSTRAINT payment_events_attempt_id_fk FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id)
);
CREATE INDEX payment_events_attempt_id_index ON public.payment_events USING btree (attempt_id, created_at);

CREATE TABLE payment_findings (
  id uuid NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  attempt_id uuid,
  order_id uuid,
  provider_payment_id text,
  ours_kurus integer NOT NULL,
  theirs_kurus integer NOT NULL,
  found_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  resolution text,
  resolved_by uuid,
  settled_outside boolean NOT NULL DEFAULT false,
  CONSTRAINT payment_findings_id_pk PRIMARY KEY (id),
  CONSTRAINT payment_findings_attempt_id_fk FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  CONSTRAINT payment_findings_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT payment_findings_kind_check CHECK ((kind = ANY (ARRAY['charged-without-order'::text, 'order-without-charge'::text, 'amount-differs'::text])))
);
CREATE UNIQUE INDEX payment_findings_open_key ON public.payment_findings USING btree (kind, COALESCE((attempt_id)::text, ''::text), COALESCE(provider_payment_id, ''::text)) WHERE (resolved_at IS NULL);

CREATE TABLE payment_links (
  token_hash text NOT NULL,
  order_id uuid NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_links_pk PRIMARY KEY (token_hash),
  CONSTRAINT payment_links_created_by_fk FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT payment_links_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX payment_links_created_by_index ON public.payment_links USING btree (created_by);
CREATE INDEX payment_links_order_id_index ON public.payment_links USING btree (order_id);

CREATE TABLE payment_webhooks (
  provider text NOT NULL,
  reference text NOT NULL,
  signed boolean NOT NULL,
  event_type text NOT NULL,
  status text NOT NULL,
  conversation_id text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_webhooks_pk PRIMARY KEY (provider, reference, signed)
);
CREATE INDEX payment_webhooks_conversation_index ON public.payment_webhooks USING btree (conversation_id);

CREATE TABLE price_falls_told (
  user_id uuid NOT NULL,
  product_id uuid NOT NULL,
  price_kurus integer NOT NULL,
  told_at timestamp with time zone NOT NULL,
  CONSTRAINT price_falls_told_pk PRIMARY KEY (user_id, product_id),
  CONSTRAINT price_falls_told_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT price_falls_told_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX price_falls_told_told_at_index ON public.price_falls_told USING btree (told_at);

CREATE TABLE price_history (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  variant_id uuid NOT NULL,
  price_kurus integer NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT price_history_id_pk PRIMARY KEY (id)
);
CREATE INDEX price_history_since_index ON public.price_history USING btree (variant_id, since, id);
CREATE INDEX price_history_variant_index ON public.price_history USING btree (variant_id, since DESC);

CREATE TABLE product_counts (
  category_id uuid NOT NULL,
  state text NOT NULL,
  n integer NOT NULL
);
CREATE INDEX product_counts_category_index ON public.product_counts USING btree (category_id);

CREATE TABLE product_group_members (
  group_id uuid NOT NULL,
  product_id uuid NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT product_group_members_pk PRIMARY KEY (group_id, product_id),
  CONSTRAINT product_group_members_product_id_key UNIQUE (product_id),
  CONSTRAINT product_group_members_group_id_fk FOREIGN KEY (group_id) REFERENCES product_groups(id) ON DELETE CASCADE,
  CONSTRAINT product_group_members_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE TRIGGER product_group_members_placed AFTER INSERT OR DELETE OR UPDATE ON public.product_group_members FOR EACH ROW EXECUTE FUNCTION design_place_changed();

CREATE TABLE product_groups (
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT product_groups_id_pk PRIMARY KEY (id),
  CONSTRAINT product_groups_name_check CHECK ((name <> ''::text))
);

CREATE TABLE product_views (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  columns text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT product_views_id_pk PRIMARY KEY (id),
  CONSTRAINT product_views_name_key UNIQUE (user_id, name),
  CONSTRAINT product_views_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE product_words (
  product_id uuid NOT NULL,
  words text[] NOT NULL,
  weights smallint[] NOT NULL,
  choices text[] NOT NULL,
  CONSTRAINT product_words_pk PRIMARY KEY (product_id),
  CONSTRAINT product_words_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX product_words_words_index ON public.product_words USING gin (words) WITH (fastupdate=off);

CREATE TABLE products (
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  category_id uuid,
  original_price_kurus integer,
  price_kurus integer,
  images text[] NOT NULL DEFAULT '{}'::text[],
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  reference_price_kurus integer,
  version integer NOT NULL DEFAULT 1,
  published_at timestamp with time zone,
  withdrawal_exemption text,
  search_line text NOT NULL DEFAULT ''::text,
  choices text[] NOT NULL DEFAULT '{}'::text[],
  design_place integer NOT NULL DEFAULT 0,
  fabric text,
  care text,
  fit text,
  measurements text,
  model_line text,
  first_published_at timestamp with time zone,
  outfit uuid[] NOT NULL DEFAULT '{}'::uuid[],
  vat_rate text,
  weight_class text,
  fit_note text,
  low_stock integer,
  sale_from timestamp with time zone,
  sale_until timestamp with time zone,
  struck_price_kurus integer GENERATED ALWAYS AS (
CASE
    WHEN ((sale_from IS NOT NULL) AND (reference_price_kurus > price_kurus)) THEN reference_price_kurus
    WHEN ((sale_from IS NULL) AND (LEAST(original_price_kurus, reference_price_kurus) > price_kurus) AND (original_price_kurus IS NOT NULL) AND (reference_price_kurus IS NOT NULL)) THEN LEAST(original_price_kurus, reference_price_kurus)
    ELSE NULL::integer
END) STORED,
  tags text,
  cost_kurus integer,
  color_families text[] NOT NULL GENERATED ALWAYS AS (families_of(choices)) STORED,
  CONSTRAINT products_id_pk PRIMARY KEY (id),
  CONSTRAINT products_category_id_fk FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT products_category_check CHECK (((category_id IS NOT NULL) OR (deleted_at IS NOT NULL))),
  CONSTRAINT products_cost_check CHECK ((cost_kurus > 0)),
  CONSTRAINT products_fit_note_check CHECK ((fit_note = ANY (ARRAY['SMALL'::text, 'BIG'::text]))),
  CONSTRAINT products_low_stock_check CHECK ((low_stock >= 0)),
  CONSTRAINT products_name_check CHECK ((name <> ''::text)),
  CONSTRAINT products_original_price_check CHECK ((original_price_kurus > 0)),
  CONSTRAINT products_vat_rate_check CHECK ((vat_rate = ANY (ARRAY['1'::text, '10'::text, '20'::text])))
);
CREATE INDEX products_category_dearest_index ON public.products USING btree (category_id, price_kurus DESC NULLS LAST, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_category_discount_index ON public.products USING btree (category_id, discount_of(price_kurus, struck_price_kurus) DESC NULLS LAST, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX products_category_newest_index ON public.products USING btree (category_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX products_category_price_index ON public.products USING btree (category_id, price_kurus, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_category_recommended_index ON public.products USING btree (category_id, design_place, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX products_choices_index ON public.products USING gin (choices) WHERE ((deleted_at IS NULL) AND (published_at IS NOT NULL));
CREATE INDEX products_dearest_index ON public.products USING btree (price_kurus DESC NULLS LAST, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_discount_index ON public.products USING btree (discount_of(price_kurus, struck_price_kurus) DESC NULLS LAST, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX products_first_published_index ON public.products USING btree (first_published_at) WHERE (deleted_at IS NULL);
CREATE INDEX products_name_index ON public.products USING btree (name COLLATE tr_tr, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_newest_index ON public.products USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX products_price_index ON public.products USING btree (price_kurus, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_recommended_index ON public.products USING btree (design_place, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX products_search_line_index ON public.products USING gin (search_line gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX products_shuffled_index ON public.products USING btree (category_id, md5((id)::text)) INCLUDE (id, color_families) WHERE ((deleted_at IS NULL) AND (published_at IS NOT NULL));
CREATE UNIQUE INDEX products_slug_key ON public.products USING btree (slug) WHERE (deleted_at IS NULL);
CREATE INDEX products_tagged_index ON public.products USING btree (id) INCLUDE (tags) WHERE ((tags IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX products_tags_index ON public.products USING gin (string_to_array(tags, ', '::text)) WHERE (tags IS NOT NULL);
CREATE INDEX products_without_picture_index ON public.products USING btree (created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (images = '{}'::text[]));
CREATE TRIGGER products_counted AFTER INSERT OR DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION product_counted();
CREATE TRIGGER products_first_published BEFORE INSERT OR UPDATE OF published_at ON public.products FOR EACH ROW EXECUTE FUNCTION first_published();
CREATE TRIGGER products_recounted AFTER UPDATE OF category_id, published_at, deleted_at ON public.products FOR EACH ROW WHEN (((old.category_id IS DISTINCT FROM new.category_id) OR ((old.published_at IS NULL) <> (new.published_at IS NULL)) OR ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)))) EXECUTE FUNCTION product_counted();
CREATE TRIGGER products_search_line BEFORE INSERT OR UPDATE OF name ON public.products FOR EACH ROW EXECUTE FUNCTION products_search_line();
CREATE CONSTRAINT TRIGGER products_serve_waiting AFTER UPDATE OF published_at, deleted_at ON public.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.published_at IS NOT NULL) AND (new.deleted_at IS NULL) AND ((old.published_at IS NULL) OR (old.deleted_at IS NOT NULL)))) EXECUTE FUNCTION product_serves_waiting();
CREATE TRIGGER products_words_added AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION products_words_added();
CREATE TRIGGER products_words_changed AFTER UPDATE OF name, category_id, deleted_at, published_at ON public.products FOR EACH ROW WHEN (((old.name <> new.name) OR (old.category_id IS DISTINCT FROM new.category_id) OR (old.deleted_at IS DISTINCT FROM new.deleted_at) OR ((old.published_at IS NULL) <> (new.published_at IS NULL)))) EXECUTE FUNCTION products_words_changed();

CREATE TABLE push_subscriptions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  device text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT push_subscriptions_id_pk PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX push_subscriptions_user_idx ON public.push_subscriptions USING btree (user_id);

CREATE TABLE rate_limits (
  key text NOT NULL,
  window_start timestamp with time zone NOT NULL,
  count integer NOT NULL,
  CONSTRAINT rate_limits_key_pk PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_limits_window_start_index ON public.rate_limits USING btree (window_start);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash text NOT NULL,
  used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT recovery_codes_pk PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE refresh_tokens (
  token_hash text NOT NULL,
  session_id uuid NOT NULL,
  parent_hash text,
  used_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  heard_at timestamp with time zone,
  repeated_at timestamp with time zone,
  CONSTRAINT refresh_tokens_hash_pk PRIMARY KEY (token_hash),
  CONSTRAINT refresh_tokens_parent_hash_key UNIQUE (parent_hash),
  CONSTRAINT refresh_tokens_session_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_session_id_index ON public.refresh_tokens USING btree (session_id);

CREATE TABLE refund_items (
  refund_id uuid NOT NULL,
  order_item_id uuid NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT refund_items_pk PRIMARY KEY (refund_id, order_item_id),
  CONSTRAINT refund_items_order_item_id_fk FOREIGN KEY (order_item_id) REFERENCES order_items(id),
  CONSTRAINT refund_items_refund_id_fk FOREIGN KEY (refund_id) REFERENCES item_refunds(refund_id),
  CONSTRAINT refund_items_quantity_check CHECK ((quantity > 0))
);

CREATE TABLE refunds (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  amount_kurus integer NOT NULL,
  status text NOT NULL,
  reason text NOT NULL,
  actor_id uuid,
  lease_until timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  asked_times integer NOT NULL DEFAULT 0,
  sent_at timestamp with time zone,
  shown_kurus integer,
  restock boolean NOT NULL DEFAULT true,
  by_hand boolean NOT NULL DEFAULT false,
  iban text,
  iban_holder text,
  credit_kurus integer NOT NULL DEFAULT 0,
  moved_kurus integer NOT NULL DEFAULT 0,
  gift_kurus integer NOT NULL DEFAULT 0,
  after_refund_id uuid,
  CONSTRAINT refunds_id_pk PRIMARY KEY (id),
  CONSTRAINT refunds_after_refund_id_fkey FOREIGN KEY (after_refund_id) REFERENCES refunds(id),
  CONSTRAINT refunds_attempt_id_fk FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  CONSTRAINT refunds_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT refunds_amount_check CHECK (((amount_kurus >= 0) AND (credit_kurus >= 0) AND (moved_kurus >= 0) AND (((amount_kurus + credit_kurus) + moved_kurus) > 0))),
  CONSTRAINT refunds_gift_check CHECK (((gift_kurus >= 0) AND (gift_kurus <= credit_kurus))),
  CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'SUCCEEDED'::text, 'FAILED'::text])))
);
CREATE INDEX refunds_after_refund_id_index ON public.refunds USING btree (after_refund_id) WHERE (after_refund_id IS NOT NULL);
CREATE INDEX refunds_attempt_id_index ON public.refunds USING btree (attempt_id);
CREATE INDEX refunds_by_hand_index ON public.refunds USING btree (created_at) WHERE ((status = 'REQUESTED'::text) AND by_hand);
CREATE UNIQUE INDEX refunds_cancellation_key ON public.refunds USING btree (order_id) WHERE ((reason = 'cancellation'::text) AND (status <> 'FAILED'::text));
CREATE INDEX refunds_open_index ON public.refunds USING btree (lease_until) WHERE ((status = 'REQUESTED'::text) AND (NOT by_hand));
CREATE INDEX refunds_order_id_index ON public.refunds USING btree (order_id);

CREATE TABLE report_moves (
  day date NOT NULL,
  kind text NOT NULL,
  key text NOT NULL DEFAULT ''::text,
  product_id uuid,
  variant_id uuid,
  color text,
  size text,
  sale_id uuid,
  n integer NOT NULL DEFAULT 0,
  units integer NOT NULL DEFAULT 0,
  kurus bigint NOT NULL DEFAULT 0,
  back_units integer NOT NULL DEFAULT 0,
  back_kurus bigint NOT NULL DEFAULT 0,
  sale_kurus bigint NOT NULL DEFAULT 0,
  of_kurus bigint NOT NULL DEFAULT 0
);

CREATE TABLE report_sums (
  kind text NOT NULL,
  span text NOT NULL,
  day date NOT NULL,
  key text NOT NULL,
  n bigint NOT NULL,
  units bigint NOT NULL,
  kurus bigint NOT NULL,
  back_units bigint NOT NULL,
  back_kurus bigint NOT NULL,
  of_kurus bigint NOT NULL,
  CONSTRAINT report_sums_pk PRIMARY KEY (kind, span, day, key)
);

CREATE TABLE return_images (
  id uuid NOT NULL,
  return_id uuid,
  user_id uuid NOT NULL,
  file_key text NOT NULL,
  file_type text NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT return_images_id_pk PRIMARY KEY (id),
  CONSTRAINT return_images_file_key_key UNIQUE (file_key),
  CONSTRAINT return_images_return_id_fk FOREIGN KEY (return_id) REFERENCES returns(id),
  CONSTRAINT return_images_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX return_images_return_idx ON public.return_images USING btree (return_id, "position");
CREATE INDEX return_images_user_idx ON public.return_images USING btree (user_id);

CREATE TABLE return_items (
  return_id uuid NOT NULL,
  order_item_id uuid NOT NULL,
  quantity integer NOT NULL,
  reason text NOT NULL,
  condition text,
  new_variant_id uuid,
  CONSTRAINT return_items_pk PRIMARY KEY (return_id, order_item_id),
  CONSTRAINT return_items_new_variant_id_fk FOREIGN KEY (new_variant_id) REFERENCES variants(id),
  CONSTRAINT return_items_order_item_id_fk FOREIGN KEY (order_item_id) REFERENCES order_items(id),
  CONSTRAINT return_items_return_id_fk FOREIGN KEY (return_id) REFERENCES returns(id),
  CONSTRAINT return_items_condition_check CHECK ((condition = ANY (ARRAY['AS_NEW'::text, 'WORN'::text, 'FAULTY'::text]))),
  CONSTRAINT return_items_quantity_check CHECK ((quantity > 0)),
  CONSTRAINT return_items_reason_check CHECK ((reason = ANY (ARRAY['TOO_SMALL'::text, 'TOO_BIG'::text, 'NOT_AS_PICTURED'::text, 'FAULTY'::text, 'OTHER'::text])))
);
CREATE INDEX return_items_new_variant_idx ON public.return_items USING btree (new_variant_id);
CREATE INDEX return_items_order_item_idx ON public.return_items USING btree (order_item_id);
CREATE TRIGGER return_items_counted AFTER INSERT OR DELETE OR UPDATE OF quantity, reason ON public.return_items FOR EACH ROW EXECUTE FUNCTION return_item_counted();

CREATE TABLE returns (
  id uuid NOT NULL,
  code text NOT NULL,
  order_id uuid NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  refusal text NOT NULL DEFAULT ''::text,
  tracking_number text,
  entered_by uuid,
  noticed_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  approved_at timestamp with time zone,
  reminded_at timestamp with time zone,
  received_at timestamp with time zone,
  shelved_at timestamp with time zone,
  completed_at timestamp with time zone,
  refund_id uuid,
  replacement_id uuid,
  reserved_until timestamp with time zone,
  worth_kurus integer,
  CONSTRAINT returns_id_pk PRIMARY KEY (id),
  CONSTRAINT returns_code_key UNIQUE (code),
  CONSTRAINT returns_entered_by_fk FOREIGN KEY (entered_by) REFERENCES users(id),
  CONSTRAINT returns_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT returns_refund_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT returns_replacement_id_fk FOREIGN KEY (replacement_id) REFERENCES orders(id),
  CONSTRAINT returns_kind_check CHECK ((kind = ANY (ARRAY['RETURN'::text, 'EXCHANGE'::text]))),
  CONSTRAINT returns_status_check CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'APPROVED'::text, 'REFUSED'::text, 'ON_ITS_WAY'::text, 'RECEIVED'::text, 'COMPLETED'::text, 'CANCELLED'::text])))
);
CREATE INDEX returns_created_idx ON public.returns USING btree (created_at);
CREATE INDEX returns_entered_by_idx ON public.returns USING btree (entered_by);
CREATE INDEX returns_order_idx ON public.returns USING btree (order_id, created_at);
CREATE UNIQUE INDEX returns_refund_key ON public.returns USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE UNIQUE INDEX returns_replacement_key ON public.returns USING btree (replacement_id) WHERE (replacement_id IS NOT NULL);
CREATE INDEX returns_reserved_idx ON public.returns USING btree (reserved_until) WHERE (reserved_until IS NOT NULL);
CREATE INDEX returns_status_idx ON public.returns USING btree (status, created_at);
CREATE TRIGGER returns_asked_by AFTER INSERT OR UPDATE OF status ON public.returns FOR EACH ROW EXECUTE FUNCTION money_of_customer();
CREATE TRIGGER returns_counted AFTER UPDATE OF status ON public.returns FOR EACH ROW WHEN (((old.status = 'CANCELLED'::text) <> (new.status = 'CANCELLED'::text))) EXECUTE FUNCTION return_counted();

CREATE TABLE review_images (
  id uuid NOT NULL,
  review_id uuid,
  user_id uuid NOT NULL,
  file_key text NOT NULL,
  file_type text NOT NULL,
  small_key text NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT review_images_id_pk PRIMARY KEY (id),
  CONSTRAINT review_images_file_key_key UNIQUE (file_key),
  CONSTRAINT review_images_small_key_key UNIQUE (small_key),
  CONSTRAINT review_images_review_id_fk FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  CONSTRAINT review_images_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX review_images_review_index ON public.review_images USING btree (review_id, "position");
CREATE INDEX review_images_user_index ON public.review_images USING btree (user_id);

CREATE TABLE review_reports (
  id uuid NOT NULL,
  review_id uuid NOT NULL,
  reason text NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT review_reports_id_pk PRIMARY KEY (id),
  CONSTRAINT review_reports_review_id_fk FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  CONSTRAINT review_reports_reason_check CHECK ((reason = ANY (ARRAY['OFFENSIVE'::text, 'PERSONAL'::text, 'ADVERTISING'::text, 'UNRELATED'::text, 'OTHER'::text])))
);
CREATE INDEX review_reports_open_index ON public.review_reports USING btree (created_at) WHERE (settled_at IS NULL);
CREATE INDEX review_reports_review_index ON public.review_reports USING btree (review_id);

CREATE TABLE review_requests (
  order_id uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  CONSTRAINT review_requests_order_id_pk PRIMARY KEY (order_id),
  CONSTRAINT review_requests_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);

CREATE TABLE reviews (
  id uuid NOT NULL,
  order_id uuid,
  product_id uuid NOT NULL,
  author text NOT NULL,
  stars smallint NOT NULL,
  fit text,
  text text NOT NULL DEFAULT ''::text,
  height smallint,
  size_worn text,
  status text NOT NULL,
  refusal text NOT NULL DEFAULT ''::text,
  answer text NOT NULL DEFAULT ''::text,
  answered_at timestamp with time zone,
  published_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  demo boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT reviews_id_pk PRIMARY KEY (id),
  CONSTRAINT reviews_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT reviews_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT reviews_bought_check CHECK ((demo OR (order_id IS NOT NULL))),
  CONSTRAINT reviews_fit_check CHECK ((fit = ANY (ARRAY['SMALL'::text, 'TRUE'::text, 'LARGE'::text]))),
  CONSTRAINT reviews_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  CONSTRAINT reviews_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'PUBLISHED'::text, 'REFUSED'::text])))
);
CREATE UNIQUE INDEX reviews_order_product_key ON public.reviews USING btree (order_id, product_id);
CREATE INDEX reviews_product_index ON public.reviews USING btree (product_id, status, created_at DESC, id DESC);
CREATE INDEX reviews_status_index ON public.reviews USING btree (status, created_at DESC, id DESC);

CREATE TABLE sale_counts (
  day date NOT NULL,
  n integer NOT NULL,
  kurus bigint NOT NULL,
  refunded_kurus bigint NOT NULL,
  first boolean NOT NULL DEFAULT false
);
CREATE INDEX sale_counts_day_index ON public.sale_counts USING btree (day);

CREATE TABLE sale_lines (
  sale_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  state text NOT NULL,
  before_kurus integer,
  price_kurus integer,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT sale_lines_pk PRIMARY KEY (sale_id, variant_id),
  CONSTRAINT sale_lines_of_product_fk FOREIGN KEY (sale_id, product_id) REFERENCES sale_products(sale_id, product_id) ON DELETE CASCADE,
  CONSTRAINT sale_lines_variant_id_fk FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE,
  CONSTRAINT sale_lines_running_check CHECK (((state <> 'RUNNING'::text) OR ((before_kurus > price_kurus) AND (started_at IS NOT NULL)))),
  CONSTRAINT sale_lines_state_check CHECK ((state = ANY (ARRAY['PLANNED'::text, 'RUNNING'::text, 'ENDED'::text, 'OVERTAKEN'::text, 'SKIPPED'::text, 'CANCELLED'::text])))
);
CREATE INDEX sale_lines_product_id_index ON public.sale_lines USING btree (sale_id, product_id);
CREATE INDEX sale_lines_running_index ON public.sale_lines USING btree (product_id) WHERE (state = 'RUNNING'::text);
CREATE UNIQUE INDEX sale_lines_running_key ON public.sale_lines USING btree (variant_id) WHERE (state = 'RUNNING'::text);
CREATE INDEX sale_lines_variant_id_index ON public.sale_lines USING btree (variant_id);

CREATE TABLE sale_products (
  sale_id uuid NOT NULL,
  product_id uuid NOT NULL,
  whole boolean NOT NULL,
  CONSTRAINT sale_products_pk PRIMARY KEY (sale_id, product_id),
  CONSTRAINT sale_products_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT sale_products_sale_id_fk FOREIGN KEY (sale_id) REFERENCES sales(id) ON DELETE CASCADE
);
CREATE INDEX sale_products_product_id_index ON public.sale_products USING btree (product_id);

CREATE TABLE sales (
  id uuid NOT NULL,
  name text NOT NULL,
  percent integer,
  price_kurus integer,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  state text NOT NULL,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sales_id_pk PRIMARY KEY (id),
  CONSTRAINT sales_discount_check CHECK (((percent IS NULL) <> (price_kurus IS NULL))),
  CONSTRAINT sales_percent_check CHECK (((percent >= 1) AND (percent <= 99))),
  CONSTRAINT sales_price_check CHECK ((price_kurus > 0)),
  CONSTRAINT sales_state_check CHECK ((state = ANY (ARRAY['PLANNED'::text, 'RUNNING'::text, 'ENDED'::text, 'CANCELLED'::text]))),
  CONSTRAINT sales_times_check CHECK ((ends_at > starts_at))
);
CREATE INDEX sales_planned_index ON public.sales USING btree (starts_at) WHERE (state = 'PLANNED'::text);
CREATE INDEX sales_running_index ON public.sales USING btree (ends_at) WHERE (state = 'RUNNING'::text);
CREATE INDEX sales_starts_at_index ON public.sales USING btree (starts_at DESC, id);

CREATE TABLE schema_migrations (
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_name_pk PRIMARY KEY (name)
);

CREATE TABLE search_counts (
  day date NOT NULL,
  words text NOT NULL,
  n integer NOT NULL,
  found integer NOT NULL,
  CONSTRAINT search_counts_pk PRIMARY KEY (day, words)
);

CREATE TABLE search_vocabulary (
  word text NOT NULL,
  CONSTRAINT search_vocabulary_pk PRIMARY KEY (word)
);

CREATE TABLE search_words (
  word text NOT NULL,
  product_id uuid NOT NULL,
  weight smallint NOT NULL,
  CONSTRAINT search_words_pk PRIMARY KEY (word, product_id),
  CONSTRAINT search_words_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX search_words_product_id_index ON public.search_words USING btree (product_id);
CREATE INDEX search_words_rank_index ON public.search_words USING btree (word, weight DESC, product_id DESC);

CREATE TABLE second_step_challenges (
  token_hash text NOT NULL,
  purpose text NOT NULL,
  user_id uuid,
  session_id uuid,
  browser_hash text NOT NULL,
  signing text NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT second_step_challenges_pk PRIMARY KEY (token_hash),
  CONSTRAINT second_step_challenges_session_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT second_step_challenges_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT second_step_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'passkey-login'::text, 'passkey-new'::text, 'confirm'::text]))),
  CONSTRAINT second_step_challenges_whose_check CHECK ((((user_id IS NULL) = (purpose = 'passkey-login'::text)) AND ((session_id IS NULL) = (purpose = ANY (ARRAY['login'::text, 'passkey-login'::text])))))
);
CREATE INDEX second_step_challenges_expires_at_index ON public.second_step_challenges USING btree (expires_at);
CREATE INDEX second_step_challenges_session_id_index ON public.second_step_challenges USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX second_step_challenges_user_id_index ON public.second_step_challenges USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE TABLE security_events (
  id uuid NOT NULL,
  kind text NOT NULL,
  user_id uuid,
  actor_id uuid,
  masked_email text,
  address text NOT NULL,
  device text NOT NULL DEFAULT ''::text,
  detail text NOT NULL DEFAULT ''::text,
  request_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT security_events_id_pk PRIMARY KEY (id)
);
CREATE INDEX security_events_newest_index ON public.security_events USING btree (created_at DESC, id DESC);
CREATE INDEX security_events_user_id_index ON public.security_events USING btree (user_id, created_at DESC) WHERE (user_id IS NOT NULL);

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  user_agent text NOT NULL,
  address text NOT NULL,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  proven_at timestamp with time zone,
  CONSTRAINT sessions_id_pk PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_last_used_at_index ON public.sessions USING btree (last_used_at);
CREATE INDEX sessions_user_id_index ON public.sessions USING btree (user_id);

CREATE TABLE setting_drafts (
  id uuid NOT NULL,
  "values" jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT setting_drafts_id_pk PRIMARY KEY (id)
);
CREATE INDEX setting_drafts_expires_index ON public.setting_drafts USING btree (expires_at);

CREATE TABLE setting_versions (
  key text NOT NULL,
  version integer NOT NULL,
  value jsonb NOT NULL,
  actor_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT setting_versions_pk PRIMARY KEY (key, version),
  CONSTRAINT setting_versions_actor_id_fk FOREIGN KEY (actor_id) REFERENCES users(id)
);
CREATE INDEX setting_versions_actor_index ON public.setting_versions USING btree (actor_id) WHERE (actor_id IS NOT NULL);

CREATE TABLE settings (
  key text NOT NULL,
  value jsonb NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT settings_key_pk PRIMARY KEY (key)
);

CREATE TABLE sheet_columns (
  kind text NOT NULL,
  shape text NOT NULL,
  columns jsonb NOT NULL,
  named_by jsonb NOT NULL,
  actor_id uuid,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT sheet_columns_kind_shape_pk PRIMARY KEY (kind, shape),
  CONSTRAINT sheet_columns_kind_check CHECK ((kind = ANY (ARRAY['statement'::text, 'payouts'::text])))
);

CREATE TABLE shipments (
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  provider text NOT NULL,
  status text NOT NULL,
  provider_id text,
  tracking_url text,
  parcel_state text,
  parcel_words text NOT NULL DEFAULT ''::text,
  parcel_at timestamp with time zone,
  error text NOT NULL DEFAULT ''::text,
  next_ask_at timestamp with time zone,
  actor_id uuid,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT shipments_id_pk PRIMARY KEY (id),
  CONSTRAINT shipments_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT shipments_made_check CHECK (((status <> 'MADE'::text) OR (provider_id IS NOT NULL))),
  CONSTRAINT shipments_status_check CHECK ((status = ANY (ARRAY['ASKED'::text, 'MADE'::text, 'FAILED'::text])))
);
CREATE INDEX shipments_due_index ON public.shipments USING btree (next_ask_at) WHERE (next_ask_at IS NOT NULL);
CREATE UNIQUE INDEX shipments_order_key ON public.shipments USING btree (order_id) WHERE (status <> 'FAILED'::text);
CREATE UNIQUE INDEX shipments_provider_key ON public.shipments USING btree (provider, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX shipments_trouble_index ON public.shipments USING btree (order_id) WHERE (parcel_state = ANY (ARRAY['DAMAGED'::text, 'LOST'::text, 'UNDELIVERABLE'::text, 'RETURNING'::text]));

CREATE TABLE slug_redirects (
  kind text NOT NULL,
  slug text NOT NULL,
  target_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT slug_redirects_pk PRIMARY KEY (kind, slug),
  CONSTRAINT slug_redirects_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'category'::text])))
);
CREATE INDEX slug_redirects_target_index ON public.slug_redirects USING btree (kind, target_id);

CREATE TABLE sms (
  id uuid NOT NULL,
  kind text NOT NULL,
  to_phone text NOT NULL,
  text text NOT NULL,
  until timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  job_id text,
  sent_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  order_id uuid,
  CONSTRAINT sms_id_pk PRIMARY KEY (id),
  CONSTRAINT sms_order_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX sms_order_index ON public.sms USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX sms_until_index ON public.sms USING btree (until);

CREATE TABLE staff_invitations (
  id uuid NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  role_id uuid NOT NULL,
  token_hash text NOT NULL,
  invited_by uuid,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_invitations_id_pk PRIMARY KEY (id),
  CONSTRAINT staff_invitations_email_key UNIQUE (email),
  CONSTRAINT staff_invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT staff_invitations_invited_by_fk FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT staff_invitations_role_id_fk FOREIGN KEY (role_id) REFERENCES staff_roles(id)
);
CREATE INDEX staff_invitations_invited_by_index ON public.staff_invitations USING btree (invited_by);
CREATE INDEX staff_invitations_role_id_index ON public.staff_invitations USING btree (role_id);

CREATE TABLE staff_roles (
  id uuid NOT NULL,
  ready text,
  name text NOT NULL DEFAULT ''::text,
  rights text[] NOT NULL DEFAULT '{}'::text[],
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_roles_id_pk PRIMARY KEY (id),
  CONSTRAINT staff_roles_ready_key UNIQUE (ready),
  CONSTRAINT staff_roles_name_check CHECK (((ready IS NULL) = (name <> ''::text)))
);
CREATE UNIQUE INDEX staff_roles_name_key ON public.staff_roles USING btree (tr_fold(name)) WHERE (ready IS NULL);

CREATE TABLE stock_counts (
  low integer NOT NULL,
  sold_out integer NOT NULL,
  counted_at timestamp with time zone NOT NULL
);

CREATE TABLE stock_moves (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  variant_id uuid NOT NULL,
  before integer NOT NULL,
  after integer NOT NULL,
  cause text NOT NULL,
  order_id uuid,
  actor_id uuid,
  note text NOT NULL DEFAULT ''::text,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT stock_moves_id_pk PRIMARY KEY (id)
);
CREATE INDEX stock_moves_variant_index ON public.stock_moves USING btree (variant_id, id);

CREATE TABLE stock_requests (
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  email text NOT NULL,
  size text NOT NULL,
  notified_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  color text,
  restock_id uuid,
  confirmed_at timestamp with time zone DEFAULT now(),
  variant_id uuid,
  hold text,
  held_until timestamp with time zone,
  opened_at timestamp with time zone,
  came_back_at timestamp with time zone,
  order_id uuid,
  CONSTRAINT stock_requests_id_pk PRIMARY KEY (id),
  CONSTRAINT stock_requests_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT stock_requests_variant_id_fk FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE SET NULL,
  CONSTRAINT stock_requests_hold_check CHECK ((hold = ANY (ARRAY['held'::text, 'bought'::text, 'over'::text])))
);
CREATE INDEX stock_requests_email_index ON public.stock_requests USING btree (email);
CREATE INDEX stock_requests_held_index ON public.stock_requests USING btree (held_until) WHERE (hold = 'held'::text);
CREATE INDEX stock_requests_notified_index ON public.stock_requests USING btree (notified_at) WHERE (notified_at IS NOT NULL);
CREATE INDEX stock_requests_order_index ON public.stock_requests USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX stock_requests_restock_index ON public.stock_requests USING btree (restock_id) WHERE (restock_id IS NOT NULL);
CREATE INDEX stock_requests_unconfirmed_index ON public.stock_requests USING btree (created_at) WHERE (confirmed_at IS NULL);
CREATE INDEX stock_requests_variant_index ON public.stock_requests USING btree (variant_id) WHERE (variant_id IS NOT NULL);
CREATE INDEX stock_requests_waiting_index ON public.stock_requests USING btree (product_id, size, created_at) WHERE (notified_at IS NULL);
CREATE UNIQUE INDEX stock_requests_waiting_key ON public.stock_requests USING btree (product_id, email, size, COALESCE(color, ''::text)) WHERE (notified_at IS NULL);

CREATE TABLE stocktake_lines (
  stocktake_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  expected integer NOT NULL,
  counted integer NOT NULL,
  began_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  booked_before integer,
  booked_after integer,
  CONSTRAINT stocktake_lines_pk PRIMARY KEY (stocktake_id, variant_id),
  CONSTRAINT stocktake_lines_stocktake_id_fk FOREIGN KEY (stocktake_id) REFERENCES stocktakes(id) ON DELETE CASCADE,
  CONSTRAINT stocktake_lines_variant_id_fk FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE,
  CONSTRAINT stocktake_lines_counted_check CHECK ((counted >= 0))
);
CREATE INDEX stocktake_lines_variant_index ON public.stocktake_lines USING btree (variant_id);

CREATE TABLE stocktakes (
  id uuid NOT NULL,
  started_by uuid,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  ended_by uuid,
  reason text,
  CONSTRAINT stocktakes_id_pk PRIMARY KEY (id)
);
CREATE INDEX stocktakes_created_at_index ON public.stocktakes USING btree (created_at);
CREATE UNIQUE INDEX stocktakes_open_key ON public.stocktakes USING btree ((true)) WHERE (ended_at IS NULL);

CREATE TABLE totp_keys (
  user_id uuid NOT NULL,
  sealed_secret text NOT NULL,
  on_since timestamp with time zone,
  last_step integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT totp_keys_pk PRIMARY KEY (user_id),
  CONSTRAINT totp_keys_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE transfer_receipts (
  id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  amount_kurus integer NOT NULL,
  received_at timestamp with time zone NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  line_key text,
  actor_id uuid,
  created_at timestamp with time zone NOT NULL,
  request_key text,
  taken_back_at timestamp with time zone,
  taken_back_by uuid,
  CONSTRAINT transfer_receipts_id_pk PRIMARY KEY (id),
  CONSTRAINT transfer_receipts_line_key_key UNIQUE (line_key),
  CONSTRAINT transfer_receipts_attempt_id_fk FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  CONSTRAINT transfer_receipts_amount_check CHECK ((amount_kurus > 0))
);
CREATE INDEX transfer_receipts_attempt_id_index ON public.transfer_receipts USING btree (attempt_id);
CREATE UNIQUE INDEX transfer_receipts_request_key ON public.transfer_receipts USING btree (attempt_id, request_key) WHERE (request_key IS NOT NULL);

CREATE TABLE transfers (
  attempt_id uuid NOT NULL,
  reference text NOT NULL,
  deadline timestamp with time zone NOT NULL,
  reminded_at timestamp with time zone,
  CONSTRAINT transfers_attempt_id_pk PRIMARY KEY (attempt_id),
  CONSTRAINT transfers_reference_key UNIQUE (reference),
  CONSTRAINT transfers_attempt_id_fk FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id)
);

CREATE TABLE user_addresses (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  title text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  city text NOT NULL,
  postal_code text,
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  district text,
  neighbourhood text,
  CONSTRAINT user_addresses_id_pk PRIMARY KEY (id),
  CONSTRAINT user_addresses_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_addresses_default_key ON public.user_addresses USING btree (user_id) WHERE is_default;
CREATE INDEX user_addresses_user_id_index ON public.user_addresses USING btree (user_id);
CREATE TRIGGER user_addresses_changed AFTER INSERT OR UPDATE ON public.user_addresses FOR EACH ROW EXECUTE FUNCTION addresses_changed();

CREATE TABLE user_tokens (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  token_hash text NOT NULL,
  email text,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT user_tokens_id_pk PRIMARY KEY (id),
  CONSTRAINT user_tokens_hash_key UNIQUE (token_hash),
  CONSTRAINT user_tokens_user_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT user_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'verify-again'::text, 'claim-account'::text, 'reset-password'::text, 'change-email'::text])))
);
CREATE INDEX user_tokens_expires_at_index ON public.user_tokens USING btree (expires_at);
CREATE INDEX user_tokens_user_id_index ON public.user_tokens USING btree (user_id, purpose);

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  role text NOT NULL DEFAULT 'USER'::text,
  password_hash text NOT NULL,
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  guest boolean NOT NULL DEFAULT false,
  merged_into uuid,
  staff_role_id uuid,
  second_step_since timestamp with time zone,
  CONSTRAINT users_id_pk PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_merged_into_fk FOREIGN KEY (merged_into) REFERENCES users(id),
  CONSTRAINT users_staff_role_id_fk FOREIGN KEY (staff_role_id) REFERENCES staff_roles(id),
  CONSTRAINT users_guest_check CHECK ((guest OR (NOT starts_with(email, 'guest:'::text)))),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['USER'::text, 'ADMIN'::text]))),
  CONSTRAINT users_staff_role_check CHECK (((role = 'ADMIN'::text) = (staff_role_id IS NOT NULL)))
);
CREATE INDEX users_deleted_at_index ON public.users USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX users_guest_index ON public.users USING btree (updated_at) WHERE (guest AND (deleted_at IS NULL));
CREATE INDEX users_merged_into_index ON public.users USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX users_staff_role_id_index ON public.users USING btree (staff_role_id) WHERE (staff_role_id IS NOT NULL);
CREATE TRIGGER users_added AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION users_changed();
CREATE TRIGGER users_changed AFTER UPDATE OF email, first_name, last_name, role, guest, deleted_at ON public.users FOR EACH ROW EXECUTE FUNCTION users_changed();

CREATE TABLE variants (
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  sku text NOT NULL,
  color text NOT NULL,
  color_hex text,
  size text NOT NULL,
  price_kurus integer NOT NULL,
  stock integer NOT NULL,
  images text[] NOT NULL DEFAULT '{}'::text[],
  "position" integer NOT NULL DEFAULT 0,
  retired_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  color_family text NOT NULL GENERATED ALWAYS AS (color_family(color, color_hex)) STORED,
  barcode text,
  CONSTRAINT variants_id_pk PRIMARY KEY (id),
  CONSTRAINT variants_product_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT variants_barcode_check CHECK ((barcode <> ''::text)),
  CONSTRAINT variants_color_hex_check CHECK ((color_hex ~ '^#[0-9a-f]{6}$'::text)),
  CONSTRAINT variants_price_check CHECK ((price_kurus > 0)),
  CONSTRAINT variants_sku_check CHECK ((sku <> ''::text)),
  CONSTRAINT variants_stock_check CHECK ((stock >= 0))
);
CREATE UNIQUE INDEX variants_barcode_key ON public.variants USING btree (barcode) WHERE (retired_at IS NULL);
CREATE UNIQUE INDEX variants_choice_key ON public.variants USING btree (product_id, color, size) WHERE (retired_at IS NULL);
CREATE INDEX variants_product_id_index ON public.variants USING btree (product_id);
CREATE INDEX variants_size_index ON public.variants USING btree (size COLLATE "C") WHERE (retired_at IS NULL);
CREATE UNIQUE INDEX variants_sku_key ON public.variants USING btree (sku_key(sku)) WHERE (retired_at IS NULL);
CREATE CONSTRAINT TRIGGER variants_added_serve_waiting AFTER INSERT ON public.variants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.stock > 0)) EXECUTE FUNCTION variant_serves_waiting();
CREATE TRIGGER variants_price_changed AFTER DELETE OR UPDATE OF price_kurus, retired_at ON public.variants FOR EACH ROW EXECUTE FUNCTION variants_price_changed();
CREATE TRIGGER variants_priced AFTER INSERT ON public.variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variants_priced();
CREATE CONSTRAINT TRIGGER variants_raised_serve_waiting AFTER UPDATE OF stock, retired_at, size, color ON public.variants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.stock > 0) AND ((new.stock > old.stock) OR (new.size <> old.size) OR (new.color <> old.color) OR (old.retired_at IS NOT NULL)))) EXECUTE FUNCTION variant_serves_waiting();
CREATE TRIGGER variants_sale_changed AFTER DELETE OR UPDATE OF price_kurus, retired_at ON public.variants FOR EACH ROW EXECUTE FUNCTION variants_sale_changed();
CREATE TRIGGER variants_search_line_added AFTER INSERT ON public.variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variants_search_line();
CREATE TRIGGER variants_search_line_changed AFTER UPDATE OF sku, color, color_hex, size, retired_at ON public.variants FOR EACH ROW WHEN (((old.sku <> new.sku) OR (old.color <> new.color) OR (old.color_hex IS DISTINCT FROM new.color_hex) OR (old.size <> new.size) OR (old.retired_at IS DISTINCT FROM new.retired_at))) EXECUTE FUNCTION variant_search_line();
CREATE TRIGGER variants_search_line_removed AFTER DELETE ON public.variants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variants_search_line();
CREATE TRIGGER variants_stock_added AFTER INSERT ON public.variants FOR EACH ROW WHEN ((new.stock <> 0)) EXECUTE FUNCTION stock_moved();
CREATE TRIGGER variants_stock_moved AFTER UPDATE OF stock ON public.variants FOR EACH ROW WHEN ((old.stock <> new.stock)) EXECUTE FUNCTION stock_moved();
CREATE TRIGGER variants_words_added AFTER INSERT ON public.variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variants_words_added();
CREATE TRIGGER variants_words_changed AFTER UPDATE OF color, color_hex, size, retired_at ON public.variants FOR EACH ROW WHEN (((old.color <> new.color) OR (old.color_hex IS DISTINCT FROM new.color_hex) OR (old.size <> new.size) OR (old.retired_at IS DISTINCT FROM new.retired_at))) EXECUTE FUNCTION variants_words_changed();
CREATE TRIGGER variants_words_removed AFTER DELETE ON public.variants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variants_words_added();

CREATE OR REPLACE FUNCTION public.addresses_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_changes (user_id) values (new.user_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bought_often(orders integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case orders when 0 then 'never' when 1 then 'once' else 'several' end
$function$;

CREATE OR REPLACE FUNCTION public.campaign_use_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare o orders;
begin
  select * into o from orders where id = coalesce(new.order_id, old.order_id);
  if tg_op <> 'INSERT' then perform count_use(old, o, -1); end if;
  if tg_op <> 'DELETE' then perform count_use(new, o, 1); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.categories_words_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform save_search_words(array(select id from products where category_id = new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.choices_of(product uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(distinct choice), '{}')
  from variants v
  cross join lateral unnest(array[v.color_family || '|' || v.size, v.color_family || '|', '|' || v.size]) as choice
  where v.product_id = product and v.retired_at is null
$function$;

CREATE OR REPLACE FUNCTION public.color_family(name text, hex text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  n text := tr_fold(name);
  r integer;
  g integer;
  b integer;
  high integer;
  low integer;
  hue numeric;
begin
  if n ~ '\mnar\M' then return 'kirmizi'; end if;
  if n ~ 'cizgi|cice[kg]|puanti|potikare|kareli|ekose|desen|leopar|batik|renkli|baski' then return 'desenli'; end if;
  if n ~ 'siyah' then return 'siyah'; end if;
  if n ~ 'lacivert|gece mavi|indigo' then return 'lacivert'; end if;
  if n ~ 'bordo|visne|murdum|sarap' then return 'bordo'; end if;
  if n ~ 'gul kurusu|pembe|pudra|fusya|somon' then return 'pembe'; end if;
  if n ~ 'mavi|turkuaz|denim|\mjean' then return 'mavi'; end if;
  if n ~ 'yesil|haki|zeytin|zumrut|adacayi|cagla|cimen|\mmint|nane|fistik|yosun|nefti' then return 'yesil'; end if;
  if n ~ 'petrol' then return 'mavi'; end if;
  if n ~ '\mmor\M|lila|lavanta|eflatun|leylak' then return 'mor'; end if;
  if n ~ 'kirmizi|kiraz' then return 'kirmizi'; end if;
  if n ~ 'turuncu|mercan|kiremit|seftali|kayisi|portakal' then return 'turuncu'; end if;
  if n ~ '\msari|hardal|tereyagi|limon|altin|safran' then return 'sari'; end if;
  if n ~ 'kahve|kakao|camel|\mtaba\M|tarcin|cikolata|konyak|kestane|karamel' then return 'kahverengi'; end if;
  if n ~ 'antrasit|\mgri\M|fume|gumus|duman' then return 'gri'; end if;
  if n ~ 'ekru|krem|vanilya|yulaf|sampanya|dogal|fildisi|kemik|kirik beyaz' then return 'krem'; end if;
  if n ~ '\mbej\M|\mkum\M|\mtas\M|vizon|\mten\M|nude' then return 'bej'; end if;
  if n ~ 'beyaz' then return 'beyaz'; end if;
  if hex is null then return 'diger'; end if;
  r := ('x' || substr(hex, 2, 2))::bit(8)::integer;
  g := ('x' || substr(hex, 4, 2))::bit(8)::integer;
  b := ('x' || substr(hex, 6, 2))::bit(8)::integer;
  high := greatest(r, g, b);
  low := least(r, g, b);
  if high - low < 24 then
    return case when high < 80 then 'siyah' when high < 215 then 'gri' else 'beyaz' end;
  end if;
  hue := mod(case
    when high = r then (g - b) * 60.0 / (high - low) + 360
    when high = g then (b - r) * 60.0 / (high - low) + 120
    else (r - g) * 60.0 / (high - low) + 240
  end, 360);
  return case
    when hue < 15 or hue >= 345 then case when high < 140 then 'bordo' when low > 120 then 'pembe' else 'kirmizi' end
    when hue < 42 then case when high < 150 then 'kahverengi' when low > 150 then 'bej' else 'turuncu' end
    when hue < 66 then case when low > 190 then 'krem' else 'sari' end
    when hue < 170 then 'yesil'
    when hue < 255 then case when high < 110 then 'lacivert' else 'mavi' end
    when hue < 295 then 'mor'
    else 'pembe'
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.compact_counts()
 RETURNS void
 LANGUAGE sql
AS $function$
  with gone as (delete from product_counts returning *)
  insert into product_counts select category_id, state, sum(n) from gone group by category_id, state having sum(n) <> 0;
  with gone as (delete from order_counts returning *)
  insert into order_counts select day, status, payment_status, sum(n), sum(kurus) from gone
    group by day, status, payment_status having sum(n) <> 0 or sum(kurus) <> 0;
  with gone as (delete from sale_counts returning *)
  insert into sale_counts select day, sum(n), sum(kurus), sum(refunded_kurus), first from gone group by day, first;
  with gone as (delete from customer_counts returning *)
  insert into customer_counts select bought, sum(n) from gone group by bought having sum(n) <> 0;
  select compact_reports()
$function$;

CREATE OR REPLACE FUNCTION public.compact_reports()
 RETURNS void
 LANGUAGE sql
AS $function$
  with gone as (delete from report_moves returning *),
  less as (
    select day, kind, key, product_id, variant_id, color, size, sale_id, sum(n)::int as n, sum(units)::int as units,
      sum(kurus)::bigint as kurus, sum(back_units)::int as back_units, sum(back_kurus)::bigint as back_kurus,
      sum(sale_kurus)::bigint as sale_kurus, sum(of_kurus)::bigint as of_kurus
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8
  ),
  parts as (
    select m.day, p.* from less m
    cross join lateral report_parts(row(m.day, m.kind, m.key, m.product_id, m.variant_id, m.color, m.size, m.sale_id, m.n, m.units,
      m.kurus, m.back_units, m.back_kurus, m.sale_kurus, m.of_kurus)::report_moves) p
  )
  insert into report_sums (kind, span, day, key, n, units, kurus, back_units, back_kurus, of_kurus)
  select p.kind, s.span, s.day, coalesce(p.key, ''), sum(n), sum(units), sum(kurus), sum(back_units), sum(back_kurus), sum(of_kurus)
  from parts p cross join lateral report_spans(p.day) s
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (kind, span, day, key) do update set n = report_sums.n + excluded.n, units = report_sums.units + excluded.units,
    kurus = report_sums.kurus + excluded.kurus, back_units = report_sums.back_units + excluded.back_units,
    back_kurus = report_sums.back_kurus + excluded.back_kurus, of_kurus = report_sums.of_kurus + excluded.of_kurus
$function$;

CREATE OR REPLACE FUNCTION public.consent_events_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The last word goes first, three years after a no: then its history may.
  if tg_op = 'DELETE' and not exists (
    select 1 from consent_states s where s.recipient = old.recipient and s.channel = old.channel
  ) then
    return old;
  end if;
  raise exception 'events of consent are only added';
end $function$;

CREATE OR REPLACE FUNCTION public.count_manual(o orders, by integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into report_moves (day, kind, n, kurus, of_kurus)
  select istanbul_day(o.created_at), 'manual', by, by * o.discount_kurus::bigint, by * o.total_kurus::bigint
  where o.manual and o.discount_kurus > 0 and is_sold(o)
$function$;

CREATE OR REPLACE FUNCTION public.count_order(o orders, by integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into order_counts (day, status, payment_status, n, kurus)
  select istanbul_day(o.created_at), o.status, o.payment_status, by,
    case when o.payment_status in ('PENDING', 'AWAITING_TRANSFER', 'FAILED') then 0
      else by * (o.total_kurus - o.exchange_kurus)::bigint end
  where o.placed_at is not null
$function$;

CREATE OR REPLACE FUNCTION public.count_piece(i order_items, o orders, by integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into report_moves (day, kind, product_id, variant_id, color, size, sale_id, units, kurus, back_units, back_kurus, sale_kurus)
  select istanbul_day(o.created_at), 'piece', i.product_id, i.variant_id, i.color, i.size, i.sale_id, by * i.quantity,
    by * i.quantity * i.unit_price_kurus::bigint, by * i.refunded_quantity,
    by * i.refunded_quantity * i.unit_price_kurus::bigint, by * i.quantity * i.sale_kurus::bigint
  where is_sold(o)
$function$;

CREATE OR REPLACE FUNCTION public.count_product(p products, by integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into product_counts (category_id, state, n)
  select p.category_id, case when p.published_at is null then 'draft' else 'on-sale' end, by
  where p.deleted_at is null
$function$;

CREATE OR REPLACE FUNCTION public.count_return(r returns, i return_items, by integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into report_moves (day, kind, key, product_id, size, n, units, kurus)
  select istanbul_day(r.created_at), 'return', i.reason, l.product_id, l.size, by, by * i.quantity,
    by * i.quantity * l.unit_price_kurus::bigint
  from order_items l where l.id = i.order_item_id and r.status <> 'CANCELLED'
$function$;

CREATE OR REPLACE FUNCTION public.count_sale(a payment_attempts, by integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into sale_counts (day, n, kurus, refunded_kurus, first)
  select istanbul_day(o.created_at), by * (coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus and o.exchange_of is null)::int,
    by * (coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus)::bigint, by * a.refund_kurus::bigint,
    exists (select 1 from first_purchases f where f.order_id = o.id)
  from orders o where o.id = a.order_id and a.status = 'SUCCEEDED'
$function$;

CREATE OR REPLACE FUNCTION public.count_use(u campaign_uses, o orders, by integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into report_moves (day, kind, key, n, kurus, of_kurus)
  select istanbul_day(o.created_at), 'campaign', u.campaign_id::text, by, by * (u.discount_kurus + u.delivery_kurus)::bigint,
    by * o.total_kurus::bigint
  where u.given_back_at is null and is_sold(o)
$function$;

CREATE OR REPLACE FUNCTION public.credit_entries_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and exists (select 1 from demo_rows d where d.kind = 'customer' and d.id = old.user_id) then
    return old;
  end if;
  raise exception 'entries of store credit are only added';
end $function$;

CREATE OR REPLACE FUNCTION public.customers_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_counts (bought, n)
  select bought_often(orders), case tg_op when 'INSERT' then count(*) else -count(*) end from changed group by 1;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.design_place_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    update products set design_place = 0 where id = old.product_id and design_place <> 0;
  end if;
  if tg_op <> 'DELETE' then
    update products set design_place = new.position where id = new.product_id and design_place <> new.position;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.discount_of(price integer, struck integer)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (struck - price)::real / struck
$function$;

CREATE OR REPLACE FUNCTION public.families_of(choices text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg(rtrim(choice, '|')), '{}') from unnest(choices) choice where choice like '%_|'
$function$;

CREATE OR REPLACE FUNCTION public.first_published()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.first_published_at := coalesce(new.first_published_at, new.published_at);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_customers(most integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare ids uuid[];
begin
  if not exists (select 1 from customer_changes) then return; end if;
  perform pg_advisory_xact_lock(hashtext('butik.fold-customers'));
  with gone as (
    delete from customer_changes where id in (select id from customer_changes order by id limit most) returning user_id
  ) select array_agg(distinct user_id) into ids from gone;
  -- A statement of its own: it sees all that the notes tell of.
  delete from customers where user_id = any (ids);
  insert into customers
  select u.id, u.guest, coalesce(nullif(u.first_name, ''), l.first_name, ''), coalesce(nullif(u.last_name, ''), l.last_name, ''),
    case when u.guest then substr(u.email, 7) else u.email end,
    coalesce(l.phone, home.phone, ''), coalesce(l.city, home.city, ''), u.created_at,
    b.orders, coalesce(m.kurus, 0), b.last_at, coalesce(r.n, 0), coalesce(b.phones, home.phone, '')
  from users u
  cross join lateral (
    select count(*) filter (where is_sold(o) and o.exchange_of is null)::int as orders, count(*) as placed, max(o.placed_at) as last_at,
      string_agg(distinct o.phone, ' ') as phones
    from orders o where o.user_id = u.id and o.placed_at is not null and o.payment_method <> 'MARKETPLACE'
  ) b
  left join lateral (
    select o.first_name, o.last_name, o.phone, o.city from orders o
    where o.user_id = u.id and o.placed_at is not null and o.payment_method <> 'MARKETPLACE'
    order by o.created_at desc limit 1
  ) l on true
  left join lateral (
    select a.phone, a.city from user_addresses a where a.user_id = u.id order by a.is_default desc, a.id limit 1
  ) home on true
  left join lateral (
    select sum(coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus) as kurus
    from orders o join payment_attempts a on a.order_id = o.id and a.status = 'SUCCEEDED'
    where o.user_id = u.id and o.placed_at is not null and o.payment_method <> 'MARKETPLACE'
  ) m on true
  left join lateral (
    select count(*)::int as n from orders o join returns t on t.order_id = o.id
    where o.user_id = u.id and t.status in ('REQUESTED', 'APPROVED', 'ON_ITS_WAY', 'RECEIVED')
  ) r on true
  where u.id = any (ids) and u.deleted_at is null and (b.placed > 0 or (u.role = 'USER' and not u.guest));
end $function$;

CREATE OR REPLACE FUNCTION public.forget_kept_cart()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from kept_carts k using users b
  where b.id = new.user_id and k.user_id in (
    select b.id union all
    select u.id from users u where b.guest and u.email = substr(b.email, length('guest:') + 1));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.gift_card_entries_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'entries of gift cards are only added';
end $function$;

CREATE OR REPLACE FUNCTION public.is_sold(o orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select o.placed_at is not null and o.status <> 'CANCELLED'
    and o.payment_status not in ('PENDING', 'AWAITING_TRANSFER', 'FAILED')
$function$;

CREATE OR REPLACE FUNCTION public.istanbul_day(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select (moment at time zone 'Europe/Istanbul')::date
$function$;

CREATE OR REPLACE FUNCTION public.lowest_price_before(variant uuid, window_days integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  with steps as (
    select price_kurus, since, lead(since) over (order by since, id) as until
    from price_history where variant_id = variant
  ), began as (
    select since, ((since at time zone 'Europe/Istanbul')::date - window_days)::timestamp at time zone 'Europe/Istanbul' as first
    from steps where until is null
  )
  select min(steps.price_kurus) from steps, began
  where steps.until is not null and steps.until > began.first and steps.until <= began.since and steps.until > steps.since
$function$;

CREATE OR REPLACE FUNCTION public.money_of_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_changes (user_id) select user_id from orders where id = new.order_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.order_changed_hands()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_sale(a, -1) from payment_attempts a where a.order_id = new.id;
  delete from first_purchases where order_id = new.id;
  insert into first_purchases (user_id, order_id) select new.user_id, new.id
  where exists (select 1 from payment_attempts a where a.order_id = new.id and a.status = 'SUCCEEDED')
  on conflict do nothing;
  perform count_sale(a, 1) from payment_attempts a where a.order_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.order_contracts_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and (
    old.accepted_at < now() - interval '3 years'
    or exists (select 1 from demo_rows d where d.kind = 'order' and d.id = old.order_id)
  ) then
    return old;
  end if;
  raise exception 'accepted contracts are kept as they are' using constraint = 'order_contracts_kept';
end $function$;

CREATE OR REPLACE FUNCTION public.order_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then perform count_order(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_order(new, 1); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.order_in_reports()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and (is_sold(old) <> is_sold(new) or istanbul_day(old.created_at) <> istanbul_day(new.created_at)) then
    perform count_piece(i, old, -1), count_piece(i, new, 1) from order_items i where i.order_id = new.id;
  end if;
  if tg_op = 'UPDATE' then
    perform count_use(u, old, -1), count_use(u, new, 1) from campaign_uses u where u.order_id = new.id;
  end if;
  if tg_op <> 'INSERT' then perform count_manual(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_manual(new, 1); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.order_item_in_sale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select l.sale_id, l.before_kurus - l.price_kurus into new.sale_id, new.sale_kurus
  from sale_lines l
  where l.variant_id = new.variant_id and l.state = 'RUNNING' and l.price_kurus = new.unit_price_kurus + new.discount_kurus;
  new.sale_kurus := coalesce(new.sale_kurus, 0);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.orders_follow_merge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare taken_by users.merged_into%type;
begin
  select u.merged_into into taken_by from users u where u.id = new.user_id for share;
  new.user_id := coalesce(taken_by, new.user_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.orders_of_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then insert into customer_changes (user_id) values (old.user_id); end if;
  if tg_op <> 'DELETE' then insert into customer_changes (user_id) values (new.user_id); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.piece_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare o orders;
begin
  select * into o from orders where id = coalesce(new.order_id, old.order_id);
  if tg_op <> 'INSERT' then perform count_piece(old, o, -1); end if;
  if tg_op <> 'DELETE' then perform count_piece(new, o, 1); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.price_window_days()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(10, coalesce(
    (select case when jsonb_typeof(value -> 'priceWindowDays') = 'number' then (value ->> 'priceWindowDays')::int end
      from settings where key = 'policies'), 30))
$function$;

CREATE OR REPLACE FUNCTION public.product_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then perform count_product(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_product(new, 1); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.product_serves_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform serve_waiting(v.id) from (
    select id from variants where product_id = new.id and stock > 0 and retired_at is null order by id) v;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.products_search_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search_line := search_line_of(new.id, new.name);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.products_words_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform save_search_words(array(select id from changed));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.products_words_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform save_search_words(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.recount()
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from product_counts;
  delete from order_counts;
  delete from sale_counts;
  select recount_reports();
  insert into product_counts
    select category_id, case when published_at is null then 'draft' else 'on-sale' end, count(*)
    from products where deleted_at is null group by 1, 2;
  insert into order_counts
    select istanbul_day(created_at), status, payment_status, count(*),
      sum(case when payment_status in ('PENDING', 'AWAITING_TRANSFER', 'FAILED') then 0 else total_kurus - exchange_kurus end)
    from orders where placed_at is not null group by 1, 2, 3;
  insert into sale_counts
    select istanbul_day(o.created_at),
      count(*) filter (where coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus and o.exchange_of is null),
      sum(coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus), sum(a.refund_kurus), f.order_id is not null
    from payment_attempts a join orders o on o.id = a.order_id left join first_purchases f on f.order_id = o.id
    where a.status = 'SUCCEEDED' group by 1, 5
$function$;

CREATE OR REPLACE FUNCTION public.recount_reports()
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from report_moves;
  delete from report_sums;
  insert into first_purchases (user_id, order_id)
    select distinct on (o.user_id) o.user_id, o.id from orders o
    join payment_attempts a on a.order_id = o.id and a.status = 'SUCCEEDED'
    order by o.user_id, o.created_at, o.id on conflict do nothing;
  insert into report_moves (day, kind, product_id, variant_id, color, size, sale_id, units, kurus, back_units, back_kurus, sale_kurus)
    select istanbul_day(o.created_at), 'piece', i.product_id, i.variant_id, i.color, i.size, i.sale_id, sum(i.quantity),
      sum(i.quantity * i.unit_price_kurus::bigint), sum(i.refunded_quantity),
      sum(i.refunded_quantity * i.unit_price_kurus::bigint), sum(i.quantity * i.sale_kurus::bigint)
    from order_items i join orders o on o.id = i.order_id where is_sold(o) group by 1, 3, 4, 5, 6, 7;
  insert into report_moves (day, kind, key, n, kurus, of_kurus)
    select istanbul_day(o.created_at), 'campaign', u.campaign_id::text, count(*), sum(u.discount_kurus + u.delivery_kurus),
      sum(o.total_kurus)
    from campaign_uses u join orders o on o.id = u.order_id where u.given_back_at is null and is_sold(o) group by 1, 3;
  insert into report_moves (day, kind, n, kurus, of_kurus)
    select istanbul_day(created_at), 'manual', count(*), sum(discount_kurus), sum(total_kurus)
    from orders o where manual and discount_kurus > 0 and is_sold(o) group by 1;
  insert into report_moves (day, kind, key, product_id, size, n, units, kurus)
    select istanbul_day(r.created_at), 'return', i.reason, l.product_id, l.size, count(*), sum(i.quantity),
      sum(i.quantity * l.unit_price_kurus::bigint)
    from return_items i join returns r on r.id = i.return_id join order_items l on l.id = i.order_item_id
    where r.status <> 'CANCELLED' group by 1, 3, 4, 5;
  select compact_reports()
$function$;

CREATE OR REPLACE FUNCTION public.refresh_price(product uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  lowest integer;
begin
  perform from products where id = product for no key update;
  select min(price_kurus) into lowest from variants where product_id = product and retired_at is null;
  update products set price_kurus = lowest where id = product and price_kurus is distinct from lowest;
  perform refresh_reference_price(product);
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_product_sale(product uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  update products p set sale_from = s.since, sale_until = s.until
  from (
    select min(l.started_at) as since, nullif(min(coalesce(s.ends_at, 'infinity')), 'infinity') as until
    from sale_lines l
    join sales s on s.id = l.sale_id
    join variants v on v.id = l.variant_id and v.retired_at is null
    join products own on own.id = l.product_id and own.price_kurus = v.price_kurus
    where l.product_id = product and l.state = 'RUNNING'
  ) s
  where p.id = product and (p.sale_from, p.sale_until) is distinct from (s.since, s.until)
$function$;

CREATE OR REPLACE FUNCTION public.refresh_reference_price(product uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  update products p set reference_price_kurus = r.lowest
  from (
    select min(lowest_price_before(v.id, price_window_days())) as lowest
    from variants v join products own on own.id = v.product_id and own.price_kurus = v.price_kurus
    where v.product_id = product and v.retired_at is null
  ) r
  where p.id = product and p.reference_price_kurus is distinct from r.lowest
$function$;

CREATE OR REPLACE FUNCTION public.report_parts(m report_moves)
 RETURNS TABLE(kind text, key text, n integer, units integer, kurus bigint, back_units integer, back_kurus bigint, of_kurus bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select k.kind, k.key, m.n, m.units, m.kurus, m.back_units, m.back_kurus, m.of_kurus
  from (values ('pieces', ''), ('product', m.product_id::text), ('variant', m.variant_id::text), ('size', m.size),
    ('color', m.color)) k (kind, key) where m.kind = 'piece'
  union all
  select 'sale', m.sale_id::text, 0, m.units, m.sale_kurus, 0, 0::bigint, m.kurus
  where m.kind = 'piece' and m.sale_id is not null
  union all
  select k.kind, k.key, m.n, m.units, m.kurus, 0, 0::bigint, 0::bigint
  from (values ('reason', m.key), ('return', m.product_id::text), ('return-size', m.size)) k (kind, key) where m.kind = 'return'
  union all
  select m.kind, m.key, m.n, m.units, m.kurus, m.back_units, m.back_kurus, m.of_kurus where m.kind in ('campaign', 'manual')
$function$;

CREATE OR REPLACE FUNCTION public.report_spans(day date)
 RETURNS TABLE(span text, day date)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select s.span, s.day from (values
    ('D', $1),
    ('T', date_trunc('month', $1)::date + least((extract(day from $1)::int - 1) / 10, 2) * 10),
    ('M', date_trunc('month', $1)::date),
    ('Q', date_trunc('quarter', $1)::date),
    ('Y', date_trunc('year', $1)::date)) s (span, day)
$function$;

CREATE OR REPLACE FUNCTION public.return_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_return(old, i, -1), count_return(new, i, 1) from return_items i where i.return_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.return_item_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then perform count_return(r, old, -1) from returns r where r.id = old.return_id; end if;
  if tg_op <> 'DELETE' then perform count_return(r, new, 1) from returns r where r.id = new.return_id; end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sale_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  buyer uuid;
  next_first uuid;
begin
  if tg_op <> 'INSERT' then perform count_sale(old, -1); end if;
  if tg_op <> 'DELETE' then
    if new.status = 'SUCCEEDED' then
      insert into first_purchases (user_id, order_id) select o.user_id, o.id from orders o
      where o.id = new.order_id and not exists (select 1 from first_purchases f where f.user_id = o.user_id)
      on conflict do nothing;
    elsif tg_op = 'UPDATE' and old.status = 'SUCCEEDED' then
      delete from first_purchases where order_id = new.order_id returning user_id into buyer;
      if buyer is not null then
        select o.id into next_first from orders o join payment_attempts a on a.order_id = o.id and a.status = 'SUCCEEDED'
        where o.user_id = buyer order by o.created_at, o.id limit 1;
        if next_first is not null then
          perform count_sale(a, -1) from payment_attempts a where a.order_id = next_first;
          insert into first_purchases (user_id, order_id) values (buyer, next_first);
          perform count_sale(a, 1) from payment_attempts a where a.order_id = next_first;
        end if;
      end if;
    end if;
    perform count_sale(new, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.save_search_words(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_words where product_id = any(ids);
  insert into search_words (word, product_id, weight)
  select word, id, max(weight)
  from (
    select p.id, p.name as words, 8 as weight from shown_products(ids) p
    union all
    select p.id, c.name, 6 from shown_products(ids) p join categories c on c.id = p.category_id
    union all
    select p.id, c.area, 1 from shown_products(ids) p join categories c on c.id = p.category_id
    union all
    select p.id, v.color, 5 from shown_products(ids) p join variants v on v.product_id = p.id and v.retired_at is null
    union all
    select p.id, v.color_family, 3
    from shown_products(ids) p join variants v on v.product_id = p.id and v.retired_at is null
    where v.color_family <> 'diger'
  ) texts
  cross join lateral regexp_split_to_table(tr_fold(words), '[^a-z0-9]+') as word
  where word <> ''
  group by word, id
  on conflict (word, product_id) do update set weight = excluded.weight;
  insert into search_vocabulary (word)
  select distinct word from search_words where product_id = any(ids) order by word
  on conflict do nothing;
  delete from product_words p
  where product_id = any(ids) and not exists (select 1 from search_words w where w.product_id = p.product_id);
  insert into product_words as known (product_id, words, weights, choices)
  select p.id, array_agg(w.word order by w.word), array_agg(w.weight order by w.word), p.choices
  from products p join search_words w on w.product_id = p.id where p.id = any(ids) group by p.id
  on conflict (product_id) do update set words = excluded.words, weights = excluded.weights, choices = excluded.choices
  where (known.words, known.weights, known.choices) is distinct from (excluded.words, excluded.weights, excluded.choices);
end $function$;

CREATE OR REPLACE FUNCTION public.search_line_of(product uuid, name text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select tr_fold(name || ' ' || coalesce(string_agg(distinct v.color, ' '), '') || ' ' || coalesce(string_agg(v.sku, ' '), ''))
  from variants v where v.product_id = product and v.retired_at is null
$function$;

CREATE OR REPLACE FUNCTION public.serve_waiting(asked uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  found_size variants%rowtype;
  told text := coalesce(current_setting('butik.stock', true), '');
  moment timestamptz;
  served integer;
begin
  select v.* into found_size from variants v join products p on p.id = v.product_id
    where v.id = asked and v.stock > 0 and v.retired_at is null and p.deleted_at is null and p.published_at is not null
      and exists (select from stock_requests r
        where r.product_id = v.product_id and r.size = v.size and r.notified_at is null)
    for no key update of v;
  if not found then
    return 0;
  end if;
  -- One for the whole wave, once nobody else serves the size.
  moment := clock_timestamp();
  update stock_requests set notified_at = moment, variant_id = asked, hold = 'held', held_until = null, opened_at = null
    where id = any (array(
      select r.id from stock_requests r
      where r.product_id = found_size.product_id and r.size = found_size.size
        and (r.color is null or r.color = found_size.color) and r.notified_at is null and r.confirmed_at is not null
      order by r.created_at, r.id limit found_size.stock for update skip locked));
  get diagnostics served = row_count;
  if served > 0 then
    perform set_config('butik.stock', '{"cause": "waiting"}', true);
    update variants set stock = stock - served where id = asked;
    perform set_config('butik.stock', told, true);
  end if;
  return served;
end $function$;

CREATE OR REPLACE FUNCTION public.shown_products(ids uuid[])
 RETURNS SETOF products
 LANGUAGE sql
 STABLE
AS $function$
  select * from products where id = any(ids) and deleted_at is null and published_at is not null
$function$;

CREATE OR REPLACE FUNCTION public.sku_key(sku text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower((translate(sku, 'İIıÇĞÖŞÜ'::text, 'iiiçğöşü'::text) COLLATE "C"));

CREATE OR REPLACE FUNCTION public.stock_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told jsonb := coalesce(nullif(current_setting('butik.stock', true), ''), '{}')::jsonb;
begin
  insert into stock_moves (variant_id, before, after, cause, order_id, actor_id, note)
  values (new.id, coalesce(old.stock, 0), new.stock, coalesce(told->>'cause', 'other'), (told->>'orderId')::uuid,
    (told->>'actorId')::uuid, coalesce(told->>'note', ''));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tr_fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(translate(value, 'İIıŞşĞğÇçÖöÜüÂâÎîÛû'::text, 'iiissggccoouuaaiiuu'::text));

CREATE OR REPLACE FUNCTION public.users_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_changes (user_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.variant_search_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update products p set search_line = search_line_of(p.id, p.name), choices = choices_of(p.id)
  where p.id = new.product_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.variant_serves_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform serve_waiting(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.variants_price_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.price_kurus <> old.price_kurus then
    insert into price_history (variant_id, price_kurus, since) values (new.id, new.price_kurus, clock_timestamp());
  end if;
  perform refresh_price(coalesce(new.product_id, old.product_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.variants_priced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into price_history (variant_id, price_kurus, since) select id, price_kurus, clock_timestamp() from changed;
  perform refresh_price(product_id) from (select distinct product_id from changed order by product_id) c;
  perform refresh_product_sale(product_id) from (
    select distinct product_id from sale_lines
    where state = 'RUNNING' and product_id in (select product_id from changed) order by product_id
  ) s;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.variants_sale_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select 1 from sale_lines where product_id = coalesce(new.product_id, old.product_id) and state = 'RUNNING'
  ) then return null; end if;
  if tg_op = 'UPDATE' then
    update sale_lines set state = 'OVERTAKEN', ended_at = clock_timestamp()
    where variant_id = new.id and state = 'RUNNING' and (price_kurus <> new.price_kurus or new.retired_at is not null);
  end if;
  perform refresh_product_sale(coalesce(new.product_id, old.product_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.variants_search_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update products p set search_line = search_line_of(p.id, p.name), choices = choices_of(p.id)
  where p.id in (select product_id from changed);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.variants_words_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform save_search_words(array(select distinct product_id from changed));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.variants_words_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform save_search_words(array[new.product_id]);
  return null;
end $function$;
