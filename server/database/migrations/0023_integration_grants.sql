-- Which assistants may read the credentials of which integrations, by their intake keys. A rotated key keeps its grants.

create table integration_grants (
  company_id uuid not null,
  integration_id uuid not null,
  intake_key_id uuid not null,
  granted_by text not null,
  granted_at timestamptz(3) not null,
  primary key (company_id, integration_id, intake_key_id),
  constraint integration_grants__integration
    foreign key (company_id, integration_id) references integrations (company_id, id) on delete cascade,
  constraint integration_grants__intake_key
    foreign key (company_id, intake_key_id) references intake_keys (company_id, id) on delete cascade
);
create index integration_grants__by_key on integration_grants (company_id, intake_key_id);

select protect_company_table('integration_grants', 'select, insert, delete');
