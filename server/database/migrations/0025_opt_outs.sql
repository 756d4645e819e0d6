-- A person takes an unsubscription back on the profile page.
do $$ begin execute format('grant delete on mail_opt_outs to %I', current_setting('steward.app_role')); end $$;
