import type { Literal } from '../satisfiability/assignment.ts';
import { isPast, type Protection } from './coverage.ts';
import type { SignIn, SignInKind, SignInSpace } from './sign-in-space.ts';
import type { Dimension } from './sign-in-terms.ts';

/** One sign-in in every detail that policies tell apart. */
export type FullSignIn = {
  holds: SignIn['holds'];
  /** The value of a dimension; undefined where policies speak of no such thing. */
  valueOf(dimension: string): string | undefined;
};

/** How many values of one thing are tried; of further ones any will do. */
const triedValues = 64;
/** How much one question to the solver may take, in values given. */
const workOfQuestion = 100_000;

/** What stays usual longest comes first: who signs in is what a reader looks for, and what policies leave out most. */
const order = [
  'insiderrisk',
  'userrisk',
  'signinrisk',
  'flow',
  'device.trusttype',
  'device.iscompliant',
  'device.',
  'devicetest:',
  'device:',
  'devicestate:',
  'address',
  'country by ',
  'location:',
  'client',
  'platform',
  'application',
  'app:',
  'appfilter:',
  'role:',
  'group:',
  'guest',
  'account',
];

/** Lists of what a sign-in has none of, each where it can do without. */
export type Avoided = readonly (readonly Literal[])[];

/** What people use before what is rare, by dimension; `''` stands for values that are not named here, in their own order. */
const preferred: Readonly<Record<string, readonly string[]>> = {
  client: ['browser', 'mobileappsanddesktopclients', 'exchangeactivesync', 'other'],
  platform: ['windows', 'macos', 'ios', 'android', 'linux', 'windowsphone', '', 'unknown'],
  application: [
    'app 00000002-0000-0ff1-ce00-000000000000',
    'app 00000003-0000-0ff1-ce00-000000000000',
    'app cc15fd57-2c6c-4117-a88c-83b1d56b4bbe',
    'app 797f4846-ba00-4fd7-ba43-dac1f8f63013',
    'app 499b84ac-1321-427f-aa17-267ca6975798',
    'app d4ebce55-015a-49b5-a083-c84d1797ae8c',
    '',
    'any other',
  ],
  'device.trusttype': ['null', 'value azuread', 'value serverad', 'value workplace'],
  'device.iscompliant': ['null', 'value true', 'value false'],
  userrisk: ['none', 'low', 'medium', 'high', 'hidden'],
  signinrisk: ['none', 'low', 'medium', 'high', 'hidden'],
  insiderrisk: ['none', 'minor', 'moderate', 'elevated'],
};
/** Without a license for them risks are hidden: then that is what is usual. */
const asGiven: ReadonlySet<string> = new Set(['userrisk', 'signinrisk']);

type Step = { key: string; rank: number; literals: readonly Literal[] };

const rankOf = (key: string): number => {
  const at = order.findIndex((part) => key === part || (/[.: ]$/.test(part) && key.startsWith(part)));
  return at === -1 ? order.length : at;
};

/** Microsoft publishes no ids of the admin portals: an application that a policy names is a worse example than one that none does. */
const isOfPortals = ({ items }: SignInKind): boolean => items.includes('app:microsoftadminportals');

function inPreference(dimension: Dimension, kind: SignInKind): Literal[] {
  const { name, usual, values } = dimension;
  const list = preferred[name] ?? [usual];
  const isUsualFirst =
    asGiven.has(name) || preferred[name] === undefined || (name === 'application' && isOfPortals(kind));
  const place = (value: string): number => {
    if (isUsualFirst && value === usual) return -1;
    const at = list.indexOf(value);
    return at === -1 ? (list.includes('') ? list.indexOf('') : list.length) : at;
  };
  return [...values]
    .sort(([a], [b]) => place(a) - place(b) || (a === 'other' ? 1 : b === 'other' ? -1 : a < b ? -1 : 1))
    .map(([, literal]) => literal);
}

function stepsOf({ terms }: SignInSpace, kind: SignInKind): Step[] {
  const steps = [
    ...terms.allDimensions.map((dimension) => ({ key: dimension.name, literals: inPreference(dimension, kind) })),
    ...[...terms.labels].map(([literal, key]) => ({ key, literals: [-literal, literal] })),
  ].map((step) => ({ ...step, rank: rankOf(step.key) }));
  return steps.sort((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/**
 * The sign-in of the kind that gets past every protection and is as usual as can be: thing by thing, in one fixed order, it has the
 * first value that lets it through with those before. So it is the same for the same policies, in whatever order they come, and
 * what is added that it does not need stays usual.
 * @param avoided what it has only where no sign-in gets past without, the first list before the next
 * @returns null where there is none, or none was found within the work that a search may take
 */
export function nearestSignIn(
  space: SignInSpace,
  protections: readonly Protection[],
  kind: SignInKind,
  avoided: Avoided = [],
): FullSignIn | null {
  const { terms } = space;
  const { solver } = terms;
  const kept: Literal[] = [
    ...space.fixed(kind),
    ...protections.map(({ policy, except }) => space.past(policy, except)),
  ];
  const isPossible = (...literals: Literal[]): boolean =>
    solver.solve([...kept, ...literals], workOfQuestion) === 'yes';
  // Whether the solver's last answer is of all that is kept.
  let isAnswered = false;
  for (const list of avoided.filter(({ length }) => length > 0)) {
    const without = list.map((literal) => -literal);
    isAnswered = isPossible(...without);
    if (isAnswered) kept.push(...without);
  }
  if (!isAnswered && !isPossible()) return null;
  let holds = solver.snapshot();
  for (const { literals } of stepsOf(space, kind)) {
    for (const literal of literals.slice(0, triedValues)) {
      if (!holds(literal) && !isPossible(literal)) continue;
      if (!holds(literal)) holds = solver.snapshot();
      kept.push(literal);
      break;
    }
  }
  const found = holds;
  return { holds: found, valueOf: (name) => valueIn(terms.allDimensions, name, found) };
}

function valueIn(dimensions: readonly Dimension[], name: string, holds: SignIn['holds']): string | undefined {
  const dimension = dimensions.find((one) => one.name === name);
  return dimension && [...dimension.values].find(([, literal]) => holds(literal))?.[0];
}

/** Whether the sign-in still gets past with other truth values in the place of its own. */
export function isStillPast(
  space: SignInSpace,
  protections: readonly Protection[],
  { holds }: Pick<FullSignIn, 'holds'>,
  others: ReadonlyMap<Literal, boolean>,
): boolean {
  const changed = (literal: Literal): boolean => {
    const other = others.get(Math.abs(literal));
    return other === undefined ? holds(literal) : other === literal > 0;
  };
  return protections.every((protection) => isPast(space, protection, { holds: changed, usual: [] }));
}
