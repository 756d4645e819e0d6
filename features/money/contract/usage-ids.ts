/** In the place of a skill: all of them. */
export const allSkillsId = 'all';

/** The place of the base fees below the skills of the usage page, as the hash of its address. */
export const baseFeesPlace = 'base-fees';
