-- What the files of all companies that wait for their import take, or may still take, of the disk.
do $$
begin
  execute format('grant select (bytes, chunks) on log_imports to %I', current_setting('steward.system_role'));
end
$$;
