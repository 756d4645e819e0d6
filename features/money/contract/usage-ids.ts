/** In the place of a skill: all of them. */
export const allSkillsId = 'all';
