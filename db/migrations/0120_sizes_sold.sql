-- A list in a shopper's own sizes asks which of their names are sold: a walk along this from one size to the next. Of a collation that
-- no filter compares by, or filters by size would begin with all pieces of a size.
create index variants_size_index on variants (size collate "C") where retired_at is null;
