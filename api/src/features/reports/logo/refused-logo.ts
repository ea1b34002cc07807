import { AppError } from '../../../http/app-error.ts';

/** Why a logo is not taken, and what to do, at the field of the form. */
export class RefusedLogo extends AppError {
  constructor(message: string) {
    super('INVALID_INPUT', message, { fields: [{ path: 'logo', message }] });
  }
}
