import type { Registration } from '@tenantry/contract/first-admin';
import { commonPasswords } from './common-passwords.ts';

/** What letters are written as; a digit or sign may stand for two of them. */
const stands: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '€': 'e',
  '6': 'g',
  '9': 'g',
  '#': 'h',
  '!': 'i',
  '1': 'i',
  '|': 'l',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};
const alsoL = /[1!|i]/g;
/** The signs of an American keyboard, by the digits on their keys. */
const shifted = ')!@#$%^&*(';
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymjukilop',
];
/** Put before a word, they make it no harder to guess. */
const prefixes = /^(?:my|the|new|our|your|is|this|mein|mon|admin)(?=.{4})/;

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '');
const unshifted = (text: string) => text.replace(/[)!@#$%^&*(]/g, (sign) => String(shifted.indexOf(sign)));
const read = (text: string) => text.replace(/[^\p{L}]/gu, (sign) => stands[sign] ?? sign);
/** Of the digits and signs at an end so many may still belong to the word: `Andre@#1`. */
const longestEnd = 6;

/** The text without the digits and signs at its ends, which people put there because they have to, and with some of them. */
function cores(text: string): string[] {
  const [, head = '', middle = '', tail = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text) ?? [];
  const lengths = Array.from({ length: longestEnd + 1 }, (_, length) => length);
  const heads = lengths.filter((length) => length <= head.length).map((length) => head.slice(head.length - length));
  const tails = lengths.filter((length) => length <= tail.length).map((length) => tail.slice(0, length));
  return heads.flatMap((before) => tails.map((after) => before + middle + after));
}

/** What the password may be read as: with and without its ends, its digits and signs as letters or as nothing. */
function readings(password: string): Set<string> {
  const lower = password.normalize('NFKC').toLowerCase();
  const plain = [unshifted(lower), lower].map((text) => text.replace(/[^\p{L}\d]/gu, ''));
  const spelled = cores(lower).flatMap((text) => [text, read(text), read(text.replace(alsoL, 'l'))]);
  return new Set([...plain, ...spelled.map(lettersOf)]);
}

const reversed = (text: string) => [...text].reverse().join('');

function isRun(text: string): boolean {
  if (text.length < 3) return false;
  return new Set(text).size === 1 || runs.some((run) => run.includes(text) || run.includes(reversed(text)));
}

function isCommonWord(text: string): boolean {
  if (text.length < 3) return false;
  if (commonPasswords.has(text) || commonPasswords.has(reversed(text)) || isRun(text)) return true;
  const half = text.slice(0, text.length / 2);
  if (text.length >= 6 && text === half + half && isCommonWord(half)) return true;
  const rest = text.replace(prefixes, '');
  return rest !== text && isCommonWord(rest);
}

/** `Aa123456!`: hardly a letter, and digits in a row. */
function isCountedOut(password: string): boolean {
  const digits = password.replace(/\D/g, '');
  const inARow = '01234567890123456789';
  const isRow = inARow.includes(digits) || inARow.includes(reversed(digits)) || new Set(digits).size === 1;
  return lettersOf(password).length <= 3 && digits.length >= 3 && isRow;
}

/**
 * Whether a password is one of those that are tried first: a common one at its core, whatever digits and signs stand for its letters
 * and at its ends, written backwards or twice, or a run of the alphabet or the keyboard (NIST SP 800-63B, 5.1.1.2).
 */
export function isCommonPassword(password: string): boolean {
  const half = password.slice(0, password.length / 2);
  if (half !== '' && password === half + half) return isCommonPassword(half);
  return isCountedOut(password) || [...readings(password)].some(isCommonWord);
}

/** The shortest name of which a password may not be made. */
const shortestName = 3;
/** With this many letters of its own beside a name, a password is not made of the name. */
const ownLetters = 3;

/** The words of names, and each name as one word: `Ada Lovelace` gives ada, lovelace and adalovelace. */
function nameWords(names: readonly string[]): string[] {
  const lower = names.map((name) => name.normalize('NFKC').toLowerCase());
  const words = lower.flatMap((name) => [lettersOf(name), ...name.split(/[^\p{L}]+/u)]);
  return [...new Set(words)].filter((word) => word.length >= shortestName).sort((a, b) => b.length - a.length);
}

/**
 * Whether a password is made of somebody's own names, with too little else (NIST SP 800-63B, 5.1.1.2: "context-specific words").
 * @param names user name, e-mail address, display name, tenant
 */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const words = nameWords([...names, 'Tenantry']);
  return [...readings(password)].some((reading) => {
    let rest = reading;
    for (const word of words) rest = rest.replaceAll(word, ' ');
    if (rest === reading) return false;
    const own = lettersOf(rest);
    return own.length < ownLetters || isCommonWord(own);
  });
}

/**
 * Why a password would be guessed, though it keeps the rules of its form; null where it would not. The list is not for the
 * browser to load.
 */
export function guessedPassword(
  { password, username, email, displayName }: Pick<Registration, 'password' | 'username' | 'email' | 'displayName'>,
  organizationName: string | null,
): string | null {
  if (isCommonPassword(password)) {
    return 'Password is one of the most common ones. Choose one that is harder to guess';
  }
  if (isMadeOfNames(password, [username, email, displayName])) {
    return 'Password is based on your name, email or the product name. Choose another one';
  }
  return isMadeOfNames(password, [organizationName ?? ''])
    ? 'Password is based on your organization’s name. Choose another one'
    : null;
}
