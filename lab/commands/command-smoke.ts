/** What the smoke runs of commands share: one running stack, and a folder for what they write. */
export type SmokeGround = {
  folder: string;
  /** Where browsers find the running stack, its data folder, and its simulator. */
  origin: string;
  dataDir: string;
  simulatorUrl: string;
};

export type Ended = { code: number | null; stdout: string; stderr: string };

/** One run of a command of the README at its smallest size. */
export type CommandSmoke = {
  /** As `npm run` knows it. */
  command: string;
  what: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** What it reads on standard input; without it there is none. */
  input?: string;
  expectedCode: number;
  /**
   * Holds what it printed or wrote against what the command is for.
   * @throws Error that says which claim does not hold
   */
  claim(ended: Ended): void;
};

/** @throws Error with the claim where it does not hold */
export function holds(condition: boolean, claim: string): void {
  if (!condition) throw new Error(`does not hold: ${claim}`);
}

/** The number that a pattern's first group finds. @throws Error where the text has none */
export function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`nothing is printed that looks like ${pattern}`);
  return Number(found.replaceAll(/[ ,]/g, ''));
}
