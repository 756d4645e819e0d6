/** The problems of requests for more of a limit, as `problems.ts` lists them. */
export const limitProblems = {
  'limits.already-asked': {
    status: 409,
    message: 'More of this limit has already been requested. Wait for the answer, or a day after it was declined.',
  },
  'limits.nothing-to-raise': {
    status: 409,
    message: 'No limit is in the way here, so that there is nothing to raise.',
  },
  'limits.person-not-listed': {
    status: 409,
    message: 'This person is not in the list of users of the company, and cannot have an own limit.',
  },
  'limits.request-closed': { status: 409, message: 'This request was already decided, or its link has expired.' },
} as const;
