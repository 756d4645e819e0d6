/** The skill that the example of a new key reports: no name to map, and never billed. */
export const exampleSkill = 'Example';
