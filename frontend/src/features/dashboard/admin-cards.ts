// For administrators alone, loaded together.
export { PolicyScanCard } from './policy-scan-card.tsx';
export { ReadinessCard } from './readiness-card.tsx';
