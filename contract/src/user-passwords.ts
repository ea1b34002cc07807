import * as z from 'zod/mini';
import { tooLong } from './auth.ts';

// Apart from the forms, so that a page with one of them loads no other's rules.

const hasUppercase = /\p{Lu}/u;
const hasLowercase = /\p{Ll}/u;
const hasDigit = /\d/;
/** The characters that count as special in a password (specification, section 5). */
const specialCharacters = '!@#$%^&*(),.?":{}|<>';
const hasSpecial = /[!@#$%^&*(),.?":{}|<>]/;

/** The live checklist of a form with a new password, in the order shown. */
export const passwordRules = [
  { label: 'At least 8 characters', holds: (value: string) => value.length >= 8 },
  { label: 'One uppercase letter', holds: (value: string) => hasUppercase.test(value) },
  { label: 'One lowercase letter', holds: (value: string) => hasLowercase.test(value) },
  { label: 'One number', holds: (value: string) => hasDigit.test(value) },
  { label: `One special character (${specialCharacters})`, holds: (value: string) => hasSpecial.test(value) },
] as const;

export const NewPassword = z
  .string()
  .check(
    tooLong,
    z.minLength(8, 'Password must be at least 8 characters'),
    z.regex(hasUppercase, 'Password must contain at least one uppercase letter'),
    z.regex(hasLowercase, 'Password must contain at least one lowercase letter'),
    z.regex(hasDigit, 'Password must contain at least one number'),
    z.regex(hasSpecial, 'Password must contain at least one special character'),
  );
