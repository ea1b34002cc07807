import { VisuallyHidden } from './visually-hidden.tsx';

/** The label of a field; one that is hidden is for screen readers alone. */
export const fieldLabel = (label: string, isHidden = false) =>
  isHidden ? <VisuallyHidden as="span">{label}</VisuallyHidden> : label;
