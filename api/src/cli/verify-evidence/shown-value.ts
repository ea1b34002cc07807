import { truncate } from '@tenantry/contract/text';

/** What moves the cursor, ends a line, hides or turns text around, and what has no character. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu;
const maxLength = 200;

/**
 * What a pack says, as part of a line: whoever made it may have written it to look like lines of ours. What cannot be seen is shown by its
 * code point.
 */
export function shownValue(value: unknown, most = maxLength): string {
  const seen = truncate(String(value), most, '…').replace(
    hidden,
    (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return truncate(seen, most, '…');
}
