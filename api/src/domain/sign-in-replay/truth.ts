/** Null: it may be true or not. Nothing that is not known ever becomes false. */
export type Truth = boolean | null;

export const not = (truth: Truth): Truth => (truth === null ? null : !truth);

export function anyOf(truths: Iterable<Truth>): Truth {
  let known: Truth = false;
  for (const truth of truths) {
    if (truth === true) return true;
    if (truth === null) known = null;
  }
  return known;
}

export function allOf(truths: Iterable<Truth>): Truth {
  let known: Truth = true;
  for (const truth of truths) {
    if (truth === false) return false;
    if (truth === null) known = null;
  }
  return known;
}
