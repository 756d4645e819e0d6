/*
 * The rating of a conversation as its ratings say it. It is written with each report by `toRatingColumns`; `rollups:verify`
 * and a test compare the two.
 */

/** Selects it of the conversations `c` of `condition`; those without one are missing. */
export const ratingsOf = (condition: string) => `
  select id, started_at, case when bool_or(value = 'negative') then 3 when bool_or(value = 'positive') then 1 else 2 end as rating
  from (
    select distinct on (c.id, c.started_at, r.rating->>'message') c.id, c.started_at, r.rating->>'value' as value
    from conversations c cross join lateral jsonb_array_elements(c.ratings) as r (rating)
    where ${condition}
    order by c.id, c.started_at, r.rating->>'message', r.rating->>'at' collate "C" desc, r.rating->>'key' collate "C" desc
  ) latest
  where value <> 'none' group by 1, 2`;
