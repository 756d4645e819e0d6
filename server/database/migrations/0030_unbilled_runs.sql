-- The provider's list of companies says how many runs of the month are not billed, or named after no skill.
create index matched_usage_events__unbilled on matched_usage_events (day, company_id) where is_imported;
select allow_system('matched_usage_events', 'select (company_id, day, is_imported)');
