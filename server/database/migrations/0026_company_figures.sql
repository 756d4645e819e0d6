-- The provider's list of companies reads sums of all of them in one statement each: no text and no name is in these tables.
select allow_system('usage_daily', 'select'); select allow_system('skill_monthly_stats', 'select');
select allow_system('hourly_stats', 'select');
