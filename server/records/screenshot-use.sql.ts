/** Of a file `f`: a living skill of its own company names it. `$1` is what stands in front of keys in addresses. */
export const isNamedBySkill = `exists (select from skills s
    where s.company_id = f.company_id and s.deleted_at is null and $1 || f.key = any(s.screen_shots))`;
