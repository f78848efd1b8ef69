-- What was searched on a day, how often, and how many products it found when it was first counted. No person, no address,
-- no time of day.
create table search_counts (
  day date not null,
  words text not null,
  n integer not null,
  found integer not null,
  constraint search_counts_pk primary key (day, words)
);
