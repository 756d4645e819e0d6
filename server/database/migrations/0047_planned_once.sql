-- A connection plans the decision with its first call and not with each of its first five: that is ten times the work of deciding, under
-- the ledger lock. All is found by keys, so that one plan fits all values.
alter function reserve_budget(uuid, timestamptz, timestamptz, text, uuid[], text[], integer[], integer[], uuid[])
  set plan_cache_mode = 'force_generic_plan';
