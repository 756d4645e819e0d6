-- The settings of masking are read with the actor of every request, as its rights are.
select allow_system('masking_settings', 'select');
