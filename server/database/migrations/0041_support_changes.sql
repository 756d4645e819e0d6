-- Support requests that the provider changes until an invoice bills them.

alter table support_requests add version integer not null default 1;

do $$
begin
  execute format(
    'grant update (day, type, subject, minutes, cost_ten_thousandths, version) on support_requests to %I',
    current_setting('steward.app_role'));
end $$;
