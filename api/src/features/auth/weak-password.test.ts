import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { guessedPassword, isCommonPassword, isMadeOfNames } from './weak-password.ts';

const person = { username: 'grace', email: 'g.hopper@lanternmsp.example', displayName: 'Grace Hopper' };
describe('a common password', () => {
  it.each([
    'P@ssw0rd!',
    'Passw0rd!',
    'P@$$w0rd1',
    'Pa$$word123!',
    'P4ssw0rd.',
    'Password1!',
    '123Password!',
    'Password!@#1',
    'Pass-word1!',
    'PasswordPassword1!',
    'Passw0rdPassw0rd!',
    'P@ssw0rd!P@ssw0rd!',
    'Nov2026!!',
    'Welkom01!',
    'Start123!',
    'Contraseña1!',
    'Drowssap1!',
    'MyPassword1!',
    'AdminPassword1!',
    'Welcome2024!',
    'W3lc0me!!1',
    'Summer2026!',
    'Qwerty123!',
    'Qwertz123!',
    'Qwertyuiop1!',
    '1qaz@WSX',
    '!QAZ2wsx',
    '1q2w3e4R!',
    'Abc123456!',
    'Aa123456!',
    'Abcdefg1!',
    'Aaaaaaa1!',
    'Admin@123',
    'L3tme1n!!',
    'Letmein1!',
    'Iloveyou1!',
    'Changeme1!',
    'Barbara1990!',
    'Football1!',
    'Passwort1!',
    'Ｐ＠ssw0rd1!',
  ])('%j is refused, whatever stands for its letters and at its ends', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'Str0ng!pass',
    'Str0ng!passw0rd',
    'correct Horse 7 battery!',
    'kV9$mZq2',
    'Tr0ub4dor&3',
    'Blaue!Giraffe7trinkt',
  ])('%j is none', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('is one in hundreds of random ones at the most', () => {
    const special = '!@#$%^&*(),.?":{}|<>';
    const characters = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${special}`;
    const random = fc.string({ unit: fc.constantFrom(...characters), minLength: 8, maxLength: 12 });
    const refused = fc.sample(random, { numRuns: 3000, seed: 7 }).filter(isCommonPassword);
    expect(refused.length).toBeLessThan(15);
  });

  it('is found among those that the form’s rules let people make of a common word', () => {
    const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
    const written = (word: string) => word.replace(/a/g, '@').replace(/o/g, '0').replace(/s/g, '$');
    const words = [...commonPasswords].filter((word) => /^[a-z]{4,}$/.test(word));
    const made = words.flatMap((word) => [
      `${capital(word)}2026!`,
      `!${capital(word)}01`,
      `${capital(written(word))}#1`,
    ]);
    expect(made.filter((password) => !isCommonPassword(password))).toEqual([]);
  });
});

describe('a password made of names', () => {
  const names = Object.values(person);
  it.each([
    'Grace2026!',
    'Gr@ceH0pper1!',
    'Hopper#1906',
    'Lanternmsp1!',
    'Tenantry1!',
    'MyTenantry2026!',
    'T3nantry!x',
  ])('%j is refused', (password) => {
    expect(isMadeOfNames(password, names)).toBe(true);
  });
  it.each(['Str0ng!pass', 'Disgraceful!Weather7', 'kV9$mZq2', 'Hopper!sails7seas!gladly'])('%j is none', (password) => {
    expect(isMadeOfNames(password, names)).toBe(false);
  });
});

describe('the password of the first administrator', () => {
  it.each([
    ['P@ssw0rd!', 'Password is one of the most common ones. Choose one that is harder to guess'],
    ['P@ssw0rd1234!', 'Password is one of the most common ones. Choose one that is harder to guess'],
    ['Hopper#1906', 'Password is based on your name, email or the product name. Choose another one'],
    ['Grace.Hopper#1906', 'Password is based on your name, email or the product name. Choose another one'],
    ['Lantern#1906', 'Password is based on your organization’s name. Choose another one'],
    ['Str0ng!pass', null],
    ['Str0ng!passw0rd', null],
  ])('%j: %s', (password, problem) => {
    expect(guessedPassword({ ...person, password }, 'Lantern')).toBe(problem);
  });
});
