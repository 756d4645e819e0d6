-- The invoices of the demo bill support requests.

select allow_system('invoiced_support', 'insert');
