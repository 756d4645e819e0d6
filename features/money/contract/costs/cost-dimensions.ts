/** By what the cost of a month is divided. Data without a library, because the page reads it. */
export const costDimensions = {
  department: { label: 'Department', none: 'No department' },
  costCentre: { label: 'Cost centre', none: 'No cost centre' },
  person: { label: 'Person', none: 'Unknown user' },
  key: { label: 'Intake key', none: 'Unknown key' },
  model: { label: 'Model', none: 'Not reported' },
  skill: { label: 'Skill', none: 'No skill named' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly none: string }>>;

export type CostDimension = keyof typeof costDimensions;

export const costDimensionNames = Object.keys(costDimensions) as [CostDimension, ...CostDimension[]];
