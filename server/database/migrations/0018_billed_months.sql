-- The month and the number of a reported skill whose usage a line of an invoice bills, so that the line leads to its requests. Of a
-- support request only the month; both are null for lines of before and for amounts that are entered.
alter table invoice_lines add column month date, add column skill_number integer;
