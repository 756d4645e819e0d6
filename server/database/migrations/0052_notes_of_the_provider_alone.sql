-- Notes about a company are written by the provider's transactions alone: a transaction of the company never needed to.
-- oldest program: 0001
revoke insert on company_notes from steward_app;
