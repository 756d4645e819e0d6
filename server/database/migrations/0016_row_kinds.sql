-- The kinds of rows are those of the contract, so that a further one needs no migration.
alter table row_files drop constraint row_files__kind;
