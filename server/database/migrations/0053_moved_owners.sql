-- Which companies have marks of moved persons, and no sums that they are for, so that these are deleted.
select allow_system('moved_owners', 'select');
select allow_system('summed_departments', 'select');
