-- The first day whose runs are billed, as the provider has set it; null for the day on which the company was created (decision 0047).
alter table companies add column billed_since date;
