import { useState } from 'react';
import { ApiError } from './api-error.ts';
import { firstByPath } from './form-errors.ts';

/** A form that was not accepted for what stands in its fields: the message of each is shown there. */
export class InvalidForm extends Error {}

/**
 * The messages at a form's fields. `sendChecked` sends only where `found`, the form's own check, is empty, and takes
 * over what the server says of a field.
 * @param shown the paths of the fields that the form has; what the server says of any other is an error as a whole
 */
export function useFieldErrors(shown: readonly string[]) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** @throws InvalidForm where a field is at fault, else what `send` throws */
  const sendChecked = async <T>(found: Record<string, string>, send: () => Promise<T>): Promise<T> => {
    setErrors(found);
    if (Object.keys(found).length > 0) throw new InvalidForm();
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
      const said = firstByPath(error.fields);
      setErrors(said);
      throw Object.keys(said).every((path) => shown.includes(path)) ? new InvalidForm() : error;
    }
  };
  return { errors, sendChecked };
}
