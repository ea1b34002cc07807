const shownLength = 8;

/** The first characters of what tells a record from others of its kind: its id begins with its tenant's. */
export const firstOfId = (id: string, kind: string): string => {
  const own = id.slice(id.indexOf(`_${kind}-`) + kind.length + 2);
  return `${own.slice(0, shownLength)}…`;
};

/** The end of an id, as records are referred to. */
export const endOfId = (id: string): string => `#${id.slice(-shownLength)}`;
