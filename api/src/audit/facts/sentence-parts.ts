/** "1 account", "2 accounts". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}

/** The whole of them, as the subject of a sentence: "All 5 members", "The only member". */
export function allOf(count: number, one: string): string {
  return count === 1 ? `The only ${one}` : `All ${countOf(count, one)}`;
}

/** At most `limit` names in a sentence, with the number of the others. */
export function named(names: readonly string[], limit = 5): string {
  const shown = names.slice(0, limit).join(', ');
  return names.length > limit ? `${shown} and ${names.length - limit} more` : shown;
}
