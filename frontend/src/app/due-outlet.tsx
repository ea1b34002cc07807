import { type ReactNode, useDeferredValue } from 'react';
import { Outlet } from 'react-router-dom';

/**
 * What a guard lets through, drawn in small pieces when it first comes, so that a browser answers to keys and clicks
 * meanwhile: in one go it is the longest task of a first visit. From then on it is drawn like anything else.
 */
export function DueOutlet({ before = null }: { before?: ReactNode }) {
  return useDeferredValue(true, false) ? <Outlet /> : before;
}
