import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Instant } from './lists.ts';

/** Its host is looked up, and has to be a public one, each time that it is asked. */
const AuthorityAddress = z.string().check(
  z.trim(),
  z.maxLength(2000, 'Keep the address under 2000 characters'),
  z.refine((text) => URL.parse(text)?.protocol === 'https:', 'Must be an https address'),
);

const TimeStampSetting = z.object({
  /** Where a time stamp authority answers (RFC 3161, by https); null: packs have no time stamp. */
  url: z.nullable(z.string()),
  updatedAt: z.nullable(Instant),
  updatedBy: z.nullable(z.string()),
});
export type TimeStampSetting = z.infer<typeof TimeStampSetting>;

export const getEvidenceTimeStamp = defineEndpoint({
  name: 'evidence-time-stamp',
  summary: 'Which time stamp authority evidence packs are stamped by',
  method: 'GET',
  path: '/api/settings/evidence-time-stamp',
  access: 'admin',
  response: TimeStampSetting,
});

export const changeEvidenceTimeStamp = defineEndpoint({
  name: 'evidence-time-stamp-change',
  summary:
    'Name the time stamp authority that evidence packs are stamped by, or none: it is sent a hash, and nothing else',
  method: 'PUT',
  path: '/api/settings/evidence-time-stamp',
  access: 'admin',
  stepUp: true,
  body: z.object({ url: z.nullable(AuthorityAddress) }),
  response: TimeStampSetting,
});
