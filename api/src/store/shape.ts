type Doc = Record<string, unknown>;

/**
 * The form of a stored value, and the steps from older ones. A value without a version was stored before there were versions
 * and counts as version 1. What a step makes of a value has to hold for every value that was ever written in that version.
 */
export type Shape = {
  /** The version that is written. */
  version: number;
  /** `upgrades[n]` makes version n + 1 of version n: small, pure, and never changed once it was released. */
  upgrades: Readonly<Record<number, (value: Doc) => Doc>>;
};

/** A shape that has not changed since versions are stored. */
export const firstShape: Shape = { version: 1, upgrades: {} };

const field = 'shapeVersion';

/** The value was written by a newer version of the product than this one. It is not read, and so never written over. */
export class NewerShapeError extends Error {
  /** A container, a table, a folder. */
  readonly container: string;
  constructor(kind: string, version: number, known: number) {
    super(
      `A value of '${kind}' has the shape ${version}; this version of Tenantry knows shapes up to ${known}. Deploy the version that wrote it, or a later one.`,
    );
    this.name = 'NewerShapeError';
    this.container = kind;
  }
}

/**
 * The value as the code of today knows it, brought up to date step by step.
 * @param kind names what it is in errors: a container, a table, a folder
 * @throws NewerShapeError
 */
export function fromStored<T extends object>(kind: string, shape: Shape, stored: object): T {
  const { [field]: given, ...rest } = stored as Doc;
  const written = typeof given === 'number' ? given : 1;
  if (written > shape.version) throw new NewerShapeError(kind, written, shape.version);
  let value = rest;
  for (let version = written; version < shape.version; version += 1) {
    const upgrade = shape.upgrades[version];
    if (!upgrade) throw new Error(`'${kind}' has no step from shape ${version} to ${version + 1}`);
    value = upgrade(value);
  }
  return value as T;
}

/** The value as it is stored: with the version of its shape. */
export function toStored<T extends object>(shape: Shape, value: T): T & { shapeVersion: number } {
  return { ...value, [field]: shape.version };
}
