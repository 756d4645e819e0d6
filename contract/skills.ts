import * as z from 'zod';
import { unmappedId } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';

const OptionId = z.union([Id, z.literal(unmappedId)]);

/**
 * A skill as filters name it: one of the store, or one that only an assistant has named so far (`isMapped` false),
 * which shows under the name it was reported by. The id `unmapped` stands for conversations that name none.
 */
export const SkillOption = z.object({ id: OptionId, _id: OptionId, name: z.string(), isMapped: z.boolean() });
export type SkillOption = z.infer<typeof SkillOption>;

export const skillsContract = {
  list: endpoint({
    id: 'skillsList',
    method: 'GET',
    path: '/skills',
    summary: 'Skills by name: those of the store, and those that assistants named and nobody mapped',
    tag: 'Skills',
    access: 'signed-in',
    target: 'dev',
  }).output(z.array(SkillOption)),
};
