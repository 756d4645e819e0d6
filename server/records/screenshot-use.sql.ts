/**
 * A condition on a file `f`: an undeleted skill of the file's company has the file among its screenshots. `$prefix` is the
 * part of a screenshot's address before its key.
 */
export const isNamedBySkill = `exists (select from skills s
    where s.company_id = f.company_id and s.deleted_at is null and $prefix || f.key = any(s.screen_shots))`;
