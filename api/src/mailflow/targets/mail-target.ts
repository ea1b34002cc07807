import type { MailArea, MailRecord, MailTarget } from '../mail-flow-result.ts';

/** Most characters of a value: nobody needs a longer record, and half of one would be another record. */
const valueLimit = 2048;
const tooLong = 'The value is too long to show. Rewrite the record with only what is needed.';

export function target(
  area: MailArea,
  name: string,
  type: MailRecord['type'],
  given: Partial<Omit<MailTarget, 'area' | 'name' | 'type'>>,
): MailTarget {
  const { current = [], value = null, stages = [], note = null } = given;
  const isTooLong = [value ?? '', ...stages.map((stage) => stage.value)].some((text) => text.length > valueLimit);
  const shown = isTooLong ? { value: null, stages: [], note: tooLong } : { value, stages, note };
  return { area, name, type, current, ...shown };
}
