-- Written with every file and never read: the file itself has its length.
alter table files drop column byte_length;
