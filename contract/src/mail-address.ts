import * as z from 'zod/mini';
import { line } from './text.ts';

/**
 * One mail address and nothing beside it: no list, no name, no comment, no quoted part. Letters beyond ASCII pass (RFC 6531); what the
 * transport refuses is refused here too (api/src/adapters/mail/refused-text.ts).
 */
export const MailAddress = line({
  min: 1,
  tooShort: 'Enter a mail address',
  max: 254,
  tooLong: 'Must be a mail address',
}).check(
  z.regex(/^[^\s"(),:;<>@[\\\]]{1,64}@[^\s"(),:;<>@[\\\].]+(?:\.[^\s"(),:;<>@[\\\].]+)+$/, 'Must be a mail address'),
);
