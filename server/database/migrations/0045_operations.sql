-- The provider's page of operations shows which migrations were applied.

select allow_system('schema_migrations', 'select');
