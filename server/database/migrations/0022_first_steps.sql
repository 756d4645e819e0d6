-- Whether a company is still shown its first steps: from its sign-up until they are done or put away. False for companies of before.
alter table companies add column has_first_steps boolean not null default false;
